// The documents with which other programs verify service account tokens: https://openid.net/specs/openid-connect-discovery-1_0.html
import { createHash, createPublicKey } from "node:crypto";
import type { webcrypto } from "node:crypto";
import type { TokenRequest } from "@kubewright/api/authentication.k8s.io/v1";
import { headerOf } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openTokenTransports } from "../token-transport.ts";
import type { TokenTransports } from "../token-transport.ts";

const configurationPath = "/.well-known/openid-configuration";
const keysPath = "/openid/v1/jwks";

let server: ServerUnderTest;
let transports: TokenTransports;
/** A token for another audience, which a verifier verifies. */
let token: string;
/** A token of a service account for the API server, with which a verifier reads the documents. */
let ownToken: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  transports = await openTokenTransports(server);
  const accounts = `/api/v1/namespaces/${await server.createNamespace()}/serviceaccounts`;
  const post = (path: string, body: object): Promise<TestResponse> =>
    sendRequest(server.transport, { method: "POST", path, body });
  await post(accounts, { metadata: { name: "robot" } });
  const tokenFor = async (audiences: readonly string[]): Promise<string> => {
    const { body } = await post(`${accounts}/robot/token`, { spec: { audiences } });
    return (body as TokenRequest).status?.token ?? "";
  };
  [token, ownToken] = [await tokenFor(["verifier"]), await tokenFor([])];
});

afterAll(async () => {
  await transports[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function read(path: string, accept = "*/*"): Promise<TestResponse> {
  return sendRequest(transports.of(ownToken), { path, headers: { accept } });
}

interface KeySet {
  readonly keys: readonly (webcrypto.JsonWebKey & {
    readonly kid: string;
    readonly alg: string;
    readonly use: string;
  })[];
}

async function readKeys(): Promise<KeySet> {
  const { body } = await read(keysPath);
  return (typeof body === "string" ? JSON.parse(body) : body) as KeySet;
}

test("the configuration names the issuer, the keys and the algorithms, and may be cached for an hour", async () => {
  const { status, headers, body } = await read(configurationPath);
  const { jwks_uri: jwksUri, ...rest } = body as { readonly jwks_uri: string };

  expect(status).toBe(200);
  expect(headerOf(headers, "content-type")).toBe("application/json");
  expect(headerOf(headers, "cache-control")).toBe("public, max-age=3600");
  expect(rest).toEqual({
    issuer: "https://kubernetes.default.svc",
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [(await readKeys()).keys[0]?.alg],
  });
  expect(jwksUri).toBe(`${transports.server}${keysPath}`);
});

test("the key set has the public keys by their IDs, and may be cached for an hour", async () => {
  const { status, headers } = await read(keysPath);
  const { keys } = await readKeys();

  expect(status).toBe(200);
  expect(headerOf(headers, "content-type")).toBe("application/jwk-set+json");
  expect(headerOf(headers, "cache-control")).toBe("public, max-age=3600");
  expect(keys.map(({ use, kid }) => [use, kid])).toEqual([["sig", idOf(keys[0])]]);
  expect(keys[0]).not.toHaveProperty("d");
});

function idOf(key: webcrypto.JsonWebKey = {}): string {
  const encoded = createPublicKey({ key: { ...key }, format: "jwk" }).export({ type: "spki", format: "der" });
  return createHash("sha256").update(encoded).digest("base64url");
}

const webCryptoAlgorithms: { readonly [alg: string]: { readonly name: string; readonly namedCurve?: string } } = {
  RS256: { name: "RSASSA-PKCS1-v1_5" },
  ES256: { name: "ECDSA", namedCurve: "P-256" },
};

test("a verifier with only the documents verifies a token", async () => {
  const [head = "", claims = "", signature = ""] = token.split(".");
  const { alg, kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { alg: string; kid: string };
  const found = (await readKeys()).keys.find((key) => key.kid === kid && key.alg === alg);
  const algorithm = { ...webCryptoAlgorithms[alg], name: webCryptoAlgorithms[alg]?.name ?? "", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("jwk", found ?? {}, algorithm, false, ["verify"]);
  const verify = (text: string): Promise<boolean> =>
    crypto.subtle.verify(algorithm, key, Buffer.from(signature, "base64url"), Buffer.from(text));

  expect(await verify(`${head}.${claims}`)).toBe(true);
  expect(await verify(`${head}.${claims}x`)).toBe(false);
});

test("service accounts can read the documents, and anonymous clients cannot", async () => {
  const anonymous = transports.of();
  const answers = [
    await sendRequest(anonymous, { path: configurationPath }),
    await sendRequest(anonymous, { path: keysPath }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  expect(answers[0]?.body).toMatchObject({
    message: `forbidden: User "system:anonymous" cannot get path "${configurationPath}"`,
  });
});

test("the paths are in the list of paths", async () => {
  const { body } = await sendRequest(server.transport, { path: "/" });

  expect((body as { readonly paths: readonly string[] }).paths).toEqual(
    expect.arrayContaining([configurationPath, keysPath]),
  );
});

test.for([
  ["POST", configurationPath, "*/*", 405],
  ["DELETE", keysPath, "*/*", 405],
  ["HEAD", configurationPath, "*/*", 405],
  ["GET", `${configurationPath}/`, "application/json", 200],
  ["GET", `${keysPath}/`, "application/jwk-set+json", 200],
  ["GET", `${keysPath}/x`, "*/*", 404],
] as const)("%s %s with Accept: %s is answered with %s", async ([method, path, accept, expected]) => {
  const { status } = await sendRequest(server.transport, { method, path, headers: { accept } });

  expect(status).toBe(expected);
});

test("a client that does not accept a document's media type gets 406", async () => {
  const { status, body } = await read(keysPath, "application/json");

  expect([status, (body as { readonly message: string }).message]).toEqual([
    406,
    "406: Not Acceptable\n\nAvailable representations: application/jwk-set+json",
  ]);
});
