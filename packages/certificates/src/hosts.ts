// What may stand in a serving certificate as a host. A name that TLS clients would never match is refused here, where
// the message can still say which one it was.
// oxlint-disable-next-line no-restricted-imports -- isIP is a pure function; no socket is opened.
import { isIP } from "node:net";
import { CertificateError } from "./errors.ts";

/**
 * Checks that there is a host and that each is an IP address (without brackets or zone) or a DNS name (RFC 1123, "*" allowed
 * as its first label).
 *
 * @throws CertificateError naming the host that is not.
 */
export function assertHosts(hosts: readonly string[]): void {
  if (hosts.length === 0) {
    throw new CertificateError("Cannot issue serving certificate: hosts is empty, must contain at least one");
  }
  for (const host of hosts) {
    if (!isIpAddress(host) && !isDnsName(host)) {
      throw new CertificateError(
        `Cannot issue serving certificate: host is ${JSON.stringify(host)}, must be a DNS name or an IP address`,
      );
    }
  }
}

/** The 4 or 16 bytes of an IP address in text form; undefined if `host` is not an IP address. */
export function ipAddressBytes(host: string): Uint8Array | undefined {
  if (!isIpAddress(host)) return undefined;
  if (!host.includes(":")) return new Uint8Array(host.split(".").map(Number));
  const [before = "", after] = withoutEmbeddedIpv4(host).split("::");
  const [left, right] = [groupsOf(before), groupsOf(after ?? "")];
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => 0);
  return new Uint8Array([...left, ...zeros, ...right].flatMap((group) => [group >> 8, group & 0xff]));
}

function groupsOf(text: string): readonly number[] {
  return text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16));
}

// "::ffff:127.0.0.1" is "::ffff:7f00:1".
function withoutEmbeddedIpv4(host: string): string {
  return host.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/u, (_match, a: string, b: string, c: string, d: string) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(":"),
  );
}

function isIpAddress(host: string): boolean {
  return isIP(host) !== 0 && !host.includes("%");
}

const dnsLabel = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/u;

function isDnsName(host: string): boolean {
  const [first, ...rest] = host.split(".");
  const labels = first === "*" && rest.length > 0 ? rest : [first ?? "", ...rest];
  return host.length <= 253 && labels.every((label) => dnsLabel.test(label));
}
