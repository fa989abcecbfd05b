// Parses certificates with Node's parser, which requires no library, and converts the result
// to plain data.
import { X509Certificate } from "node:crypto";
import { CertificateError } from "./errors.ts";

/** A certificate as plain data. */
export interface Certificate {
  /** The certificate alone, as PEM with a final newline. */
  readonly pem: string;
  /** The subject's first common name: Kubernetes' user name in a client certificate. */
  readonly commonName?: string;
  /** The subject's organizations, in their order: Kubernetes' groups in a client certificate. */
  readonly organizations: readonly string[];
  /** The DNS names and IP addresses, in order. Other kinds of alternative names are left out. */
  readonly hosts: readonly string[];
  /** Lower-case hexadecimal digits. */
  readonly serialNumber: string;
  /** First moment of validity, in ms since the Unix epoch. */
  readonly notBeforeMs: number;
  /** Last moment of validity, in ms since the Unix epoch. */
  readonly notAfterMs: number;
  /** Whether it may sign other certificates. */
  readonly isAuthority: boolean;
  /** SHA-256 of the encoded certificate, as lower-case hexadecimal digits. It identifies the certificate. */
  readonly fingerprint: string;
}

/**
 * Reads exactly one certificate.
 *
 * @throws CertificateError if `pem` is not exactly one certificate in PEM.
 */
export function parseCertificate(pem: string): Certificate {
  const [first, second] = parseCertificates(pem);
  if (first === undefined)
    throw new CertificateError("Cannot read certificate: found no CERTIFICATE block, must be one");
  if (second !== undefined)
    throw new CertificateError("Cannot read certificate: found several CERTIFICATE blocks, must be one");
  return first;
}

/**
 * Reads all certificates of a bundle, in order. As in Go and OpenSSL, text around the blocks and blocks of other kinds, such as
 * keys, are skipped. A bundle without certificates gives an empty array.
 *
 * @throws CertificateError if a CERTIFICATE block does not contain a certificate.
 */
export function parseCertificates(pem: string): readonly Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/gu) ?? [];
  return blocks.map((block, index) => read(block, index));
}

function read(block: string, index: number): Certificate {
  const parsed = open(block, index);
  const subject = parsed.toLegacyObject().subject as unknown as Readonly<Record<string, string | readonly string[]>>;
  const [commonName] = listOf(subject["CN"]);
  return {
    pem: parsed.toString(),
    ...(commonName === undefined ? {} : { commonName }),
    organizations: listOf(subject["O"]),
    hosts: hostsOf(parsed.subjectAltName ?? ""),
    serialNumber: parsed.serialNumber.toLowerCase(),
    notBeforeMs: parsed.validFromDate.getTime(),
    notAfterMs: parsed.validToDate.getTime(),
    isAuthority: parsed.ca,
    fingerprint: parsed.fingerprint256.replaceAll(":", "").toLowerCase(),
  };
}

function open(block: string, index: number): X509Certificate {
  try {
    return new X509Certificate(block);
  } catch (cause) {
    throw new CertificateError(
      `Cannot read certificate: CERTIFICATE block ${index + 1} does not hold an X.509 certificate`,
      { cause },
    );
  }
}

// Node gives one value as a string and several as an array.
function listOf(value: string | readonly string[] | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

// Node prints alternative names as "DNS:a, IP Address:127.0.0.1" and quotes, as JSON, any name that could be mistaken
// for a separator. Such a name is not a host, so it is skipped.
function hostsOf(subjectAltName: string): readonly string[] {
  return Array.from(
    subjectAltName.matchAll(/(?:^|, )(?:[A-Za-z ]+:"(?:[^"\\]|\\.)*"|(?:DNS|IP Address):([^,"]+)|[^,"]+)/gu),
    (match) => match[1] ?? "",
  ).filter((host) => host !== "");
}
