/**
 * Puts lines above a comment `+kubebuilder:scaffold:NAME`. The comment is the user's promise that code may go there; everything else in the file is theirs and
 * stays as it is.
 */
import type { Insertion } from "./scaffold-file.ts";

/** The text with the block in it, or undefined when there is no comment to put it above. The same text when the block is there already. */
export function insertBlock(text: string, { marker, lines }: Insertion): string | undefined {
  if (hasBlock(text, lines)) return text;
  const found = text.matchAll(markerComment).find((match) => match[2] === marker);
  if (!found) return undefined;
  const indentation = found[1] ?? "";
  const ending = text.includes("\r\n") ? "\r\n" : "\n";
  const block = lines.map((line) => `${line === "" ? "" : indentation + line}${ending}`).join("");
  return text.slice(0, found.index) + block + text.slice(found.index);
}

/** Whether a file is made to grow: lines can be put into it. */
export function hasPlaceForLines(text: string): boolean {
  return text.search(markerComment) >= 0;
}

/** The comment, in whichever form the language of the file gives it, at the beginning of its line. */
const markerComment = /^([ \t]*)(?:\/\/|#|\/\*+|\*|<!--)[ \t]*\+kubebuilder:scaffold:([\w:-]+)/gmu;

/** Compared without what a formatter may have changed: line breaks, indentation, blanks at brackets, commas before closing ones. */
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
