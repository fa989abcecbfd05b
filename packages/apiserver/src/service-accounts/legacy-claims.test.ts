// Tokens that kube-controller-manager writes into Secrets.
import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import type { TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import type { Secret, ServiceAccount } from "@kubewright/api/core/v1";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import type { ApiServer } from "../api-server.ts";
import { createApiServer } from "../api-server.ts";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";
import { parseSigningKey } from "./service-account-keys.ts";
import { signToken } from "./signed-token.ts";

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const signingKey = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
const accounts = "/api/v1/namespaces/default/serviceaccounts";
const secrets = "/api/v1/namespaces/default/secrets";

interface TokenCluster extends Cluster {
  readonly token: string;
  review(token?: string): Promise<TokenReview["status"]>;
  secret(): Promise<Secret>;
}

/** A cluster with the account `robot` and a Secret with its token. `claims` override the claims of the token. */
async function withToken(claims: object = {}): Promise<TokenCluster> {
  const cluster = startCluster({ serviceAccounts: { signingKey } });
  const { metadata } = await cluster.sendOk<ServiceAccount>("POST", accounts, { metadata: { name: "robot" } });
  const prefix = "kubernetes.io/serviceaccount";
  const all = {
    iss: "kubernetes/serviceaccount",
    [`${prefix}/namespace`]: "default",
    [`${prefix}/secret.name`]: "robot-token",
    [`${prefix}/service-account.name`]: "robot",
    [`${prefix}/service-account.uid`]: metadata?.uid,
    sub: "system:serviceaccount:default:robot",
    ...claims,
  };
  const token = signToken(all, parseSigningKey(signingKey, "signingKey"));
  await cluster.sendOk("POST", secrets, {
    metadata: {
      name: "robot-token",
      annotations: { [`${prefix.replace("serviceaccount", "service-account")}.name`]: "robot" },
    },
    type: "kubernetes.io/service-account-token",
    data: { token: Buffer.from(token).toString("base64") },
  });
  return {
    ...cluster,
    token,
    review: async (sent = token) => {
      const path = "/apis/authentication.k8s.io/v1/tokenreviews";
      return (await cluster.sendOk<TokenReview>("POST", path, { spec: { token: sent } })).status;
    },
    secret: () => cluster.sendOk<Secret>("GET", `${secrets}/robot-token`),
  };
}

test("a token from a Secret authenticates its service account for the audiences of the API server", async () => {
  const cluster = await withToken();
  const status = await cluster.review();

  assert.deepEqual([status?.authenticated, status?.audiences], [true, ["https://kubernetes.default.svc"]]);
  assert.equal(status?.user?.username, "system:serviceaccount:default:robot");
  assert.deepEqual(status.user.groups, [
    "system:serviceaccounts",
    "system:serviceaccounts:default",
    "system:authenticated",
  ]);
  assert.equal(status.user.extra, undefined);
});

test("the Secret is labelled with the day of the last use, once a day", async () => {
  const cluster = await withToken();
  await cluster.review();
  const first = await cluster.secret();
  await cluster.review();

  assert.equal(first.metadata?.labels?.["kubernetes.io/legacy-token-last-used"], "2026-11-20");
  assert.equal((await cluster.secret()).metadata?.resourceVersion, first.metadata.resourceVersion);
  await cluster.clock.advance(24 * 3600 * 1000);
  await cluster.review();
  assert.equal((await cluster.secret()).metadata?.labels?.["kubernetes.io/legacy-token-last-used"], "2026-11-21");
});

test("a token is invalid once its Secret is deleted or contains another token", async () => {
  const cluster = await withToken();
  const data = { token: Buffer.from("other").toString("base64") };
  await cluster.sendOk("PATCH", `${secrets}/robot-token`, { data }, mergePatch);
  const replaced = await cluster.review();
  await cluster.sendOk("DELETE", `${secrets}/robot-token`);

  assert.equal(replaced?.error, "[invalid bearer token, Token does not match server's copy]");
  assert.equal((await cluster.review())?.error, "[invalid bearer token, Token has been invalidated]");
});

test("a token whose Secret is marked invalid is rejected, and the error names the solution", async () => {
  const cluster = await withToken();
  const labels = { "kubernetes.io/legacy-token-invalid-since": "2026-11-19" };
  await cluster.sendOk("PATCH", `${secrets}/robot-token`, { metadata: { labels } }, mergePatch);

  assert.equal(
    (await cluster.review())?.error,
    "[invalid bearer token, the token in secret default/robot-token for service account default/robot has been marked invalid. Use tokens from the TokenRequest API or manually created secret-based tokens, or remove the 'kubernetes.io/legacy-token-invalid-since' label from the secret to temporarily allow use of this token]",
  );
});

const wrongClaims = [
  { claims: { sub: undefined }, error: "sub claim is missing" },
  { claims: { "kubernetes.io/serviceaccount/namespace": "" }, error: "namespace claim is missing" },
  { claims: { "kubernetes.io/serviceaccount/secret.name": "" }, error: "secretName claim is missing" },
  { claims: { sub: "system:serviceaccount:default:admin" }, error: "sub claim is invalid" },
  {
    claims: { "kubernetes.io/serviceaccount/service-account.uid": "u" },
    error: /^ServiceAccount UID \([-0-9a-f]+\) does not match claim \(u\)$/u,
  },
];

test.for(wrongClaims)("a token with the claims $claims is rejected", async ({ claims, error }) => {
  const cluster = await withToken(claims);
  const found = ((await cluster.review())?.error ?? "").replace(/^\[invalid bearer token, (.*)\]$/u, "$1");

  if (typeof error === "string") assert.equal(found, error);
  else assert.match(found, error);
});

test("a token that another key has signed is rejected", async () => {
  const cluster = await withToken();
  const other = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;
  const pem = other.export({ type: "pkcs1", format: "pem" }).toString();
  const forged = signToken({ iss: "kubernetes/serviceaccount" }, parseSigningKey(pem, "other"));

  assert.equal((await cluster.review(forged))?.error, "[invalid bearer token, invalid signature, no keys found]");
});

test("the response to a request with an auto-generated token has a warning", async () => {
  const cluster = await withToken();
  await cluster.sendOk("PATCH", `${accounts}/robot`, { secrets: [{ name: "robot-token" }] }, mergePatch);
  const { warnings } = await cluster.send("POST", "/apis/authentication.k8s.io/v1/tokenreviews", {
    spec: { token: cluster.token },
  });

  assert.deepEqual(warnings, [
    "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated secret-based tokens.",
  ]);
});

test("a token of another issuer is accepted if its key and its issuer are configured", async () => {
  const { publicKey, privateKey: otherKey } = generateKeyPairSync("ec", { namedCurve: "P-384" });
  const pem = publicKey.export({ type: "spki", format: "pem" }).toString();
  const issuers = ["https://kubernetes.default.svc", "https://other.example"];
  const server = createApiServer({ serviceAccounts: { verificationKeys: [pem], issuers } });
  await send(server, accounts, { metadata: { name: "robot" } });
  // The fork has the same account and issues the token.
  const other = server.fork({
    serviceAccounts: {
      signingKey: otherKey.export({ type: "sec1", format: "pem" }).toString(),
      issuers: ["https://other.example"],
      apiAudiences: ["https://kubernetes.default.svc"],
    },
  });
  const { status } = await send(other, `${accounts}/robot/token`, { spec: {} });
  const { token } = status as { readonly token: string };
  const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
  const stranger = createApiServer();

  assert.partialDeepStrictEqual(await send(server, reviews, { spec: { token } }), { status: { authenticated: true } });
  assert.partialDeepStrictEqual(await send(stranger, reviews, { spec: { token } }), {
    status: { error: "invalid bearer token" },
  });
});

async function send(server: ApiServer, path: string, body: object): Promise<{ readonly [field: string]: unknown }> {
  const response = await server.transport().request({ method: "POST", path, body: JSON.stringify(body) });
  return JSON.parse(await readText(response)) as { readonly [field: string]: unknown };
}

const wrongOptions = [
  {
    serviceAccounts: { issuers: [] },
    message: 'Cannot use "serviceAccounts.issuers": it is empty, must name an issuer',
  },
  {
    serviceAccounts: { issuers: ["http:// no"] },
    message: 'Cannot use "serviceAccounts.issuers[0]": it is "http:// no", must be a URL or a name without a colon',
  },
  {
    serviceAccounts: { jwksUri: "http://x/keys" },
    message: 'Cannot use "serviceAccounts.jwksUri": it is "http://x/keys", must be an https URL',
  },
  {
    serviceAccounts: { signingKey: "x" },
    message:
      'Cannot read "serviceAccounts.signingKey": it contains no PEM block, must be an RSA or ECDSA private key in PEM',
  },
];

test.for(wrongOptions)("a server with wrong options does not start: $message", ({ serviceAccounts, message }) => {
  assert.throws(() => createApiServer({ serviceAccounts }), { name: "ServiceAccountOptionError", message });
});
