/** Prints lists in code in the style of the formatter, so that a scaffolded project is formatted. */
import { printWidth } from "./json.ts";

/**
 * `open`, the items and `close` on one line if it is short enough, else each item on its own line.
 *
 * @param indentation The number of spaces before the line.
 */
export function printedList(indentation: number, open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (indentation + line.length <= printWidth) return line;
  const blanks = " ".repeat(indentation);
  return `${open}\n${items.map((item) => `${blanks}  ${item},\n`).join("")}${blanks}${close}`;
}

/** A string of printable characters as a literal, in the quotes that need fewer escapes. */
export function textLiteral(text: string): string {
  const double = JSON.stringify(text);
  const isSingle = text.split('"').length > text.split("'").length;
  return isSingle ? `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : double;
}
