// Resource versions: decimal numbers that count the writes of a whole store, so that of two versions the larger is the
// later one, of whatever resource. This is the only place that knows it.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions

import type { ResourceVersion } from "./brands.ts";

/**
 * Less than, equal to or greater than zero, as `left` is older than, the same as or newer than `right`.
 *
 * @throws {TypeError} when one is not a decimal number: such a server's versions cannot be compared.
 */
export function compareResourceVersions(left: ResourceVersion | string, right: ResourceVersion | string): number {
  const [leftDigits, rightDigits] = [digitsOf(left), digitsOf(right)];
  // Without leading zeros the longer number is the larger one, and equal lengths compare as texts.
  if (leftDigits.length !== rightDigits.length) return leftDigits.length - rightDigits.length;
  return leftDigits < rightDigits ? -1 : leftDigits > rightDigits ? 1 : 0;
}

/** Whether a text is a resource version that can be compared: a decimal number above zero without leading zeros. */
export function isResourceVersion(text: string): text is ResourceVersion {
  return /^[1-9]\d*$/.test(text);
}

function digitsOf(version: string): string {
  if (!isResourceVersion(version) && version !== "0") {
    throw new TypeError(`Cannot compare resource version "${version}": expected a decimal number`);
  }
  return version;
}
