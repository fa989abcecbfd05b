import assert from "node:assert/strict";
import type { TokenRequest, TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import type { ServiceAccount } from "@kubewright/api/core/v1";
import { test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { startCluster } from "../kinds/testdata/cluster.ts";

const accounts = "/api/v1/namespaces/default/serviceaccounts";
const account = `${accounts}/robot`;

async function withAccount(): Promise<Cluster> {
  const cluster = startCluster();
  await cluster.sendOk("POST", accounts, { metadata: { name: "robot" } });
  return cluster;
}

async function tokenOf(cluster: Cluster, spec: object): Promise<string> {
  const { status } = await cluster.sendOk<TokenRequest>("POST", `${account}/token`, { spec });
  return status?.token ?? "";
}

async function review(cluster: Cluster, token: string): Promise<TokenReview["status"]> {
  const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";
  return (await cluster.sendOk<TokenReview>("POST", reviews, { spec: { token } })).status;
}

async function isGood(cluster: Cluster, token: string): Promise<boolean> {
  return (await review(cluster, token))?.authenticated === true;
}

interface Claims {
  readonly sub: string;
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;
}

test("a token authenticates its service account for an hour by default", async () => {
  const cluster = await withAccount();
  const { metadata } = await cluster.sendOk<ServiceAccount>("GET", account);
  const { spec, status } = await cluster.sendOk<TokenRequest>("POST", `${account}/token`, { spec: {} });
  const token = status?.token ?? "";
  const claims = claimsOf(token);

  assert.deepEqual(spec, {
    audiences: ["https://kubernetes.default.svc"],
    boundObjectRef: null,
    expirationSeconds: 3600,
  });
  assert.equal(status?.expirationTimestamp, "2026-11-20T13:00:00Z");
  assert.equal(claims.sub, "system:serviceaccount:default:robot");
  assert.equal(claims.exp - claims.iat, 3600);
  assert.deepEqual(await review(cluster, token), {
    authenticated: true,
    audiences: ["https://kubernetes.default.svc"],
    user: {
      username: "system:serviceaccount:default:robot",
      uid: metadata?.uid,
      groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
      extra: { "authentication.kubernetes.io/credential-id": [`JTI=${claims.jti}`] },
    },
  });
});

test("a token is accepted until a minute after it has expired", async () => {
  const cluster = await withAccount();
  const token = await tokenOf(cluster, { expirationSeconds: 600 });

  await cluster.clock.advance(659_000);
  assert.equal(await isGood(cluster, token), true);
  await cluster.clock.advance(2000);
  assert.deepEqual(await review(cluster, token), {
    user: {},
    error: "[invalid bearer token, service account token has expired]",
  });
});

test("a token is invalid once its account is deleted, even if the account is created again", async () => {
  const cluster = await withAccount();
  const token = await tokenOf(cluster, {});
  await cluster.sendOk("DELETE", account);
  await cluster.sendOk("POST", accounts, { metadata: { name: "robot" } });

  assert.equal(await isGood(cluster, token), false);
});

test("a token that is bound to a Pod has the names of the Pod and its node, and is invalid once the Pod is deleted", async () => {
  const cluster = await withAccount();
  const pods = "/api/v1/namespaces/default/pods";
  const spec = { serviceAccountName: "robot", nodeName: "n", containers: [{ name: "c", image: "i" }] };
  await cluster.sendOk("POST", pods, { metadata: { name: "p" }, spec });
  const token = await tokenOf(cluster, { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p" } });
  const extra = (await review(cluster, token))?.user?.extra;

  assert.deepEqual(extra?.["authentication.kubernetes.io/pod-name"], ["p"]);
  assert.deepEqual(extra["authentication.kubernetes.io/node-name"], ["n"]);
  await cluster.sendOk("DELETE", `${pods}/p?gracePeriodSeconds=0`);
  assert.equal(await isGood(cluster, token), false);
});

test("a token for other audiences is rejected, and so is a modified token", async () => {
  const cluster = await withAccount();
  const foreign = await tokenOf(cluster, { audiences: ["somebody"] });
  const [head = "", claims = "", signature = ""] = (await tokenOf(cluster, {})).split(".");
  const changed = Buffer.from(claims, "base64url").toString().replace("robot", "admin");
  const unsigned = Buffer.from('{"alg":"none"}').toString("base64url");

  for (const token of [
    foreign,
    `${head}.${Buffer.from(changed).toString("base64url")}.${signature}`,
    `${unsigned}.${claims}.`,
    `${head}.${claims}`,
    "a.b.c",
  ]) {
    assert.equal(await isGood(cluster, token), false, token);
  }
});

const wrongSpecs = [
  {
    spec: { expirationSeconds: 5 },
    message:
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
  },
  {
    spec: { expirationSeconds: 2 ** 33 },
    message:
      'TokenRequest.authentication.k8s.io "" is invalid: spec.expirationSeconds: Invalid value: 8589934592: may not specify a duration larger than 2^32 seconds',
  },
  {
    spec: { boundObjectRef: { apiVersion: "v1", kind: "ConfigMap", name: "x" } },
    message: "cannot bind token to object of type /v1, Kind=ConfigMap",
  },
  { spec: { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "x" } }, message: 'pods "x" not found' },
  {
    spec: { audiences: "x" },
    message:
      'TokenRequest in version "v1" cannot be handled as a TokenRequest: json: cannot unmarshal string into Go struct field TokenRequestSpec.spec.audiences of type []string',
  },
];

test.for(wrongSpecs)("a request for a token of $spec is rejected", async ({ spec, message }) => {
  const cluster = await withAccount();

  assert.equal((await cluster.send("POST", `${account}/token`, { spec })).message, message);
});

test("a request for a token that names another account is rejected", async () => {
  const cluster = await withAccount();

  assert.equal(
    (await cluster.send("POST", `${account}/token`, { metadata: { name: "other" }, spec: {} })).message,
    'TokenRequest.authentication.k8s.io "robot" is invalid: metadata.name: Invalid value: "other": must match the service account name if specified',
  );
});
