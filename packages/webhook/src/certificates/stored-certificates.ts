/**
 * The certificates that replicas share, as they are in a Secret, and what is to become of them: a pure decision.
 *
 * The authority is replaced in two steps, so that nobody meets a certificate that they don't trust: first its successor is stored and
 * both are in the bundle; only when API servers have that bundle is a serving certificate of the successor made.
 */
import { bundleOf, parseCertificate, rotationOf } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";

export interface StoredCertificates {
  readonly authority: IssuedCertificate;
  /** The authorities to trust: the present one, and earlier ones that are still valid. */
  readonly bundle: string;
  readonly serving?: IssuedCertificate;
  /** Whose the serving certificate is: the fingerprint of its authority. */
  readonly servingAuthority?: string;
}

export type NextStep = "makeAuthority" | "makeServing" | "keep";

/** What is to be done first. */
export function nextStep(stored: StoredCertificates | undefined, hosts: readonly string[], nowMs: number): NextStep {
  if (!stored) return "makeAuthority";
  const authority = parseCertificate(stored.authority.certificate);
  if (rotationOf(authority, nowMs).kind !== "keep") return "makeAuthority";
  if (!stored.serving || stored.servingAuthority !== authority.fingerprint) return "makeServing";
  const serving = parseCertificate(stored.serving.certificate);
  const isForHosts = hosts.every((host) => serving.hosts.includes(host));
  return isForHosts && rotationOf(serving, nowMs).kind === "keep" ? "keep" : "makeServing";
}

/** The certificates with another authority. What is served with stays until its successor is made. */
export function withAuthority(
  stored: StoredCertificates | undefined,
  authority: IssuedCertificate,
  nowMs: number,
): StoredCertificates {
  const bundle = bundleOf([authority.certificate, ...(stored ? [stored.bundle] : [])], nowMs);
  return { ...stored, authority, bundle };
}

const names = {
  authorityCertificate: "ca.crt",
  authorityKey: "ca.key",
  bundle: "ca-bundle.crt",
  certificate: "tls.crt",
  key: "tls.key",
  servingAuthority: "tls.ca",
} as const;

type Data = Readonly<Record<string, string>>;

/** Undefined when what a Secret holds is not ours, or not whole. */
export function fromSecretData(data: Data = {}): StoredCertificates | undefined {
  const text = (name: string): string | undefined =>
    data[name] === undefined ? undefined : Buffer.from(data[name], "base64").toString();
  const [certificate, key, bundle] = [text(names.authorityCertificate), text(names.authorityKey), text(names.bundle)];
  if (certificate === undefined || key === undefined || bundle === undefined) return undefined;
  const [servingCertificate, servingKey] = [text(names.certificate), text(names.key)];
  const servingAuthority = text(names.servingAuthority);
  return {
    authority: { certificate, key },
    bundle,
    ...(servingCertificate && servingKey ? { serving: { certificate: servingCertificate, key: servingKey } } : {}),
    ...(servingAuthority ? { servingAuthority } : {}),
  };
}

export function toSecretData({ authority, bundle, serving, servingAuthority }: StoredCertificates): Data {
  const texts: readonly (readonly [string, string | undefined])[] = [
    [names.authorityCertificate, authority.certificate],
    [names.authorityKey, authority.key],
    [names.bundle, bundle],
    [names.certificate, serving?.certificate],
    [names.key, serving?.key],
    [names.servingAuthority, servingAuthority],
  ];
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, Buffer.from(text).toString("base64")]])),
  );
}
