/** The reasons for rejecting the certificate of a webhook, with the messages of Go's crypto/x509. */
import { isIpAddress, readIp } from "../kinds/ip/ip-text.ts";

/** An error of node:tls: `host` and `cert` are set if the certificate is for another host. */
interface TlsFailure {
  readonly code: string;
  readonly host?: string;
  readonly cert?: ServingCertificate;
}

interface ServingCertificate {
  readonly subject?: { readonly CN?: string | string[] };
  /** `DNS:a.test, IP Address:127.0.0.1` */
  readonly subjectaltname?: string;
}

/** The reason, or `undefined` if the TLS handshake failed for a reason other than the certificate. */
export function certificateRejection(error: unknown): string | undefined {
  if (!isTlsFailure(error)) return undefined;
  const { code, host = "", cert = {} } = error;
  switch (code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return hostRejection(host, cert);
    case "CERT_HAS_EXPIRED":
    case "CERT_NOT_YET_VALID":
      return "certificate has expired or is not yet valid";
    case "INVALID_PURPOSE":
      return "certificate specifies an incompatible key usage";
    default:
      return verificationCode.test(code) ? "certificate signed by unknown authority" : undefined;
  }
}

/** OpenSSL's results of a verification without a trusted chain; errors of the protocol have other codes. */
const verificationCode =
  /^(?:UNSPECIFIED|INVALID_CA|PATH_LENGTH_EXCEEDED|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|CERT_(?:UNTRUSTED|REJECTED|SIGNATURE_FAILURE|CHAIN_TOO_LONG))$/;

function hostRejection(host: string, { subject, subjectaltname }: ServingCertificate): string {
  if (subjectaltname === undefined && !isIpAddress(host) && subject?.CN === host) {
    return "certificate relies on legacy Common Name field, use SANs instead";
  }
  const names = (subjectaltname ?? "").split(", ");
  const isAddress = isIpAddress(host);
  const valid = isAddress ? withPrefix(names, "IP Address:").map(shortAddress) : withPrefix(names, "DNS:");
  if (valid.length > 0) return `certificate is valid for ${valid.join(", ")}, not ${host}`;
  return isAddress
    ? `cannot validate certificate for ${host} because it doesn't contain any IP SANs`
    : `certificate is not valid for any names, but wanted to match ${host}`;
}

function withPrefix(names: readonly string[], prefix: string): readonly string[] {
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** Node prints all groups of an IPv6 address. */
function shortAddress(address: string): string {
  return readIp(address)?.canonical ?? address;
}

function isTlsFailure(error: unknown): error is TlsFailure {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}
