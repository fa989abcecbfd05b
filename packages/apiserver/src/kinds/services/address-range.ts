/** The range of IPv4 addresses of Services, as numbers. */
import { readIp } from "../ip/ip-text.ts";

/** A CIDR's usable addresses, from the first after the network to the last before the broadcast address. */
export interface AddressRange {
  readonly cidr: string;
  /** As a number. The first address is that of the Service `default/kubernetes`. */
  readonly firstAddress: number;
  readonly size: number;
}

/** The default range of cluster IPs, as in test control planes. */
export const defaultServiceRange = "10.0.0.0/24";

/**
 * Reads a range such as `10.0.0.0/24`.
 *
 * @throws {RangeError} when it is not an IPv4 CIDR with room for at least one Service.
 */
export function parseAddressRange(cidr: string): AddressRange {
  const range = readAddressRange(cidr);
  if (range !== undefined) return range;
  throw new RangeError(`Cannot use the range "${cidr}" for Services: it must be an IPv4 network such as "10.0.0.0/24"`);
}

/** Reads a range. Returns `undefined` for any other string, and for a network without room for a Service. */
export function readAddressRange(cidr: string): AddressRange | undefined {
  const [address = "", length = ""] = cidr.split("/");
  const network = parseAddress(address);
  const bits = Number(length);
  if (network === undefined || !/^\d{1,2}$/.test(length) || bits > 30) return undefined;
  const total = 2 ** (32 - bits);
  const base = Math.floor(network / total) * total;
  return { cidr, firstAddress: base + 1, size: total - 2 };
}

/** An IPv4 address as a number; `undefined` for any other string. */
export function parseAddress(text: string): number | undefined {
  const address = readIp(text);
  return address?.family === "IPv4" && !address.isMapped ? Number(address.bits) : undefined;
}

export function formatAddress(address: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join(".");
}

export function isInRange(range: AddressRange, address: number): boolean {
  return address >= range.firstAddress && address < range.firstAddress + range.size;
}

/** The first address of a range: that of the Service `default/kubernetes`. */
export function firstAddressOf(range: AddressRange): string {
  return formatAddress(range.firstAddress);
}

/**
 * The offset at which the search for a free address begins. The first sixteenth of a range, at least 16 and at most 256 addresses, is reserved
 * for addresses that clients request. https://kubernetes.io/docs/concepts/services-networking/cluster-ip-allocation/
 */
export function dynamicOffset({ size }: AddressRange): number {
  const offset = Math.min(Math.max(16, Math.floor((size + 2) / 16)), 256);
  return offset < size ? offset : 0;
}
