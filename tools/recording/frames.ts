// Plays a recording in a terminal without a window, and returns the screens that differ.
import headless from "@xterm/headless";
import type { Cast } from "./cast.ts";

/** Characters of a row with the same look. */
export interface Run {
  readonly column: number;
  readonly text: string;
  /** A number from 0 to 15, as the terminal numbers its colours. Default: the colour of text. */
  readonly color?: number;
  readonly isBold?: true;
  readonly isDim?: true;
}

/** A screen, shown from `at` until the next one. */
export interface Frame {
  /** Seconds since the start. */
  readonly at: number;
  readonly rows: readonly (readonly Run[])[];
}

/** Screens follow each other after at least this many seconds. */
const frameSeconds = 0.08;

/** The screens of a recording, without those that are shown for a shorter time than `frameSeconds`. */
export async function framesOf({ columns, rows, outputs }: Cast): Promise<readonly Frame[]> {
  const terminal = new headless.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 0 });
  const frames: Frame[] = [];
  let since: number | undefined; // When the current screen has begun to change.
  try {
    for (const [index, { at, text }] of outputs.entries()) {
      await new Promise<void>((resolve) => terminal.write(text, resolve));
      since ??= at;
      const next = outputs[index + 1];
      if (next !== undefined && next.at - since < frameSeconds) continue;
      const screen = Array.from({ length: rows }, (_, row) => runsOf(terminal, row));
      if (JSON.stringify(screen) !== JSON.stringify(frames.at(-1)?.rows)) frames.push({ at: since, rows: screen });
      since = undefined;
    }
  } finally {
    terminal.dispose();
  }
  return frames;
}

function runsOf(terminal: headless.Terminal, row: number): readonly Run[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  const runs: { column: number; text: string; look: Pick<Run, "color" | "isBold" | "isDim"> }[] = [];
  for (let column = 0; column < terminal.cols; column++) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = {
      ...(cell.isFgPalette() && { color: cell.getFgColor() }),
      ...(cell.isBold() !== 0 && { isBold: true as const }),
      ...(cell.isDim() !== 0 && { isDim: true as const }),
    };
    const last = runs.at(-1);
    const text = cell.getChars() === "" ? " " : cell.getChars();
    if (last !== undefined && JSON.stringify(last.look) === JSON.stringify(look)) last.text += text;
    else runs.push({ column, text, look });
  }
  // Several spaces end a run, because SVG shows them as one.
  return runs.flatMap(({ column, text, look }) =>
    Array.from(text.matchAll(/\S+(?: \S+)*/gu), (match) => ({ column: column + match.index, text: match[0], ...look })),
  );
}
