/**
 * Validates image names.
 *
 * The grammar is that of https://github.com/distribution/reference in its normalised form, which kubelets use:
 *
 *     image     = [ host [ ":" port ] "/" ] path [ ":" tag ] [ "@" digest ]
 *     host      = a domain name, an IPv4 address, or an IPv6 address in brackets
 *     path      = component { "/" component }
 *     component = runs of a-z and 0-9, with ".", "_", "__" or any number of "-" between two runs
 *
 * The part before the first slash is a host if it has a dot, a colon or an uppercase letter, or is "localhost". Each part is read once from the
 * left, so the time is linear in the length.
 */
import { digestProblem } from "./digest.ts";
import { hostProblem } from "./host.ts";
import type { ImageProblem } from "./image-problem.ts";
import { isDigit, isLower, unexpected } from "./image-problem.ts";
import { tagProblem } from "./tag.ts";

/** The longest path, without the host, and with the `library/` that Docker Hub puts before a name of one component. */
export const pathLengthMax = 255;

const hubPrefix = "library/";
/** Messages shorten a longer image name. */
const quotedLengthMax = 120;

/**
 * Returns why a name is invalid, such as `"nginx:": expected a tag at character 7, found the end`, or undefined for a valid name.
 */
export function imageNameProblem(image: string): string | undefined {
  const problem = findProblem(image);
  if (problem === undefined) return undefined;
  return `${quote(image)}: ${problem.text}`;
}

function findProblem(image: string): ImageProblem | undefined {
  if (image === "") return { text: "expected the name of an image, found nothing" };
  if (isImageId(image)) return { text: "64 hexadecimal digits are the ID of an image: expected a name" };

  const pathStart = startOfPath(image);
  const pathEnd = endOfPath(image, pathStart);
  return (
    nameProblem(image, pathStart, pathEnd) ??
    (image[pathEnd] === ":" ? tagProblem(image, pathEnd + 1) : undefined) ??
    suffixProblem(image, pathEnd)
  );
}

/** Where the path begins: after the first slash if what stands before it looks like a host, else at 0. */
function startOfPath(image: string): number {
  const slash = image.indexOf("/");
  if (slash === -1) return 0;
  const first = image.slice(0, slash);
  const isHost = first === "localhost" || /[.:]/.test(first) || first.toLowerCase() !== first;
  return isHost ? slash + 1 : 0;
}

function endOfPath(image: string, from: number): number {
  for (let at = from; at < image.length; at++) if (image[at] === ":" || image[at] === "@") return at;
  return image.length;
}

function nameProblem(image: string, pathStart: number, pathEnd: number): ImageProblem | undefined {
  const host = pathStart === 0 ? undefined : image.slice(0, pathStart - 1);
  const inHost = host === undefined ? undefined : hostProblem(host);
  // "my_team.a/app" is a valid path although it is not a host. If it is neither, the error describes the host.
  if (inHost)
    return pathProblem(image, 0, pathEnd) === undefined ? lengthProblem(image.slice(0, pathEnd), host) : inHost;
  return pathProblem(image, pathStart, pathEnd) ?? lengthProblem(image.slice(pathStart, pathEnd), host);
}

function pathProblem(image: string, start: number, end: number): ImageProblem | undefined {
  let at = start;
  for (;;) {
    if (at === end || !isLowerOrDigit(image[at])) {
      return unexpected(
        image,
        at,
        at === start ? "a path of lowercase letters and digits" : "a lowercase letter or a digit",
      );
    }
    while (at < end && isLowerOrDigit(image[at])) at++;
    if (at === end) return undefined;
    const next = endOfSeparator(image, at);
    if (next === at) return unexpected(image, at, "a lowercase letter, a digit or one of . _ - / : @");
    at = next;
  }
}

/** The end of the separator that begins at `at`; `at` without a separator. */
function endOfSeparator(image: string, at: number): number {
  let end = at;
  switch (image[at]) {
    case "/":
    case ".":
      return at + 1;
    case "_":
      return image[at + 1] === "_" ? at + 2 : at + 1;
    case "-":
      while (image[end] === "-") end++;
      return end;
    case undefined:
    default:
      return at;
  }
}

function lengthProblem(path: string, host: string | undefined): ImageProblem | undefined {
  const isOfficial = !path.includes("/") && (host === undefined || isHub(host));
  const length = path.length + (isOfficial ? hubPrefix.length : 0);
  if (length <= pathLengthMax) return undefined;
  const counted = isOfficial ? ` with the "${hubPrefix}" that is put before it` : "";
  return { text: `the path has ${length} characters${counted}: expected ${pathLengthMax} at most` };
}

function isHub(host: string): boolean {
  return host === "docker.io" || host === "index.docker.io";
}

/** What follows the path, or the tag: a digest or nothing. */
function suffixProblem(image: string, pathEnd: number): ImageProblem | undefined {
  const at = image.indexOf("@", pathEnd);
  return at === -1 ? undefined : digestProblem(image, at + 1);
}

function isLowerOrDigit(character: string | undefined): boolean {
  return isLower(character) || isDigit(character);
}

function isImageId(image: string): boolean {
  return image.length === 64 && /^[a-f0-9]+$/.test(image);
}

function quote(image: string): string {
  if (image.length <= quotedLengthMax) return JSON.stringify(image);
  return `${JSON.stringify(image.slice(0, quotedLengthMax))}… (${image.length} characters)`;
}
