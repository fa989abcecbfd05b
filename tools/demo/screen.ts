// The output of the demo: a table that is redrawn in a terminal, or a line for each change elsewhere.
import type { Row } from "./row.ts";
import { cutLines, formatTable } from "./table.ts";

/** The part of `process.stdout` that is used. */
export interface Output {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
}

export interface Screen extends Disposable {
  /** A line of text above the table, once. */
  say(text: string): void;
  /** Prints the current rows. */
  show(rows: readonly Row[]): void;
}

/** Disposing it shows the cursor. */
export function createScreen(output: Output, options: { readonly colors: boolean }): Screen {
  return output.isTTY ? createLiveScreen(output, options) : createLineScreen(output);
}

/** An empty line above and below the table, and the line of the cursor. */
const framing = 3;

function createLiveScreen(output: Output, { colors }: { readonly colors: boolean }): Screen {
  let drawn: readonly string[] = [];
  output.write("\u001b[?25l"); // Hides the cursor, which would flicker.

  const clear = (): string => (drawn.length === 0 ? "" : `\u001b[${drawn.length}A\u001b[J`);
  const draw = (above: string, lines: readonly string[]): void => {
    output.write(`${clear()}${above}${lines.map((line) => `${line}\n`).join("")}`);
    drawn = lines;
  };
  return {
    say: (text) => draw(`${atWords(text, output.columns ?? 80)}\n`, drawn),
    show(rows) {
      if (rows.length === 0) return;
      const table = formatTable(rows, { width: (output.columns ?? 80) - 1, colors });
      // Lines that have scrolled away cannot be redrawn, so the table is lower than the terminal.
      draw("", ["", ...cutLines(table, (output.rows ?? 24) - framing), ""]);
    },
    [Symbol.dispose]: () => {
      output.write("\u001b[?25h");
    },
  };
}

function createLineScreen(output: Output): Screen {
  const shown = new Map<string, string>();
  return {
    say: (text) => {
      output.write(`${text}\n`);
    },
    show(rows) {
      for (const { kind, name, phase, lastEvent } of rows) {
        const line = [kind, name, phase, lastEvent].filter((part) => part !== "").join("  ");
        if (phase === "" || shown.get(`${kind} ${name}`) === line) continue;
        shown.set(`${kind} ${name}`, line);
        output.write(`${line}\n`);
      }
    },
    [Symbol.dispose]: () => {},
  };
}

/** Breaks long lines between words. An indented line is a command, which stays whole. */
function atWords(text: string, width: number): string {
  return text
    .split("\n")
    .map((line) =>
      line.startsWith(" ") ? line : line.replaceAll(new RegExp(`(.{1,${width}})(?: |$)`, "gu"), "$1\n").trimEnd(),
    )
    .join("\n");
}
