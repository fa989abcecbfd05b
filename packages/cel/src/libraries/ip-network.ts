// IP networks as Go's net/netip reads and prints them, with its errors.

import type { IpAddress } from "@kubewright/apimachinery";
import { formatIpAddress, parseIpAddress, quoteGoString } from "@kubewright/apimachinery";

/** A network: an address and the length of its prefix in bits. */
export interface Network {
  readonly address: IpAddress;
  readonly bits: number;
}

/** Parses a network. Returns the error of `netip.ParsePrefix` for any other string. */
export function parseNetwork(text: string): Network | string {
  const failed = (problem: string): string => `netip.ParsePrefix(${quoteGoString(text)}): ${problem}`;
  const slash = text.lastIndexOf("/");
  if (slash === -1) return failed("no '/'");
  const address = parseIpAddress(text.slice(0, slash));
  if (typeof address === "string") return failed(address);
  if (address.zone !== "") return failed("IPv6 zones cannot be present in a prefix");
  const digits = text.slice(slash + 1);
  if (!/^(?:[1-9]\d*|\d)$/.test(digits)) return failed(`bad bits after slash: ${quoteGoString(digits)}`);
  const bits = Number(digits);
  return bits > address.bytes.length * 8 ? failed("prefix length out of range") : { address, bits };
}

/** Returns the canonical string of a network. */
export function formatNetwork({ address, bits }: Network): string {
  return `${formatIpAddress(address)}/${bits}`;
}

/** Returns the address with all bits after the prefix zero. */
export function maskAddress({ address, bits }: Network): IpAddress {
  const bytes = address.bytes.map((byte, index) => {
    const kept = Math.min(Math.max(bits - index * 8, 0), 8);
    return byte & (0xff00 >> kept);
  });
  return { bytes, zone: "" };
}

/** Whether the first bits of two addresses of one family are equal. */
export function sharesPrefix(left: IpAddress, right: IpAddress, bits: number): boolean {
  if (left.bytes.length !== right.bytes.length) return false;
  const [leftMasked, rightMasked] = [maskAddress({ address: left, bits }), maskAddress({ address: right, bits })];
  return Buffer.compare(leftMasked.bytes, rightMasked.bytes) === 0;
}

/** Whether the address begins with the bits of a network. */
export function isIn(address: IpAddress, network: string): boolean {
  const prefix = parseNetwork(network);
  return typeof prefix !== "string" && sharesPrefix(prefix.address, address, prefix.bits);
}
