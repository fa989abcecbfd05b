// A certificate authority in memory: a key and a certificate that sign other certificates.
// All keys are ECDSA P-256. Times come from the Clock and serial numbers from Random. Keys come only from the operating
// system's generator, because a key that can be computed from a seed is not a secret.
import { createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { Clock, Random } from "@kubewright/async";
import { parseCertificate } from "./certificate.ts";
import type { Certificate } from "./certificate.ts";
import type * as encoder from "./encode.ts";
import type { Content, Purpose } from "./encode.ts";
import { CertificateError } from "./errors.ts";
import { assertHosts } from "./hosts.ts";

/** A certificate and its key, both in PEM (the key as PKCS #8). Has the form of TLS options. */
export interface IssuedCertificate {
  readonly certificate: string;
  /** A secret. Store it only in a file that no other user can read. */
  readonly key: string;
}

/** Signs certificates. Its own `certificate` is what clients and servers trust. */
export interface CertificateAuthority extends IssuedCertificate {
  /** Issues a certificate for a server with these `hosts`. */
  issueServing(options: IssueServingOptions): Promise<IssuedCertificate>;
  /** Issues a certificate that authenticates a client to a Kubernetes API server. */
  issueClient(options: IssueClientOptions): Promise<IssuedCertificate>;
}

export interface IssueServingOptions {
  /** DNS names and IP addresses, at least one. A DNS name may begin with a "*" label. */
  readonly hosts: readonly string[];
  /** The lifetime in ms. Default: 90 days. The certificate expires with the authority at the latest. */
  readonly lifetimeMs?: number;
}

export interface IssueClientOptions {
  /** Kubernetes' user name; becomes the common name. */
  readonly user: string;
  /** Kubernetes' groups; become the organizations. Default none. */
  readonly groups?: readonly string[];
  /** Kubernetes' user uid; becomes an attribute of the subject. Default: none. */
  readonly uid?: string | undefined;
  /** The lifetime in ms. Default: 90 days. The certificate expires with the authority at the latest. */
  readonly lifetimeMs?: number;
}

export interface CertificateAuthorityOptions {
  readonly clock: Clock;
  readonly random: Random;
  /** The authority's common name, default "kubewright-ca". */
  readonly name?: string;
  /** The lifetime of the authority in ms. Default: ten years. */
  readonly lifetimeMs?: number;
}

export interface LoadCertificateAuthorityOptions extends IssuedCertificate {
  readonly clock: Clock;
  readonly random: Random;
}

const dayMs = 24 * 60 * 60 * 1000;
const leafLifetimeMs = 90 * dayMs;
const authorityLifetimeMs = 3650 * dayMs; // Ten years, as kubeadm's authorities have.

// The clock of a recipient may be behind ours. The signer of Kubernetes backdates by the same time.
const backdateMs = 5 * 60 * 1000;

/**
 * Creates a new self-signed authority with a new key. Writes no files.
 *
 * @throws CertificateError if `name` or `lifetimeMs` is not possible in a certificate.
 */
export async function createCertificateAuthority(options: CertificateAuthorityOptions): Promise<CertificateAuthority> {
  const { clock, random, name = "kubewright-ca", lifetimeMs = authorityLifetimeMs } = options;
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const subject = { commonName: name, organizations: [] };
  const issuer = { subject, publicKey: keys.publicKey };
  const { encodeCertificate } = await loadEncoder();

  const certificate = encodeCertificate(
    {
      ...contentOf({ clock, random, lifetimeMs }),
      subject,
      issuer,
      publicKey: keys.publicKey,
      purpose: { kind: "authority" },
    },
    keys.privateKey,
  );
  return authority({ clock, random, certificate: parseCertificate(certificate), issuer, privateKey: keys.privateKey });
}

/**
 * Loads a stored authority.
 *
 * @throws CertificateError if the certificate or the key cannot be parsed, if they do not match, or if the
 * certificate is not that of an authority.
 */
export function loadCertificateAuthority(options: LoadCertificateAuthorityOptions): CertificateAuthority {
  const { clock, random, certificate } = options;
  const parsed = parseCertificate(certificate);
  if (!parsed.isAuthority) {
    throw new CertificateError(
      `Cannot load certificate authority: certificate of "${parsed.commonName ?? ""}" may not sign certificates, must have CA:TRUE`,
    );
  }
  const privateKey = readKey(options.key);
  const publicKey = createPublicKey(privateKey);
  if (!publicKey.equals(createPublicKey(certificate))) {
    throw new CertificateError(
      `Cannot load certificate authority: key does not belong to the certificate of "${parsed.commonName ?? ""}"`,
    );
  }
  const issuer = { certificate: parsed.pem, publicKey };
  return authority({ clock, random, certificate: parsed, issuer, privateKey });
}

interface Holder {
  readonly clock: Clock;
  readonly random: Random;
  readonly certificate: Certificate;
  readonly issuer: Content["issuer"];
  readonly privateKey: KeyObject;
}

function authority(holder: Holder): CertificateAuthority {
  return {
    certificate: holder.certificate.pem,
    key: pemOf(holder.privateKey),
    issueServing: async ({ hosts, lifetimeMs = leafLifetimeMs }) => {
      assertHosts(hosts);
      return issue(holder, { lifetimeMs, subject: { organizations: [] }, purpose: { kind: "serving", hosts } });
    },
    issueClient: async ({ user, groups = [], uid, lifetimeMs = leafLifetimeMs }) => {
      const subject = { commonName: user, organizations: groups, ...(uid === undefined ? {} : { uid }) };
      return issue(holder, { lifetimeMs, subject, purpose: { kind: "client" } });
    },
  };
}

interface Order {
  readonly lifetimeMs: number;
  readonly subject: Content["subject"];
  readonly purpose: Purpose;
}

async function issue(holder: Holder, order: Order): Promise<IssuedCertificate> {
  const { encodeCertificate } = await loadEncoder();
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { certificate: own } = holder;
  const content = contentOf({ clock: holder.clock, random: holder.random, lifetimeMs: order.lifetimeMs });
  if (content.notBeforeMs + backdateMs > own.notAfterMs) {
    throw new CertificateError(
      `Cannot issue certificate: authority "${own.commonName ?? ""}" expired at ${new Date(own.notAfterMs).toISOString()}, must be valid`,
    );
  }
  const certificate = encodeCertificate(
    {
      ...content,
      notAfterMs: Math.min(content.notAfterMs, own.notAfterMs),
      subject: order.subject,
      issuer: holder.issuer,
      publicKey: keys.publicKey,
      purpose: order.purpose,
    },
    holder.privateKey,
  );
  return { certificate, key: pemOf(keys.privateKey) };
}

function contentOf(options: {
  readonly clock: Clock;
  readonly random: Random;
  readonly lifetimeMs: number;
}): Pick<Content, "serialNumber" | "notBeforeMs" | "notAfterMs"> {
  const { clock, random, lifetimeMs } = options;
  if (!(lifetimeMs >= 1000)) {
    throw new CertificateError(
      `Cannot issue certificate: lifetimeMs is ${lifetimeMs}, must be at least 1000 (certificates count in seconds)`,
    );
  }
  const nowMs = clock.wallTime();
  return { serialNumber: serialNumberFrom(random), notBeforeMs: nowMs - backdateMs, notAfterMs: nowMs + lifetimeMs };
}

// RFC 5280 section 4.1.2.2: positive and at most 20 octets. The second highest bit is set so that it is never zero and
// always has the same length.
function serialNumberFrom(random: Random): Uint8Array {
  const bytes = random.bytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    // The message omits the key, which is a secret.
    throw new CertificateError("Cannot load certificate authority: key is not a private key in PEM form", { cause });
  }
}

function pemOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}

// The encoder depends on an ASN.1 library that takes longer to load than to issue a certificate, and most programs
// only read certificates.
async function loadEncoder(): Promise<typeof encoder> {
  return import("./encode.ts");
}
