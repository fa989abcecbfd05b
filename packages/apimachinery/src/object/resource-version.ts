// Resource versions: decimal numbers that count the writes of a store. Of two versions of any resources, the larger one is
// newer. Only this module depends on this.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions

import type { ResourceVersion } from "./brands.ts";

/**
 * Less than, equal to or greater than zero if `left` is older than, equal to or newer than `right`.
 *
 * @throws {TypeError} if one is not a decimal number: versions of such a server cannot be compared.
 */
export function compareResourceVersions(left: ResourceVersion | string, right: ResourceVersion | string): number {
  const [leftDigits, rightDigits] = [digitsOf(left), digitsOf(right)];
  // Without leading zeros the longer number is larger. Numbers of equal length compare like strings.
  if (leftDigits.length !== rightDigits.length) return leftDigits.length - rightDigits.length;
  return leftDigits < rightDigits ? -1 : leftDigits > rightDigits ? 1 : 0;
}

/** Whether a string is a comparable resource version: a decimal number above zero without leading zeros. */
export function isResourceVersion(text: string): text is ResourceVersion {
  return /^[1-9]\d*$/.test(text);
}

function digitsOf(version: string): string {
  if (!isResourceVersion(version) && version !== "0") {
    throw new TypeError(`Cannot compare resource version "${version}": expected a decimal number`);
  }
  return version;
}
