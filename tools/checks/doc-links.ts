// The links of our documents: what they point to inside of the repository is there, the heading included.
import { posix } from "node:path";
import { anchorsOf, linksIn } from "../source/markdown.ts";
import { lineAt } from "../source/scan.ts";
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
    linksIn(document.text).flatMap(({ target, start }) => {
      const message = problemOf(document.path, target, fixture);
      return message === undefined ? [] : [{ at: `${document.path}:${lineAt(document.text, start)}`, message }];
    }),
  );
}

function problemOf(from: string, target: string, { exists, read }: LinkFixture): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/iu.test(target)) return undefined;
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? from : posix.join(posix.dirname(from), decodeURIComponent(file));
  if (path.startsWith("..") || !exists(path)) return `the link to "${target}" leads to no file: there is no ${path}`;
  if (anchor === undefined || anchorsOf(read(path)).has(anchor)) return undefined;
  return `the link to "${target}" leads to no heading of ${path}`;
}
