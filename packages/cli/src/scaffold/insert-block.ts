/**
 * Inserts lines above a comment `+kubebuilder:scaffold:NAME`. The rest of the file belongs to the user and does not change.
 */
import type { Insertion } from "./scaffold-file.ts";

/** The text with the block inserted. Undefined without the comment; unchanged if the text contains the block already. */
export function insertBlock(text: string, { marker, lines }: Insertion): string | undefined {
  if (hasBlock(text, lines)) return text;
  const found = text.matchAll(markerComment).find((match) => match[2] === marker);
  if (!found) return undefined;
  const indentation = found[1] ?? "";
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const block = lines.map((line) => `${line === "" ? "" : indentation + line}${ending}`).join("");
  return text.slice(0, found.index) + block + text.slice(found.index);
}

/** Whether lines can be inserted into a file. */
export function hasPlaceForLines(text: string): boolean {
  return text.search(markerComment) >= 0;
}

/** The comment at the beginning of a line, in the syntax of the file's language. */
const markerComment = /^([ \t]*)(?:\/\/|#|\/\*+|\*|<!--)[ \t]*\+kubebuilder:scaffold:([\w:-]+)/gmu;

/** Ignores what a formatter may have changed: line breaks, indentation, spaces at brackets, trailing commas. */
function hasBlock(text: string, lines: readonly string[]): boolean {
  const wanted = unformatted(lines.join("\n"));
  const there = unformatted(text);
  for (let at = there.indexOf(wanted); at !== -1; at = there.indexOf(wanted, at + 1)) {
    const around = there.charAt(at - 1) + there.charAt(at + wanted.length);
    if (!/[\w./@-]/.test(around)) return true;
  }
  return false;
}

function unformatted(text: string): string {
  return text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([()[\]{}]) ?/g, "$1")
    .replaceAll(/,([)\]}])/g, "$1")
    .trim();
}
