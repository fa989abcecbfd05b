// The links of our documents: what they point to inside of the repository is there, the heading included.
import { posix } from "node:path";
import type { SourceFile } from "../source/workspace.ts";
import type { Problem } from "./problems.ts";

/** What a link can lead to. */
export interface LinkFixture {
  /** Whether there is a file or folder at this path of the repository. */
  readonly exists: (path: string) => boolean;
  /** The text of a document. */
  readonly read: (path: string) => string;
}

/** Relative links to what is not there. Addresses with a scheme are not looked at. */
export function linkProblems(documents: readonly SourceFile[], fixture: LinkFixture): readonly Problem[] {
  return documents.flatMap((document) =>
    linksOf(document.text).flatMap(({ target, line }) => {
      const message = problemOf(document.path, target, fixture);
      return message === undefined ? [] : [{ at: `${document.path}:${line}`, message }];
    }),
  );
}

/** The anchors that a code host gives the headings of a document. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of withoutCode(text).matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gmu)) {
    const anchor = anchorOf(heading);
    let name = anchor;
    for (let count = 1; anchors.has(name); count++) name = `${anchor}-${count}`;
    anchors.add(name);
  }
  return anchors;
}

interface Link {
  readonly target: string;
  readonly line: number;
}

function linksOf(text: string): readonly Link[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/gu, (code) => code.replaceAll(/[[\]()]/gu, " "));
  return Array.from(prose.matchAll(/\]\(([^()\s]+)\)/gu), ({ 1: target = "", index }) => ({
    target,
    line: prose.slice(0, index).split("\n").length,
  }));
}

function problemOf(from: string, target: string, { exists, read }: LinkFixture): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(file));
  if (path.startsWith("..") || !exists(path)) return `the link to "${target}" leads to no file: there is no ${path}`;
  if (anchor === undefined || anchorsOf(read(path)).has(anchor)) return undefined;
  return `the link to "${target}" leads to no heading of ${path}`;
}

/** Lower case, without marks, spaces as dashes: https://docs.github.com/get-started/writing-on-github (section links). */
function anchorOf(heading: string): string {
  return heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** With fenced blocks blank, so that lines keep their numbers. */
function withoutCode(text: string): string {
  return text.replaceAll(/^(`{3,})[^\n]*\n[^]*?^\1[ \t]*$/gmu, (block) => block.replaceAll(/[^\n]/gu, ""));
}
