// The formats of IP addresses. As in kube-apiserver, IPv4 addresses may have leading zeros.
import { parseIpAddress } from "@kubewright/apimachinery";

/** An IPv4 address, also one mapped to IPv6 (`::ffff:1.2.3.4`). */
export function isIpv4(text: string): boolean {
  return text.includes(".") && bitsOf(text) > 0;
}

/** An IPv6 address without a zone. */
export function isIpv6(text: string): boolean {
  return text.includes(":") && bitsOf(text) > 0;
}

/** An address and the length of a prefix: `10.0.0.0/8`. */
export function isCidr(text: string): boolean {
  const [, address = "", length = ""] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  return length !== "" && Number(length) <= bitsOf(address);
}

/** Returns the length of an address without a zone; -1 for any other string. */
function bitsOf(text: string): 32 | 128 | -1 {
  const address = parseIpAddress(text, { allowsLeadingZeros: true });
  return typeof address === "string" || address.zone !== "" ? -1 : address.bytes.length === 4 ? 32 : 128;
}
