// IP addresses and networks as Go's net/netip reads and prints them. Problems have its words.

import { quoteGoString } from "@kubewright/apimachinery";

/** An address: 4 or 16 bytes. */
export interface Address {
  readonly bytes: Uint8Array;
  readonly zone: string;
}

/** A network: an address and the length of its prefix in bits. */
export interface Network {
  readonly address: Address;
  readonly bits: number;
}

/** A text that is no address. */
export class AddressError extends Error {
  override readonly name = "AddressError";
}

/** @throws {AddressError} */
export function parseAddress(text: string): Address {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === ".") return { bytes: parseFields(text, text), zone: "" };
  if (first === ":") return parseV6(text);
  return fail(text, first === undefined ? "unable to parse IP" : "missing IPv6 address");
}

function fail(text: string, problem: string, at = ""): never {
  const place = at === "" ? "" : ` (at ${quoteGoString(at)})`;
  throw new AddressError(`ParseAddr(${quoteGoString(text)}): ${problem}${place}`);
}

function parseFields(text: string, dotted: string): Uint8Array {
  const fields: number[] = [];
  let digits = "";
  for (let index = 0; index < dotted.length; index++) {
    const character = dotted.charAt(index);
    if (/\d/.test(character)) {
      if (digits === "0") fail(text, "IPv4 field has octet with leading zero");
      digits += character;
      if (Number(digits) > 255) fail(text, "IPv4 field has value >255");
    } else if (character === ".") {
      if (digits === "" || index === dotted.length - 1) {
        fail(text, "IPv4 field must have at least one digit", dotted.slice(index));
      }
      if (fields.length === 3) fail(text, "IPv4 address too long");
      fields.push(Number(digits));
      digits = "";
    } else {
      fail(text, "unexpected character", dotted.slice(index));
    }
  }
  if (fields.length < 3) fail(text, "IPv4 address too short");
  return Uint8Array.from([...fields, Number(digits)]);
}

function parseV6(text: string): Address {
  const percent = text.indexOf("%");
  const zone = percent === -1 ? "" : text.slice(percent + 1);
  if (percent !== -1 && zone === "") fail(text, "zone must be a non-empty string");
  let rest = percent === -1 ? text : text.slice(0, percent);
  const bytes: number[] = [];
  let gap = -1;
  if (rest.startsWith("::")) {
    gap = 0;
    rest = rest.slice(2);
  }
  while (rest !== "" && bytes.length < 16) {
    const group = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
    if (group.length > 4) fail(text, "each group must have 4 or less digits", rest);
    if (group === "") fail(text, "each colon-separated field must have at least one digit", rest);
    if (rest[group.length] === ".") {
      if (gap < 0 && bytes.length !== 12) {
        fail(text, "embedded IPv4 address must replace the final 2 fields of the address", rest);
      }
      if (bytes.length > 12) {
        fail(text, "too many hex fields to fit an embedded IPv4 at the end of the address", rest);
      }
      bytes.push(...parseFields(text, rest));
      rest = "";
      break;
    }
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
    rest = rest.slice(group.length);
    if (rest === "") break;
    if (!rest.startsWith(":")) fail(text, "unexpected character, want colon", rest);
    if (rest === ":") fail(text, "colon must be followed by more characters", rest);
    rest = rest.slice(1);
    if (rest.startsWith(":")) {
      if (gap >= 0) fail(text, "multiple :: in address", rest);
      gap = bytes.length;
      rest = rest.slice(1);
    }
  }
  if (rest !== "") fail(text, "trailing garbage after address", rest);
  if (bytes.length === 16 && gap >= 0) fail(text, "the :: must expand to at least one field of zeros");
  if (bytes.length < 16 && gap < 0) fail(text, "address string too short");
  const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
  if (gap >= 0) bytes.splice(gap, 0, ...zeros);
  return { bytes: Uint8Array.from(bytes), zone };
}

/** Whether the address is an IPv4 address in the form of an IPv6 one. */
export function isMapped({ bytes }: Address): boolean {
  return (
    bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** The canonical text. */
export function formatAddress({ bytes }: Address): string {
  if (bytes.length === 4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, index) => ((bytes[index * 2] ?? 0) << 8) | (bytes[index * 2 + 1] ?? 0));
  const { start, length } = longestZeros(groups);
  const hex = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(":");
  if (length < 2) return hex(groups);
  return `${hex(groups.slice(0, start))}::${hex(groups.slice(start + length))}`;
}

function longestZeros(groups: readonly number[]): { readonly start: number; readonly length: number } {
  let best = { start: 0, length: 0 };
  for (let start = 0; start < groups.length; start++) {
    let end = start;
    while (end < groups.length && groups[end] === 0) end++;
    if (end - start > best.length) best = { start, length: end - start };
  }
  return best;
}

/** @throws {AddressError} */
export function parseNetwork(text: string): Network {
  const failed = (problem: string): never => {
    throw new AddressError(`netip.ParsePrefix(${quoteGoString(text)}): ${problem}`);
  };
  const slash = text.lastIndexOf("/");
  if (slash === -1) return failed("no '/'");
  const address = parsePart(text.slice(0, slash), failed);
  if (address.zone !== "") return failed("IPv6 zones cannot be present in a prefix");
  const digits = text.slice(slash + 1);
  if (!/^(?:[1-9]\d*|\d)$/.test(digits)) return failed(`bad bits after slash: ${quoteGoString(digits)}`);
  const bits = Number(digits);
  return bits > address.bytes.length * 8 ? failed("prefix length out of range") : { address, bits };
}

function parsePart(text: string, failed: (problem: string) => never): Address {
  try {
    return parseAddress(text);
  } catch (error) {
    if (error instanceof AddressError) return failed(error.message);
    throw error;
  }
}

/** The canonical text. */
export function formatNetwork({ address, bits }: Network): string {
  return `${formatAddress(address)}/${bits}`;
}

/** The address with everything behind the prefix zero. */
export function maskAddress({ address, bits }: Network): Address {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8);
    return byte & (0xff00 >> kept);
  });
  return { bytes, zone: "" };
}

/** Whether the first bits of two addresses of one family are equal. */
export function sharesPrefix(left: Address, right: Address, bits: number): boolean {
  if (left.bytes.length !== right.bytes.length) return false;
  const [leftMasked, rightMasked] = [maskAddress({ address: left, bits }), maskAddress({ address: right, bits })];
  return Buffer.compare(leftMasked.bytes, rightMasked.bytes) === 0;
}

/** Whether the address begins with the bits of a network. */
export function isIn(address: Address, network: string): boolean {
  const { address: base, bits } = parseNetwork(network);
  return sharesPrefix(base, address, bits);
}
