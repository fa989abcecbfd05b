import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { test } from "vitest";
import { parseSigningKey, parseVerificationKeys } from "./service-account-keys.ts";
import { decodeToken, isSignedWith, signToken } from "./signed-token.ts";

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const p256 = generateKeyPairSync("ec", { namedCurve: "P-256" });
const p384 = generateKeyPairSync("ec", { namedCurve: "P-384" });
const p521 = generateKeyPairSync("ec", { namedCurve: "P-521" });

function pem(key: KeyObject, type: "pkcs1" | "pkcs8" | "sec1" | "spki"): string {
  const encoded = key.export({ type, format: "pem" });
  assert.ok(typeof encoded === "string");
  return encoded;
}

const privateForms = [
  { form: "RSA PRIVATE KEY", text: pem(rsa.privateKey, "pkcs1"), algorithm: "RS256" },
  { form: "PRIVATE KEY with an RSA key", text: pem(rsa.privateKey, "pkcs8"), algorithm: "RS256" },
  { form: "EC PRIVATE KEY", text: pem(p256.privateKey, "sec1"), algorithm: "ES256" },
  { form: "PRIVATE KEY with a P-384 key", text: pem(p384.privateKey, "pkcs8"), algorithm: "ES384" },
  { form: "PRIVATE KEY with a P-521 key", text: pem(p521.privateKey, "pkcs8"), algorithm: "ES512" },
];

test.for(privateForms)("$form signs tokens with $algorithm", ({ text, algorithm }) => {
  const key = parseSigningKey(`some text before\n${text}`, "signingKey");
  const token = decodeToken(signToken({ sub: "me" }, key));
  assert.ok(token);

  assert.deepEqual(token.header, { alg: algorithm, kid: key.id });
  assert.equal(isSignedWith(token, key), true);
  assert.equal(isSignedWith({ ...token, signed: `${token.signed}x` }, key), false);
});

test("parseSigningKey() finds the key after a block with EC PARAMETERS, which openssl writes", () => {
  const parameters = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

  assert.equal(parseSigningKey(parameters + pem(p256.privateKey, "sec1"), "signingKey").algorithm, "ES256");
});

test("parseVerificationKeys() reads public keys, private keys and several keys in one string", () => {
  const text = [pem(rsa.publicKey, "spki"), pem(rsa.publicKey, "pkcs1"), pem(p256.privateKey, "sec1")].join("");
  const keys = parseVerificationKeys(text, "verificationKeys[0]");

  assert.deepEqual(
    keys.map(({ algorithm }) => algorithm),
    ["RS256", "RS256", "ES256"],
  );
  assert.equal(keys[0]?.id, keys[1]?.id);
});

test("a token cannot choose an algorithm that does not belong to the key", () => {
  const key = parseSigningKey(pem(rsa.privateKey, "pkcs1"), "signingKey");
  const token = decodeToken(signToken({ sub: "me" }, key));
  assert.ok(token);

  for (const alg of ["none", "HS256", "ES256", undefined, 5]) {
    assert.equal(isSignedWith({ ...token, header: { ...token.header, alg } }, key), false, String(alg));
  }
  assert.equal(isSignedWith({ ...token, header: { ...token.header, crit: ["exp"] } }, key), false);
});

const ed25519 = generateKeyPairSync("ed25519");
const k256 = generateKeyPairSync("ec", { namedCurve: "secp256k1" });
const wrongKeys = [
  { text: "", message: 'Cannot read "k": it contains no PEM block, must be an RSA or ECDSA private key in PEM' },
  {
    text: pem(rsa.publicKey, "spki"),
    message: 'Cannot read "k": it contains only "PUBLIC KEY", must be an RSA or ECDSA private key in PEM',
  },
  {
    text: pem(ed25519.privateKey, "pkcs8"),
    message: 'Cannot use "k": it is a key of type ed25519, must be an RSA key or an ECDSA key on P-256, P-384 or P-521',
  },
  {
    text: pem(k256.privateKey, "pkcs8"),
    message:
      'Cannot use "k": it is an ECDSA key on secp256k1, must be an RSA key or an ECDSA key on P-256, P-384 or P-521',
  },
  {
    text: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    message: 'Cannot read "k": the PEM block "PRIVATE KEY" cannot be decoded',
  },
  {
    text: rsa.privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "p" }).toString(),
    message: 'Cannot read "k": the PEM block "ENCRYPTED PRIVATE KEY" is encrypted, must be an unencrypted key',
  },
];

test.for(wrongKeys)("an unsupported signing key is rejected: $message", ({ text, message }) => {
  assert.throws(() => parseSigningKey(text, "k"), { name: "ServiceAccountOptionError", message });
});

test("parseVerificationKeys() rejects a string without keys", () => {
  assert.throws(() => parseVerificationKeys("nothing", "serviceAccounts.verificationKeys[0]"), {
    name: "ServiceAccountOptionError",
    message:
      'Cannot read "serviceAccounts.verificationKeys[0]": it contains no PEM block, must be RSA or ECDSA public keys in PEM',
  });
});
