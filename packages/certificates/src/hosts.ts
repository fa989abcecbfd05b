// The hosts of a serving certificate. A host that no TLS client would match is rejected before the certificate is issued, by name.
import { parseIpAddress } from "@kubewright/apimachinery";
import { CertificateError } from "./errors.ts";

/**
 * Asserts that there is at least one host. Each host must be an IP address (without brackets or zone) or a DNS name (RFC 1123, "*" allowed
 * as its first label).
 *
 * @throws CertificateError with the first invalid host.
 */
export function assertHosts(hosts: readonly string[]): void {
  if (hosts.length === 0) {
    throw new CertificateError("Cannot issue serving certificate: hosts is empty, must contain at least one");
  }
  for (const host of hosts) {
    if (ipAddressBytes(host) === undefined && !isDnsName(host)) {
      throw new CertificateError(
        `Cannot issue serving certificate: host is ${JSON.stringify(host)}, must be a DNS name or an IP address`,
      );
    }
  }
}

/** The 4 or 16 bytes of an IP address without a zone; `undefined` for any other host. */
export function ipAddressBytes(host: string): Uint8Array | undefined {
  const address = parseIpAddress(host);
  return typeof address === "string" || address.zone !== "" ? undefined : address.bytes;
}

const dnsLabel = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/u;

function isDnsName(host: string): boolean {
  const [first, ...rest] = host.split(".");
  const labels = first === "*" && rest.length > 0 ? rest : [first ?? "", ...rest];
  return host.length <= 253 && labels.every((label) => dnsLabel.test(label));
}
