/**
 * The first commands of a page, as a reader finds them: every `sh` block from the top on. The attributes of a block are those of a tutorial
 * (tutorial.ts): `until`, `terminal` and `skip`.
 */

export interface PageBlock {
  /** What the copy button copies. */
  readonly code: string;
  /** The first line of the block in the page, counted from 1. */
  readonly line: number;
  /** The last command keeps running, and has printed this. */
  readonly until?: string;
  /** Runs in another terminal, beside the block before it. */
  readonly isBeside: boolean;
  readonly isSkipped: boolean;
}

/** The `sh` blocks of a page, unchanged and in their order. */
function allBlocksOf(text: string): readonly PageBlock[] {
  return Array.from(text.matchAll(/^```sh\b([^\n]*)\n([^]*?)^```$/gmu), (match) => {
    const [, info = "", code = ""] = match;
    const until = /until="([^"]*)"/u.exec(info)?.[1];
    return {
      code,
      line: text.slice(0, match.index).split("\n").length + 1,
      ...(until !== undefined && { until }),
      isBeside: info.includes("terminal=") && !info.includes("terminal=1"),
      isSkipped: /\bskip\b/u.test(info),
    };
  });
}

/** The `sh` blocks of a page without those marked `skip`. */
export function shellBlocksOf(text: string): readonly PageBlock[] {
  return allBlocksOf(text).filter(({ isSkipped }) => !isSkipped);
}

/** The first block of a page, or undefined if it is marked `skip`. */
export function firstBlockOf(text: string): PageBlock | undefined {
  const [first] = allBlocksOf(text);
  return first?.isSkipped === true ? undefined : first;
}

const beginsInClone = /^make (?:project|build)(?: |$)/mu;

/**
 * The blocks before and with the first one that begins in a clone of this repository, and those beside it. Empty for a page without such a
 * block. A command above it, which a reader runs first, is included.
 */
export function firstBlocksInClone(text: string): readonly PageBlock[] {
  const blocks = shellBlocksOf(text);
  const first = blocks.findIndex(({ code }) => beginsInClone.test(code));
  if (first === -1) return [];
  const after = blocks.slice(first + 1);
  const next = after.findIndex(({ isBeside }) => !isBeside);
  return [...blocks.slice(0, first + 1), ...after.slice(0, next === -1 ? after.length : next)];
}
