// Prints what the rules of prose find (`npm run prose`), and records how much of it is accepted per file (`npm run ratchet`).
//
//   npm run prose                       counts per rule and folder
//   npm run prose -- packages/client    every finding of a folder or file
//   npm run prose -- --reader           how often each page addresses its reader, and shows what its commands print
import { writtenTexts } from "../source/workspace.ts";
import type { SourceFile } from "../source/workspace.ts";
import { passagesOf } from "./passages.ts";
import { readerFiguresOf } from "./reader.ts";
import { findingsIn } from "./rules.ts";
import type { ProseFinding } from "./rules.ts";

/** Files whose text is not ours to change, or that consist of the words that the rules refuse. */
const excluded = /^tools\/prose\/|^docs\/internals\/(?:differential|checklist|validation)\.md$/u;

/** Pages for readers: not records of decisions, and not lists for the development of this repository. */
const pages = /^(?:README\.md|site\/\w+\.md|docs\/(?!decisions\/|internals\/).*\.md)$/u;

/** The findings of all files of the repository, by path. */
export function proseFindings(
  files: readonly SourceFile[] = writtenTexts(),
): ReadonlyMap<string, readonly ProseFinding[]> {
  const found = files
    .filter(({ path }) => !excluded.test(path))
    .map((file) => [file.path, passagesOf(file).flatMap(findingsIn)] as const);
  return new Map(found.filter(([, findings]) => findings.length > 0));
}

/** The number of findings of each file that has one, by path. */
export function proseCounts(): ReadonlyMap<string, number> {
  return new Map(Array.from(proseFindings(), ([path, findings]) => [path, findings.length]));
}

if (import.meta.main) print(process.argv.slice(2));

function print(prefixes: readonly string[]): void {
  if (prefixes[0] === "--reader") {
    printReaderFigures();
    return;
  }
  const found = proseFindings();
  const all = Array.from(found, ([path, findings]) => findings.map((finding) => ({ path, ...finding }))).flat();
  if (prefixes.length > 0) {
    for (const { path, line, rule, words, advice } of all.filter(({ path }) =>
      prefixes.some((prefix) => path.startsWith(prefix)),
    )) {
      console.log(`${path}:${line}: ${rule}: "${words}": ${advice}`);
    }
    return;
  }
  printCounts(
    "rule",
    all.map(({ rule }) => rule),
  );
  printCounts(
    "folder",
    all.map(({ path }) =>
      path
        .split("/")
        .slice(0, path.startsWith("docs") ? 1 : 2)
        .join("/"),
    ),
  );
  console.log(
    `${all.length} findings in ${found.size} files. List those of a folder: npm run prose -- packages/client`,
  );
}

function printCounts(title: string, names: readonly string[]): void {
  const counts = Object.entries(Object.groupBy(names, (name) => name)).map(
    ([name, each = []]) => [name, each.length] as const,
  );
  console.log(`\nBy ${title}:`);
  for (const [name, count] of counts.toSorted((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)}  ${name}`);
  console.log("");
}

function printReaderFigures(): void {
  const figures = writtenTexts()
    .filter(({ path }) => pages.test(path))
    .map(readerFiguresOf);
  console.log("you/1,000  questions   sh  text  words  page");
  for (const { youPerThousand, questions, commands, outputs, words, path } of figures) {
    const cells = [String(youPerThousand).padStart(9), String(questions).padStart(9), String(commands).padStart(3)];
    console.log(`${cells.join("  ")}  ${String(outputs).padStart(4)}  ${String(words).padStart(5)}  ${path}`);
  }
}
