/** JSON web tokens signed with ES256: https://www.rfc-editor.org/rfc/rfc7519 */
import { createHash, generateKeyPairSync, sign, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";

/** A key pair of one server. */
export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function createSigningKey(): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("base64url");
  return { id, privateKey, publicKey };
}

/** The token that says `claims`. */
export function signToken(claims: object, { id, privateKey }: SigningKey): string {
  const signed = `${encode({ alg: "ES256", kid: id })}.${encode(claims)}`;
  const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

/** The claims of a token that was signed with this key; `undefined` for every other text. */
export function readToken(token: string, { id, publicKey }: SigningKey): unknown {
  const [head = "", claims = "", signature = "", ...rest] = token.split(".");
  // The head is compared as a whole, so that a token cannot choose its own algorithm.
  if (rest.length > 0 || head !== encode({ alg: "ES256", kid: id })) return undefined;
  const bytes = Buffer.from(signature, "base64url");
  const key = { key: publicKey, dsaEncoding: "ieee-p1363" } as const;
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, bytes)) return undefined;
  return JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
