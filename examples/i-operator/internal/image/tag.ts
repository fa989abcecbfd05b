/** The tag of an image: a letter, digit or underscore, and at most 127 of those, dots and dashes after it. */
import type { ImageProblem } from "./image-problem.ts";
import { isDigit, isLetter, unexpected } from "./image-problem.ts";

export const tagLengthMax = 128;

/** What is wrong with the tag that begins at `start` and ends at the `@` of a digest or with the text. */
export function tagProblem(image: string, start: number): ImageProblem | undefined {
  if (!isWord(image[start])) return unexpected(image, start, "a tag (a letter, a digit or _ first)");
  let at = start;
  while (isWord(image[at]) || image[at] === "." || image[at] === "-") at++;
  if (at < image.length && image[at] !== "@") {
    return unexpected(image, at, "a tag of letters, digits and _ . -");
  }
  if (at - start > tagLengthMax) {
    return { text: `the tag has ${at - start} characters: expected ${tagLengthMax} at most` };
  }
  return undefined;
}

function isWord(character: string | undefined): boolean {
  return isLetter(character) || isDigit(character) || character === "_";
}
