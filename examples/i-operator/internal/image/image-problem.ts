/** An error at a position of the name of an image. */

export interface ImageProblem {
  readonly text: string;
}

/** What was expected at `at`, and what is there; characters are counted from 1. */
export function unexpected(image: string, at: number, expected: string): ImageProblem {
  const found = image.codePointAt(at);
  const what = found === undefined ? "the end" : JSON.stringify(String.fromCodePoint(found));
  return { text: `expected ${expected} at character ${at + 1}, found ${what}` };
}

export function isLower(character: string | undefined): boolean {
  return character !== undefined && character >= "a" && character <= "z";
}

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

export function isLetter(character: string | undefined): boolean {
  return character !== undefined && (isLower(character) || (character >= "A" && character <= "Z"));
}

export function isHexDigit(character: string | undefined): boolean {
  return character !== undefined && (isDigit(character) || /^[a-fA-F]$/.test(character));
}
