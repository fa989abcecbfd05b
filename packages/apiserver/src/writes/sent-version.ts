// A resourceVersion in the body of a write: an unsigned integer of 64 bits, which a JavaScript number does not hold exactly.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
import { quoteGoString, unclassifiedError } from "@kubewright/apimachinery";

const max = 2n ** 64n - 1n;
const digitsMax = 20;

/** Go's error for a string that is not an unsigned integer of 64 bits; `undefined` if it is one. */
export function uint64Problem(text: string): string | undefined {
  const digits = /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, "") : undefined;
  if (digits !== undefined && digits.length <= digitsMax && BigInt(digits) <= max) return undefined;
  const problem = digits === undefined ? "invalid syntax" : "value out of range";
  return `strconv.ParseUint: parsing ${quoteGoString(text)}: ${problem}`;
}

/** The resourceVersion in a write; 0 if it is absent or accepts any. Throws 500 for a string that is not a version, as a kube-apiserver does. */
export function parseSentVersion({ resourceVersion = "" }: { readonly resourceVersion?: string }): bigint {
  if (resourceVersion === "") return 0n;
  const problem = uint64Problem(resourceVersion);
  if (problem !== undefined) throw unclassifiedError(problem);
  return BigInt(resourceVersion);
}

/** Whether an object to be created has a resourceVersion. A string that is not a version does not count. */
export function hasSentVersion({ resourceVersion = "" }: { readonly resourceVersion?: string }): boolean {
  return resourceVersion !== "" && uint64Problem(resourceVersion) === undefined && BigInt(resourceVersion) !== 0n;
}
