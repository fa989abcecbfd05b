// The addresses that a request has come from: https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
import { formatIpAddress, isMappedIpAddress, parseIpAddress } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import type { ServerRequest } from "../http/server-request.ts";

/** The addresses in `X-Forwarded-For`, then `X-Real-Ip`, then that of the connection. Each one is left out if it repeats an earlier one. */
export function sourceIpsOf({ headers, remoteAddress = "" }: ServerRequest): readonly string[] {
  const forwarded = (headerOf(headers, "x-forwarded-for") ?? "").split(",").flatMap(addressesIn);
  const [proxied] = addressesIn(headerOf(headers, "x-real-ip") ?? "");
  if (proxied !== undefined && !forwarded.includes(proxied)) forwarded.push(proxied);
  const [connected] = addressesIn(remoteAddress);
  if (connected !== undefined && forwarded.at(-1) !== connected) forwarded.push(connected);
  return forwarded;
}

/** The address in a text; an empty list for another text. An IPv4 address inside an IPv6 address is an IPv4 address. */
function addressesIn(text: string): string[] {
  const address = parseIpAddress(text.trim(), { allowsLeadingZeros: true });
  if (typeof address === "string" || address.zone !== "") return [];
  return [formatIpAddress(isMappedIpAddress(address) ? { bytes: address.bytes.slice(12), zone: "" } : address)];
}
