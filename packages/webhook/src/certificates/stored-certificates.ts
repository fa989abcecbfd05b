/**
 * The certificates that replicas share in a Secret, and a pure function that decides the next step.
 *
 * An authority is replaced in two steps, so that no API server gets a certificate that it does not trust. First the new authority is stored, and the
 * bundle has both. A serving certificate of the new authority follows only when all webhook configurations have had that bundle for
 * `bundlePropagationMs`; until then the old certificate is served.
 */
import { bundleOf, parseCertificate, rotationOf } from "@kubewright/certificates";
import type { IssuedCertificate } from "@kubewright/certificates";

export interface StoredCertificates {
  readonly authority: IssuedCertificate;
  /** The authorities to trust: the current one, and earlier ones that are still valid. */
  readonly bundle: string;
  readonly serving?: IssuedCertificate;
  /** The fingerprint of the authority that issued the serving certificate. */
  readonly servingAuthority?: string;
}

/**
 * How long all webhook configurations must have had a new authority before its certificate is served. API servers watch these configurations; a
 * watch whose connection was lost silently is replaced within minutes.
 */
export const bundlePropagationMs: number = 10 * 60_000;

export type NextStep =
  | { readonly kind: "createAuthority" }
  | { readonly kind: "issueServing"; readonly stored: StoredCertificates }
  | { readonly kind: "serve"; readonly serving: IssuedCertificate };

export interface NextStepOptions {
  /** The names that the serving certificate must have. */
  readonly hosts: readonly string[];
  /** The wall time. */
  readonly nowMs: number;
  /** How long all webhook configurations have been observed with `stored.bundle`. */
  readonly bundlePublishedForMs: number;
}

/** Decides the next step. `stored` is undefined if there are no certificates. */
export function nextStep(stored: StoredCertificates | undefined, options: NextStepOptions): NextStep {
  const { hosts, nowMs, bundlePublishedForMs } = options;
  if (!stored) return { kind: "createAuthority" };
  const authority = parseCertificate(stored.authority.certificate);
  if (rotationOf(authority, nowMs).kind !== "keep") return { kind: "createAuthority" };

  const issueServing: NextStep = { kind: "issueServing", stored };
  if (!stored.serving) return issueServing;
  const serving = parseCertificate(stored.serving.certificate);
  const rotation = rotationOf(serving, nowMs).kind;
  const isUsable = rotation !== "expired" && hosts.every((host) => serving.hosts.includes(host));
  if (!isUsable) return issueServing;
  const serve: NextStep = { kind: "serve", serving: stored.serving };
  if (stored.servingAuthority !== authority.fingerprint) {
    return bundlePublishedForMs >= bundlePropagationMs ? issueServing : serve;
  }
  return rotation === "keep" ? serve : issueServing;
}

/** The certificates with a new authority. The bundle keeps the earlier authorities, and the serving certificate is kept. */
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

/** Undefined if an entry of the Secret is missing. */
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
