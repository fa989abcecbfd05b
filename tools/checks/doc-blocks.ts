// The TypeScript in our documents, taken out so that it can be compiled and run. A block marked "ts" must compile by
// itself; one marked "ts run" must also end without an error; "ts ignore" is for what cannot compile on purpose, and "ts file=…" for the
// files of a tutorial, which the test that follows it compiles.
import type { SourceFile } from "../source/workspace.ts";

/** A fenced block of TypeScript. */
export interface DocBlock {
  /** The document. */
  readonly path: string;
  /** The line of the block's first line of code, counted from 1. */
  readonly line: number;
  readonly code: string;
  readonly run: boolean;
}

/** The blocks of a Markdown document, in their order. */
export function docBlocksOf({ path, text }: SourceFile): readonly DocBlock[] {
  const blocks: DocBlock[] = [];
  for (const match of text.matchAll(/^(`{3,})(ts|typescript)\b([^\n]*)\n([^]*?)^\1[ \t]*$/gmu)) {
    const [, , , info = "", code = ""] = match;
    const words = info.trim().split(/\s+/u);
    if (words.includes("ignore") || words.some((word) => word.startsWith("file="))) continue;
    blocks.push({ path, line: text.slice(0, match.index).split("\n").length + 1, code, run: words.includes("run") });
  }
  return blocks;
}

/** A compiler message about a block, moved to the place in the document. */
export interface DocProblem {
  readonly at: string;
  readonly message: string;
}

/** Reads the compiler's output on files named `<index>.ts`, one for each of `blocks`. */
export function docProblemsOf(output: string, blocks: readonly DocBlock[]): readonly DocProblem[] {
  return Array.from(output.matchAll(/(\d+)\.ts\((\d+),\d+\): error TS\d+: ([^\n]*(?:\n +[^\n]*)*)/gu), (match) => {
    const [, index, line, message = ""] = match;
    const block = blocks[Number(index)];
    return {
      at: `${block?.path ?? "?"}:${(block?.line ?? 0) + Number(line) - 1}`,
      message: message.replaceAll(/\n\s*/gu, " "),
    };
  });
}
