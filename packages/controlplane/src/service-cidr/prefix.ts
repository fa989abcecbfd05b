// Networks and addresses as numbers, for the ranges of Services.
import { parseIpAddress } from "@kubewright/apimachinery";

/** A network. */
export interface Prefix {
  /** 32 or 128. */
  readonly width: number;
  readonly length: number;
  /** The first address. */
  readonly first: bigint;
}

/** Parses a network such as `10.0.0.0/24`. Returns `undefined` for any other string. */
export function parsePrefix(text: string): Prefix | undefined {
  const [address = "", digits = ""] = text.split("/");
  const bits = addressBits(address);
  const length = Number(digits);
  if (bits === undefined || !/^\d+$/.test(digits) || length > bits.width) return undefined;
  const hostBits = BigInt(bits.width - length);
  return { width: bits.width, length, first: (bits.value >> hostBits) << hostBits };
}

/** Whether the first network contains the second. */
export function containsPrefix(outer: Prefix, inner: Prefix): boolean {
  return outer.length <= inner.length && isInside(outer, inner.width, inner.first);
}

/** Whether Services can have the address in a network: it is not the first one and, of an IPv4 network, not the last one. */
export function containsServiceAddress(prefix: Prefix, address: string): boolean {
  const bits = addressBits(address);
  if (bits === undefined || !isInside(prefix, bits.width, bits.value) || bits.value === prefix.first) return false;
  const last = prefix.first + 2n ** BigInt(prefix.width - prefix.length) - 1n;
  return bits.width === 128 || bits.value !== last;
}

function isInside({ width, length, first }: Prefix, addressWidth: number, value: bigint): boolean {
  const hostBits = BigInt(width - length);
  return width === addressWidth && value >> hostBits === first >> hostBits;
}

function addressBits(text: string): { readonly width: number; readonly value: bigint } | undefined {
  const address = parseIpAddress(text);
  if (typeof address === "string" || address.zone !== "") return undefined;
  return { width: address.bytes.length * 8, value: BigInt(`0x${address.bytes.toHex()}`) };
}
