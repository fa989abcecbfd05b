/** Lists in code as the formatter prints them, so that a scaffolded project has nothing to format. */
import { printWidth } from "./json.ts";

/**
 * `open`, the items and `close` on one line where it fits, else each item on its own.
 *
 * @param indentation Of the line, in blanks.
 */
export function printedList(indentation: number, open: string, items: readonly string[], close: string): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (indentation + line.length <= printWidth) return line;
  const blanks = " ".repeat(indentation);
  return `${open}\n${items.map((item) => `${blanks}  ${item},\n`).join("")}${blanks}${close}`;
}

/** A text of printable characters as a literal, in the quotes that need fewer escapes. */
export function textLiteral(text: string): string {
  const double = JSON.stringify(text);
  const isSingle = text.split('"').length > text.split("'").length;
  return isSingle ? `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'` : double;
}
