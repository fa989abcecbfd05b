/**
 * IP addresses and networks in fields of the API. kube-apiserver once accepted leading zeros and IPv4 addresses mapped to IPv6. It rejects them in new
 * values, and warns of addresses that are not canonical. https://www.rfc-editor.org/rfc/rfc5952
 */
import { formatIpAddress, isMappedIpAddress, parseIpAddress } from "@kubewright/apimachinery";

export interface IpAddress {
  readonly family: "IPv4" | "IPv6";
  /** The canonical form; of an IPv4-mapped IPv6 address, the IPv4 address. */
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

/** Whether a string is an IPv4 or IPv6 address without a zone and without leading zeros. */
export function isIpAddress(text: string): boolean {
  const address = parseIpAddress(text);
  return typeof address !== "string" && address.zone === "";
}

/** Parses an address, which may have leading zeros. Returns `undefined` for any other string. */
export function readIp(text: string): IpAddress | undefined {
  const address = parseIpAddress(text, { allowsLeadingZeros: true });
  if (typeof address === "string" || address.zone !== "") return undefined;
  const isMapped = isMappedIpAddress(address);
  const octets = text.slice(text.lastIndexOf(":") + 1).split(".");
  return {
    family: isMapped || address.bytes.length === 4 ? "IPv4" : "IPv6",
    canonical: formatIpAddress(isMapped ? { bytes: address.bytes.subarray(12) } : address),
    bits: BigInt(`0x${Buffer.from(address.bytes).toString("hex")}`),
    hasLeadingZeros: octets.length > 1 && octets.some((octet) => octet.length > 1 && octet.startsWith("0")),
    isMapped,
  };
}

/** Parses a network such as `10.0.0.0/8`. Returns `undefined` for any other string. */
export function readPrefix(text: string): IpPrefix | undefined {
  const [, ip = "", digits = ""] = /^([^/]+)\/(\d+)$/u.exec(text) ?? [];
  const address = readIp(ip);
  if (address === undefined) return undefined;
  const width = text.includes(":") ? 128 : 32;
  const length = Number(digits);
  if (length > width) return undefined;
  const hostBits = BigInt(width - length);
  const network = (address.bits >> hostBits) << hostBits;
  const bytes = Buffer.from(network.toString(16).padStart(width / 4, "0"), "hex");
  return {
    address,
    length,
    hasLeadingZeros: address.hasLeadingZeros || (digits.length > 1 && digits.startsWith("0")),
    canonical: `${formatIpAddress({ bytes: address.isMapped ? bytes.subarray(12) : bytes })}/${address.isMapped ? length - 96 : length}`,
    isNetwork: network === address.bits,
  };
}
