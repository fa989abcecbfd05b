// The values of query parameters, read as kube-apiserver reads them.
import { badRequest, quoteGoString } from "@kubewright/apimachinery";

/** Whether a parameter is present and is not `0` or `false`. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

const integerBits = 64;

/** Reads an integer of 64 bits; `undefined` if the parameter is absent. Throws 400 for any other value. */
export function parseInteger(value: string | null): number | undefined {
  if (value === null) return undefined;
  const rejected = (problem: string): Error =>
    badRequest(`strconv.ParseInt: parsing ${quoteGoString(value)}: ${problem}`);
  if (!/^[+-]?\d+$/.test(value)) throw rejected("invalid syntax");
  const exact = BigInt(value.replace("+", ""));
  if (BigInt.asIntN(integerBits, exact) !== exact) throw rejected("value out of range");
  return Number(exact);
}
