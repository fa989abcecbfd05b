// Decides when a certificate is replaced. The functions are pure: the caller passes the time and acts on the result.
// A certificate is renewed at two thirds of its lifetime, after 60 days by default, so that a failing renewal can be repeated for weeks
// before clients are rejected.
import { parseCertificates } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";

/** The validity of a certificate. Both times in ms since the Unix epoch. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/**
 * What to do with a certificate:
 * - `keep`: nothing to do before `renewAtMs` (ms since the Unix epoch);
 * - `renew`: get a new one; the current one can be used until `expiresAtMs`;
 * - `expired`: get a new one and do not use the current one.
 */
export type Rotation =
  | { readonly kind: "keep"; readonly renewAtMs: number }
  | { readonly kind: "renew"; readonly expiresAtMs: number }
  | { readonly kind: "expired" };

/** The share of its lifetime after which a certificate is renewed. */
const renewAfterShare = 2 / 3;

/**
 * Decides what to do with `certificate` at `nowMs` (ms since the Unix epoch). A certificate that is not valid yet is kept: the
 * clock of its issuer is ahead, and a new one would not be valid earlier.
 */
export function rotationOf(certificate: Validity, nowMs: number): Rotation {
  const { notBeforeMs, notAfterMs } = certificate;
  if (nowMs > notAfterMs) return { kind: "expired" };
  const renewAtMs = notBeforeMs + Math.floor((notAfterMs - notBeforeMs) * renewAfterShare);
  return nowMs < renewAtMs ? { kind: "keep", renewAtMs } : { kind: "renew", expiresAtMs: notAfterMs };
}

/**
 * Joins certificates of authorities into one bundle: newest first, each once, without those that are expired at `nowMs`.
 * While an authority is replaced, clients with the bundle trust the certificates of both the old and the new one.
 *
 * @throws CertificateError if one of `pems` contains an invalid certificate.
 */
export function bundleOf(pems: readonly string[], nowMs: number): string {
  const byFingerprint = new Map<string, Certificate>();
  for (const certificate of pems.flatMap((pem) => parseCertificates(pem))) {
    if (nowMs <= certificate.notAfterMs) byFingerprint.set(certificate.fingerprint, certificate);
  }
  return Array.from(byFingerprint.values())
    .sort((a, b) => b.notBeforeMs - a.notBeforeMs)
    .map((certificate) => certificate.pem)
    .join("");
}
