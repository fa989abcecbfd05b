/**
 * The keys of service account tokens: one private key signs, and every public key verifies. RSA keys and ECDSA keys on P-256, P-384 and P-521, in
 * PEM, as `--service-account-signing-key-file` and `--service-account-key-file` of kube-apiserver accept them.
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { ServiceAccountOptionError } from "./errors.ts";

export interface VerificationKey {
  /** SHA-256 of the public key's SPKI encoding in base64url: the `kid` of tokens and of JSON web keys. */
  readonly id: string;
  /** The algorithm of tokens that are signed with this key. */
  readonly algorithm: "RS256" | "ES256" | "ES384" | "ES512";
  readonly publicKey: KeyObject;
}

export interface SigningKey extends VerificationKey {
  readonly privateKey: KeyObject;
}

/** A fresh ECDSA key pair on P-256. */
export function generateSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { ...verificationKey(publicKey, "signing key"), privateKey };
}

/**
 * The first private key in `pem`. `field` names the option in errors.
 *
 * @throws {ServiceAccountOptionError} if `pem` has no private key, or one that is not an RSA key or an ECDSA key on a supported curve.
 */
export function parseSigningKey(pem: string, field: string): SigningKey {
  const block = blocksOf(pem).find(({ label }) => label.endsWith("PRIVATE KEY"));
  if (block === undefined) {
    throw new ServiceAccountOptionError(
      `Cannot read "${field}": ${foundIn(pem)}, must be an RSA or ECDSA private key in PEM`,
    );
  }
  const privateKey = parsed(() => createPrivateKey(block.text), block, field);
  return { ...verificationKey(createPublicKey(privateKey), field), privateKey };
}

/**
 * All public keys in `pem`. Of private keys and certificates, the public key is used. `field` names the option in errors.
 *
 * @throws {ServiceAccountOptionError} if `pem` has no key, or one that is not an RSA key or an ECDSA key on a supported curve.
 */
export function parseVerificationKeys(pem: string, field: string): readonly VerificationKey[] {
  const blocks = blocksOf(pem).filter(({ label }) => label.endsWith("KEY") || label === "CERTIFICATE");
  if (blocks.length === 0) {
    throw new ServiceAccountOptionError(
      `Cannot read "${field}": ${foundIn(pem)}, must be RSA or ECDSA public keys in PEM`,
    );
  }
  return blocks.map((block) =>
    verificationKey(
      parsed(() => createPublicKey(block.text), block, field),
      field,
    ),
  );
}

interface PemBlock {
  readonly label: string;
  readonly text: string;
}

function blocksOf(pem: string): readonly PemBlock[] {
  const blocks = pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/gu);
  return Array.from(blocks, ([text, label = ""]) => ({ label, text }));
}

/** The labels of the PEM blocks. An error never contains a key. */
function foundIn(pem: string): string {
  const labels = blocksOf(pem).map(({ label }) => `"${label}"`);
  return labels.length === 0 ? "it contains no PEM block" : `it contains only ${labels.join(", ")}`;
}

function parsed(parse: () => KeyObject, { label }: PemBlock, field: string): KeyObject {
  try {
    return parse();
  } catch (cause) {
    const hint = label === "ENCRYPTED PRIVATE KEY" ? "is encrypted, must be an unencrypted key" : "cannot be decoded";
    throw new ServiceAccountOptionError(`Cannot read "${field}": the PEM block "${label}" ${hint}`, { cause });
  }
}

const ecdsaAlgorithms: ReadonlyMap<string, VerificationKey["algorithm"]> = new Map([
  ["prime256v1", "ES256"],
  ["secp384r1", "ES384"],
  ["secp521r1", "ES512"],
]);

function verificationKey(publicKey: KeyObject, field: string): VerificationKey {
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { id, algorithm: algorithmOf(publicKey, field), publicKey };
}

function algorithmOf(
  { asymmetricKeyType, asymmetricKeyDetails }: KeyObject,
  field: string,
): VerificationKey["algorithm"] {
  if (asymmetricKeyType === "rsa") return "RS256";
  const curve = asymmetricKeyDetails?.namedCurve ?? "";
  const algorithm = asymmetricKeyType === "ec" ? ecdsaAlgorithms.get(curve) : undefined;
  if (algorithm !== undefined) return algorithm;
  const found = asymmetricKeyType === "ec" ? `an ECDSA key on ${curve}` : `a key of type ${asymmetricKeyType}`;
  throw new ServiceAccountOptionError(
    `Cannot use "${field}": it is ${found}, must be an RSA key or an ECDSA key on P-256, P-384 or P-521`,
  );
}
