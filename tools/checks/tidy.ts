// What keeps a growing repository readable, as functions from files to problems. What a linter can see is in
// .oxlintrc.json; these are the rules about files, names and words.
import { lineAt, scan } from "../source/scan.ts";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

/** Words that name a place for everything, and so for nothing. */
const emptyNames = /^(?:utils?|common|misc|helpers?|shared)(?:\.|$)/u;

/** A call that is an error in the sources of packages. */
interface RejectedCall {
  readonly pattern: RegExp;
  readonly message: string;
}

const rejectedCalls: readonly RejectedCall[] = [
  {
    pattern: /\bmkdir(?:Sync)?\([^;]*\brecursive\b/u,
    message: "a recursive mkdir never returns for a path in /proc: call createFolder of @kubewright/gen",
  },
  {
    pattern: /\.(?:push|unshift)\(\s*\.\.\./u,
    message: "a long list as arguments overflows the stack: call append of @kubewright/apimachinery",
  },
];

/** Calls that fail with the input of some users. */
export function callProblems(files: readonly SourceFile[]): readonly Problem[] {
  return files
    .filter(
      ({ path }) => /^(?:packages\/[^/]+\/src|tools\/project)\//u.test(path) && !/\.test\.ts$|\/testdata\//u.test(path),
    )
    .flatMap(({ path, text }) => {
      const { code } = scan(text);
      return rejectedCalls.flatMap(({ pattern, message }) => {
        const match = pattern.exec(code);
        return match === null ? [] : [{ at: `${path}:${lineAt(text, match.index)}`, message }];
      });
    });
}

/** A file and its folders are named after the idea in them. */
export function nameProblems(paths: readonly string[]): readonly Problem[] {
  return paths.flatMap((path) => {
    const segments = path.split("/");
    const empty = segments.find((segment) => emptyNames.test(segment));
    if (empty !== undefined) return [{ at: path, message: `"${empty}" has no meaning: name it after the idea in it` }];
    const odd = segments.find((segment) => segment.endsWith(".ts") && !/^[a-z0-9._-]+$/u.test(segment));
    return odd === undefined ? [] : [{ at: path, message: `"${odd}" is not kebab-case` }];
  });
}

/** A module begins with a comment on its purpose. The titles of tests replace it. */
export function openingProblems(files: readonly SourceFile[]): readonly Problem[] {
  return files
    .filter(({ path }) => path.endsWith(".ts") && !/\.(?:types\.)?test\.ts$/u.test(path))
    .filter(({ text }) => !/^(?:#![^\n]*\n)?\s*(?:\/\/|\/\*)/u.test(text))
    .map(({ path }) => ({
      at: `${path}:1`,
      message: "begin with a comment: what this is for, and the idea that makes it simple",
    }));
}

/** A phrase that no file may contain. */
interface Phrase {
  readonly pattern: RegExp;
  readonly message: string;
}

// Concatenated, so that this file does not contain the rejected words.
const later = ["TO" + "DO", "FIX" + "ME", "X" + "XX"].join("|");

const phrases: readonly Phrase[] = [
  {
    // At the beginning of a comment; elsewhere it may be the subject (controller-gen leaves such lines out).
    pattern: new RegExp(`(?:\\/\\/|\\*|#|<!--)\\s*(?:${later})\\b`, "u"),
    message: "finish it now, or describe in the code what holds today",
  },
  {
    pattern: /(?<![\w.~$}/-])\/(?:root|work)\/[\w.]/u,
    message: "a path of one machine: derive it from import.meta.url or the working directory",
  },
  {
    pattern: /https?:\/\/registry\.[a-z.]+/u,
    message: "a registry's host: what is installed comes from wherever npm is configured to look",
  },
];

/** No work left for later, no machine's paths, no registry's host. */
export function phraseProblems(files: readonly SourceFile[]): readonly Problem[] {
  return files.flatMap(({ path, text }) =>
    phrases.flatMap(({ pattern, message }) => {
      const match = pattern.exec(text);
      return match === null
        ? []
        : [{ at: `${path}:${lineAt(text, match.index)}`, message: `"${match[0].trim()}": ${message}` }];
    }),
  );
}

/** Tests run all of them: one that is narrowed or skipped in the source is forgotten there. */
export function narrowedTestProblems(files: readonly SourceFile[]): readonly Problem[] {
  return files
    .filter(({ path }) => path.endsWith(".test.ts"))
    .flatMap(({ path, text }) => {
      const match = /\b(?:test|it|describe|suite)\.(?:only|skip|todo|skipIf|runIf)\b/u.exec(scan(text).code);
      if (match === null) return [];
      const message = `"${match[0]}": run it; if that is impossible somewhere, call context.skip(reason) there and list the test in tests/allowed-skips.json`;
      return [{ at: `${path}:${lineAt(text, match.index)}`, message }];
    });
}

/** Files above this length probably hold a second idea. */
export const fileLinesMax = 300;

/** The length of each file in lines, by path. */
export function fileLengths(files: readonly SourceFile[]): ReadonlyMap<string, number> {
  return new Map(files.map(({ path, text }) => [path, linesOf(text)]));
}

/** How many lines `text` has. */
function linesOf(text: string): number {
  return text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
}

/** Each package has the files that readers and reviewers look for. */
export function packageFileProblems(folders: readonly string[], paths: ReadonlySet<string>): readonly Problem[] {
  return folders.flatMap((folder) => [
    ...(paths.has(`${folder}/README.md`)
      ? []
      : [
          {
            at: folder,
            message: "has no README.md: write what it is for, a runnable example, and what it does not do",
          },
        ]),
    ...(paths.has(`${folder}/api.md`) ? [] : [{ at: folder, message: "has no api.md: npm run api" }]),
    ...(paths.has(`${folder}/src/index.ts`) ? [] : [{ at: folder, message: "has no src/index.ts" }]),
  ]);
}
