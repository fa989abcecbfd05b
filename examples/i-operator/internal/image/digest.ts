/** The digest of an image: an algorithm that registries know, a colon, and its lowercase hexadecimal digits. */
import type { ImageProblem } from "./image-problem.ts";
import { isHexDigit, unexpected } from "./image-problem.ts";

/** How many hexadecimal digits each algorithm gives. */
const digits: ReadonlyMap<string, number> = new Map([
  ["sha256", 64],
  ["sha384", 96],
  ["sha512", 128],
]);

/** What is wrong with the digest that begins at `start` and ends with the text. */
export function digestProblem(image: string, start: number): ImageProblem | undefined {
  const colon = image.indexOf(":", start);
  const known = [...digits.keys()].find((algorithm) => image.startsWith(`${algorithm}:`, start));
  const length = known === undefined ? undefined : digits.get(known);
  if (colon === -1 || length === undefined) {
    return unexpected(image, start, "a digest that begins with sha256:, sha384: or sha512:");
  }

  let at = colon + 1;
  while (isHexDigit(image[at]) && image[at] === image[at]?.toLowerCase()) at++;
  if (at < image.length) return unexpected(image, at, "a lowercase hexadecimal digit");
  const found = at - colon - 1;
  if (found === length) return undefined;
  return { text: `the digest has ${found} hexadecimal digits: expected ${length} for ${known}` };
}
