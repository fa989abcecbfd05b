/** The text of a source file, with the line and column of each offset. */
import type { Position } from "../problem.ts";

export interface SourceText {
  /** Absolute path. */
  readonly file: string;
  readonly text: string;
  /** The place of the character at `offset`. */
  positionAt(offset: number): Position;
}

export function createSourceText(file: string, text: string): SourceText {
  let lineStarts: readonly number[] | undefined;
  return {
    file,
    text,
    positionAt(offset) {
      lineStarts ??= findLineStarts(text);
      const line = lastAtMost(lineStarts, offset);
      return { file, line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
    },
  };
}

function findLineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return starts;
}

/** The index of the last one of the ascending `values` that is at most `limit`. */
function lastAtMost(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
