// When a certificate is to be replaced, as pure decisions: the caller brings the time and acts on the answer.
// A certificate is renewed when a third of its life is left, so that a failing renewal can be repeated for weeks
// before anybody is turned away. With the default life of 90 days that is after 60.
import { parseCertificates } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";

/** The part of a certificate that rotation looks at. Both in ms since the Unix epoch. */
export interface Validity {
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
}

/**
 * What to do with a certificate:
 * - `keep`: nothing to do before `renewAtMs` (ms since the Unix epoch);
 * - `renew`: get a new one; the present one serves on until `expiresAtMs`;
 * - `expired`: get a new one and do not use the present one.
 */
export type Rotation =
  | { readonly kind: "keep"; readonly renewAtMs: number }
  | { readonly kind: "renew"; readonly expiresAtMs: number }
  | { readonly kind: "expired" };

/** The share of its life after which a certificate is renewed. */
const renewAfterShare = 2 / 3;

/**
 * Decides what to do with `certificate` at `nowMs` (ms since the Unix epoch). One that is not valid yet is kept: its
 * issuer's clock is ahead of ours, and a new one would not be better.
 */
export function rotationOf(certificate: Validity, nowMs: number): Rotation {
  const { notBeforeMs, notAfterMs } = certificate;
  if (nowMs > notAfterMs) return { kind: "expired" };
  const renewAtMs = notBeforeMs + Math.floor((notAfterMs - notBeforeMs) * renewAfterShare);
  return nowMs < renewAtMs ? { kind: "keep", renewAtMs } : { kind: "renew", expiresAtMs: notAfterMs };
}

/**
 * Joins certificates of authorities into one bundle to trust: newest first, each once, those that are expired at `nowMs`
 * dropped. While an authority is replaced, clients trust both the old and the new one, so every serving certificate is known to them.
 *
 * @throws CertificateError when one of `pems` holds a broken certificate.
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
