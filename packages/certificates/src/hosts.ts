// What may stand in a serving certificate as a host. A name that TLS clients would never match is refused here, where
// the message can still say which one it was.
// oxlint-disable-next-line no-restricted-imports -- isIP is a pure function; no socket is opened.
import { isIP } from "node:net";
import { CertificateError } from "./errors.ts";

/** Whether `host` is an IPv4 or IPv6 address in text form, without brackets. */
export function isIpAddress(host: string): boolean {
  return isIP(host) !== 0;
}

/**
 * Checks that there is a host and that each is an IP address or a DNS name (RFC 1123, "*" allowed as its first label).
 *
 * @throws CertificateError naming the host that is not.
 */
export function assertHosts(hosts: readonly string[]): void {
  if (hosts.length === 0)
    throw new CertificateError("Cannot issue serving certificate: hosts is empty, want at least one");
  for (const host of hosts) {
    if (!isIpAddress(host) && !isDnsName(host)) {
      throw new CertificateError(
        `Cannot issue serving certificate: host is ${JSON.stringify(host)}, want a DNS name or an IP address`,
      );
    }
  }
}

const dnsLabel = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/u;

function isDnsName(host: string): boolean {
  const [first, ...rest] = host.split(".");
  const labels = first === "*" && rest.length > 0 ? rest : [first ?? "", ...rest];
  return host.length <= 253 && labels.every((label) => dnsLabel.test(label));
}
