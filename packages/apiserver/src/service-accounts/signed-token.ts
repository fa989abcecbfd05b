/** JSON web tokens in compact form, signed with RSA or ECDSA: https://www.rfc-editor.org/rfc/rfc7519 */
import { constants, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import type { SigningKey, VerificationKey } from "./service-account-keys.ts";

/** A token with its parts decoded. Nothing in it can be trusted before `isSignedWith`. */
export interface DecodedToken {
  readonly header: { readonly alg?: unknown; readonly kid?: unknown; readonly crit?: unknown };
  readonly claims: { readonly [name: string]: unknown };
  /** The bytes that are signed. */
  readonly signed: string;
  readonly signature: Uint8Array;
}

interface Algorithm {
  readonly keyType: "rsa" | "ec";
  readonly hash: "sha256" | "sha384" | "sha512";
  /** RSASSA-PSS, with a salt as long as the hash. */
  readonly isPss?: boolean;
}

const algorithms: ReadonlyMap<unknown, Algorithm> = new Map<unknown, Algorithm>([
  ["RS256", { keyType: "rsa", hash: "sha256" }],
  ["RS384", { keyType: "rsa", hash: "sha384" }],
  ["RS512", { keyType: "rsa", hash: "sha512" }],
  ["PS256", { keyType: "rsa", hash: "sha256", isPss: true }],
  ["PS384", { keyType: "rsa", hash: "sha384", isPss: true }],
  ["PS512", { keyType: "rsa", hash: "sha512", isPss: true }],
  ["ES256", { keyType: "ec", hash: "sha256" }],
  ["ES384", { keyType: "ec", hash: "sha384" }],
  ["ES512", { keyType: "ec", hash: "sha512" }],
]);

/** Signs `claims` with the key's own algorithm. */
export function signToken(claims: object, { id, algorithm, privateKey }: SigningKey): string {
  const signed = `${encode({ alg: algorithm, kid: id })}.${encode(claims)}`;
  const signature = sign(hashOf(algorithm), Buffer.from(signed), signatureKey(privateKey, algorithms.get(algorithm)));
  return `${signed}.${signature.toString("base64url")}`;
}

/** The parts of a token; `undefined` for any other string. */
export function decodeToken(token: string): DecodedToken | undefined {
  const [head = "", payload = "", signature = "", ...rest] = token.split(".");
  if (rest.length > 0 || ![head, payload, signature].every((part) => /^[\w-]*$/u.test(part))) return undefined;
  const [header, claims] = [decode(head), decode(payload)];
  if (header === undefined || claims === undefined) return undefined;
  return { header, claims, signed: `${head}.${payload}`, signature: Buffer.from(signature, "base64url") };
}

/**
 * Whether the key has signed the token. The type of the key decides which algorithms the token may name: an RSA key verifies no MAC, and an ECDSA
 * key verifies only the algorithm of its curve.
 */
export function isSignedWith({ header, signed, signature }: DecodedToken, key: VerificationKey): boolean {
  const algorithm = algorithms.get(header.alg);
  if (algorithm === undefined || header.crit !== undefined) return false;
  if (algorithm.keyType !== key.publicKey.asymmetricKeyType) return false;
  if (algorithm.keyType === "ec" && header.alg !== key.algorithm) return false;
  return verify(algorithm.hash, Buffer.from(signed), signatureKey(key.publicKey, algorithm), signature);
}

function signatureKey(key: KeyObject, algorithm: Algorithm | undefined): SignatureKey {
  if (algorithm?.keyType === "ec") return { key, dsaEncoding: "ieee-p1363" };
  if (algorithm?.isPss !== true) return { key };
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

interface SignatureKey {
  readonly key: KeyObject;
  readonly dsaEncoding?: "ieee-p1363";
  readonly padding?: number;
  readonly saltLength?: number;
}

function hashOf(algorithm: SigningKey["algorithm"]): string {
  return `sha${algorithm.slice(2)}`;
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function decode(part: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as unknown;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as { readonly [name: string]: unknown }) : undefined;
  } catch {
    return undefined;
  }
}
