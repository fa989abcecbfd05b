/** Versions of the command, in the notation of npm and semantic versioning. https://semver.org */
import { UpdateError } from "./update-error.ts";

const pattern =
  /^v?((?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})\.(?:0|[1-9]\d{0,8})(?:-[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*)?)$/;
const lengthMax = 64;

/**
 * The version without a leading `v`. A valid version is safe in an npm specifier, a path or the name of a branch.
 *
 * @param where The source of the text, for the message: `--from-version`.
 * @throws {UpdateError} when it is not a version, for example a range or a tag.
 */
export function checkVersion(text: string, where: string): string {
  const [, version] = (text.length <= lengthMax && pattern.exec(text)) || [];
  if (version !== undefined) return version;
  throw new UpdateError(`Cannot use ${where}: ${JSON.stringify(text)}: expected a version such as 0.2.0`);
}

/** Whether `text` is one version, not a range or tag. */
export function isVersion(text: string): boolean {
  return text.length <= lengthMax && pattern.test(text);
}

/** Negative when `a` is older than `b`, positive when it is newer. */
export function compareVersions(a: string, b: string): number {
  const [numbersA, previewA] = partsOf(a);
  const [numbersB, previewB] = partsOf(b);
  const byNumbers = compareParts(numbersA, numbersB);
  if (byNumbers !== 0) return byNumbers;
  if (previewA.length === 0 || previewB.length === 0) return previewB.length - previewA.length;
  return compareParts(previewA, previewB);
}

type Parts = readonly string[];

/** `1.2.3-beta.1` has the numbers `[1, 2, 3]` and the preview `[beta, 1]`. */
function partsOf(version: string): readonly [numbers: Parts, preview: Parts] {
  const [, numbers = "", preview = ""] = /^v?([\d.]+)-?(.*)$/.exec(version) ?? [];
  return [numbers.split("."), preview === "" ? [] : preview.split(".")];
}

function compareParts(a: Parts, b: Parts): number {
  for (let index = 0; index < Math.max(a.length, b.length); index += 1) {
    const order = comparePart(a[index], b[index]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Fewer parts precede more, numbers precede words. */
function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  const isNumberA = /^\d+$/.test(a);
  const isNumberB = /^\d+$/.test(b);
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : 1;
}
