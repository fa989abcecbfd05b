// IP addresses as Go's net/netip reads and prints them, with its errors. https://pkg.go.dev/net/netip
import { append } from "../field/append.ts";
import { quoteGoString } from "../go/go-format.ts";

/** An address: 4 or 16 bytes. */
export interface IpAddress {
  readonly bytes: Uint8Array;
  /** Empty for an address without a zone. */
  readonly zone: string;
}

export interface ParseIpAddressOptions {
  /** Accepts `010.0.0.1`, as kube-apiserver does in old fields. Default: false. */
  readonly allowsLeadingZeros?: boolean;
}

/** Parses an address. Returns the error of `netip.ParseAddr` for any other string. */
export function parseIpAddress(text: string, options: ParseIpAddressOptions = {}): IpAddress | string {
  try {
    return new IpAddressParser(text, options).parse();
  } catch (error) {
    if (error instanceof IpAddressProblem) return error.message;
    throw error;
  }
}

class IpAddressProblem extends Error {}

class IpAddressParser {
  readonly #text: string;
  readonly #allowsLeadingZeros: boolean;

  constructor(text: string, { allowsLeadingZeros = false }: ParseIpAddressOptions) {
    this.#text = text;
    this.#allowsLeadingZeros = allowsLeadingZeros;
  }

  parse(): IpAddress {
    const first = /[.:%]/.exec(this.#text)?.[0];
    if (first === ".") return { bytes: this.#parseFields(this.#text), zone: "" };
    if (first === ":") return this.#parseV6();
    return this.#fail(first === undefined ? "unable to parse IP" : "missing IPv6 address");
  }

  #fail(problem: string, at = ""): never {
    const place = at === "" ? "" : ` (at ${quoteGoString(at)})`;
    throw new IpAddressProblem(`ParseAddr(${quoteGoString(this.#text)}): ${problem}${place}`);
  }

  #parseFields(dotted: string): Uint8Array {
    const fields: number[] = [];
    let octet: number | undefined;
    for (let index = 0; index < dotted.length; index++) {
      const character = dotted.charAt(index);
      if (/\d/.test(character)) {
        if (octet === 0 && !this.#allowsLeadingZeros) this.#fail("IPv4 field has octet with leading zero");
        octet = (octet ?? 0) * 10 + Number(character);
        if (octet > 255) this.#fail("IPv4 field has value >255");
      } else if (character === ".") {
        if (octet === undefined || index === dotted.length - 1) {
          return this.#fail("IPv4 field must have at least one digit", dotted.slice(index));
        }
        if (fields.length === 3) this.#fail("IPv4 address too long");
        fields.push(octet);
        octet = undefined;
      } else {
        this.#fail("unexpected character", dotted.slice(index));
      }
    }
    if (fields.length < 3) this.#fail("IPv4 address too short");
    return Uint8Array.from([...fields, octet ?? 0]);
  }

  #parseV6(): IpAddress {
    const text = this.#text;
    const percent = text.indexOf("%");
    const zone = percent === -1 ? "" : text.slice(percent + 1);
    if (percent !== -1 && zone === "") this.#fail("zone must be a non-empty string");
    let rest = percent === -1 ? text : text.slice(0, percent);
    const bytes: number[] = [];
    let gap = -1;
    if (rest.startsWith("::")) {
      gap = 0;
      rest = rest.slice(2);
    }
    while (rest !== "" && bytes.length < 16) {
      const group = /^[0-9a-fA-F]*/.exec(rest)?.[0] ?? "";
      if (group.length > 4) this.#fail("each group must have 4 or less digits", rest);
      if (group === "") this.#fail("each colon-separated field must have at least one digit", rest);
      if (rest[group.length] === ".") {
        if (gap < 0 && bytes.length !== 12) {
          this.#fail("embedded IPv4 address must replace the final 2 fields of the address", rest);
        }
        if (bytes.length > 12) {
          this.#fail("too many hex fields to fit an embedded IPv4 at the end of the address", rest);
        }
        append(bytes, this.#parseFields(rest));
        rest = "";
        break;
      }
      const value = Number.parseInt(group, 16);
      bytes.push(value >> 8, value & 0xff);
      rest = rest.slice(group.length);
      if (rest === "") break;
      if (!rest.startsWith(":")) this.#fail("unexpected character, want colon", rest);
      if (rest === ":") this.#fail("colon must be followed by more characters", rest);
      rest = rest.slice(1);
      if (rest.startsWith(":")) {
        if (gap >= 0) this.#fail("multiple :: in address", rest);
        gap = bytes.length;
        rest = rest.slice(1);
      }
    }
    if (rest !== "") this.#fail("trailing garbage after address", rest);
    if (bytes.length === 16 && gap >= 0) this.#fail("the :: must expand to at least one field of zeros");
    if (bytes.length < 16 && gap < 0) this.#fail("address string too short");
    const zeros = Array.from({ length: 16 - bytes.length }, () => 0);
    if (gap >= 0) bytes.splice(gap, 0, ...zeros);
    return { bytes: Uint8Array.from(bytes), zone };
  }
}

/** Whether the address is an IPv4 address mapped to IPv6: `::ffff:10.0.0.1`. */
export function isMappedIpAddress({ bytes }: IpAddress): boolean {
  return (
    bytes.length === 16 && bytes.subarray(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  );
}

/** Returns the canonical string of an address, without its zone. */
export function formatIpAddress({ bytes }: Pick<IpAddress, "bytes">): string {
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
