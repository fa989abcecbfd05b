/**
 * Addresses as people write them. The reference once read them sloppily (octets with leading zeros, IPv4 in IPv6), refuses such texts in new
 * values, and warns of texts that are not in the one canonical form. https://www.rfc-editor.org/rfc/rfc5952
 */
import { isIpAddress } from "./is-ip-address.ts";

export interface IpAddress {
  readonly family: "IPv4" | "IPv6";
  /** As it should have been written; of an IPv4 address in IPv6, the IPv4 address. */
  readonly canonical: string;
  readonly bits: bigint;
  /** `010.0.0.1`, which some programs read as octal. */
  readonly hasLeadingZeros: boolean;
  /** `::ffff:10.0.0.1`. */
  readonly isMapped: boolean;
}

export interface IpPrefix {
  readonly address: IpAddress;
  readonly length: number;
  /** Leading zeros in the address or the length. */
  readonly hasLeadingZeros: boolean;
  /** `10.0.0.0/8` of `10.1.2.3/8`. */
  readonly canonical: string;
  /** Whether the address has no bits beyond the length. */
  readonly isNetwork: boolean;
}

/** Parses an address; `undefined` for any other text. */
export function readIp(text: string): IpAddress | undefined {
  if (/^\d+(?:\.\d+){3}$/u.test(text)) return readIpv4(text);
  if (!text.includes(":") || !isIpAddress(text)) return undefined;
  const bits = ipv6Bits(text);
  const isMapped = bits >> 32n === 0xffffn;
  const canonical = isMapped ? formatIpv4(bits & 0xffff_ffffn) : formatIpv6(bits);
  return { family: isMapped ? "IPv4" : "IPv6", canonical, bits, hasLeadingZeros: false, isMapped };
}

/** Parses a network such as `10.0.0.0/8`; `undefined` for any other text. */
export function readPrefix(text: string): IpPrefix | undefined {
  const [, ip = "", digits = ""] = /^([^/]+)\/(\d+)$/u.exec(text) ?? [];
  const address = readIp(ip);
  if (address === undefined) return undefined;
  const width = text.includes(":") ? 128 : 32;
  const length = Number(digits);
  if (length > width) return undefined;
  const hostBits = BigInt(width - length);
  const network = (address.bits >> hostBits) << hostBits;
  const first = width === 128 && !address.isMapped ? formatIpv6(network) : formatIpv4(network & 0xffff_ffffn);
  return {
    address,
    length,
    hasLeadingZeros: address.hasLeadingZeros || (digits.length > 1 && digits.startsWith("0")),
    canonical: `${first}/${address.isMapped ? length - 96 : length}`,
    isNetwork: network === address.bits,
  };
}

function readIpv4(text: string): IpAddress | undefined {
  const octets = text.split(".");
  if (octets.some((octet) => Number(octet) > 255)) return undefined;
  const bits = octets.reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
  const hasLeadingZeros = octets.some((octet) => octet.length > 1 && octet.startsWith("0"));
  return { family: "IPv4", canonical: formatIpv4(bits), bits, hasLeadingZeros, isMapped: false };
}

function formatIpv4(bits: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 255n).join(".");
}

function ipv6Bits(text: string): bigint {
  const lower = text.replace(/\d+\.\d+\.\d+\.\d+$/u, (tail) => {
    const bits = readIpv4(tail)?.bits ?? 0n;
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`;
  });
  const [head = "", tail] = lower.split("::");
  const groupsOf = (part: string): readonly string[] => (part === "" ? [] : part.split(":"));
  const before = groupsOf(head);
  const after = groupsOf(tail ?? "");
  const zeros: readonly string[] = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill("0");
  return [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

/** Groups without leading zeros; the first longest run of two zeros or more is left out. */
function formatIpv6(bits: bigint): string {
  const groups = Array.from({ length: 8 }, (_, index) => (bits >> BigInt(112 - index * 16)) & 0xffffn);
  let run = { start: 0, length: 1 };
  for (let start = 0; start < 8; start += 1) {
    let length = 0;
    while (start + length < 8 && groups[start + length] === 0n) length += 1;
    if (length > run.length) run = { start, length };
  }
  const hex = (part: readonly bigint[]): string => part.map((group) => group.toString(16)).join(":");
  if (run.length < 2) return hex(groups);
  return `${hex(groups.slice(0, run.start))}::${hex(groups.slice(run.start + run.length))}`;
}
