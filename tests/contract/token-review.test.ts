// The user and the audiences of a token: TokenReview, TokenRequest, and requests with a token.
import type { TokenRequest, TokenReview } from "@kubewright/api/authentication.k8s.io/v1";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRequest } from "../http.ts";
import type { TestResponse } from "../http.ts";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { openTokenTransports } from "../token-transport.ts";
import type { TokenTransports } from "../token-transport.ts";

const apiAudience = "https://kubernetes.default.svc";
const reviews = "/apis/authentication.k8s.io/v1/tokenreviews";

let server: ServerUnderTest;
let transports: TokenTransports;
let namespace: string;
let account: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  transports = await openTokenTransports(server);
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  account = `${accounts}/robot`;
  await post(accounts, { metadata: { name: "robot" } });
});

afterAll(async () => {
  await transports[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

function post(path: string, body: object): Promise<TestResponse> {
  return sendRequest(server.transport, { method: "POST", path, body });
}

async function tokenFor(spec: TokenRequest["spec"]): Promise<string> {
  const { body } = await post(`${account}/token`, { spec });
  return (body as TokenRequest).status?.token ?? "";
}

async function review(token: string, audiences?: readonly string[]): Promise<TokenReview["status"]> {
  const { body } = await post(reviews, { spec: { token, ...(audiences ? { audiences } : {}) } });
  return (body as TokenReview).status;
}

test("a token for the API server is not authenticated for another audience", async () => {
  const status = await review(await tokenFor({ audiences: [apiAudience] }), ["x"]);

  expect(status).toEqual({
    user: {},
    error: `[invalid bearer token, token audiences ["${apiAudience}"] is invalid for the target audiences ["x"]]`,
  });
});

test("a token for an audience is authenticated for it, and the review names the audiences in common", async () => {
  const token = await tokenFor({ audiences: ["api", "other", "last"] });

  expect(await review(token, ["api"])).toMatchObject({
    authenticated: true,
    audiences: ["api"],
    user: { username: `system:serviceaccount:${namespace}:robot` },
  });
  expect(await review(token, ["last", "unknown", "api"])).toMatchObject({ audiences: ["last", "api"] });
});

test("a review without audiences is for the API server", async () => {
  const [own, foreign] = [await tokenFor({ audiences: [apiAudience, "x"] }), await tokenFor({ audiences: ["x", "y"] })];

  expect(await review(own)).toMatchObject({ authenticated: true, audiences: [apiAudience] });
  expect(await review(foreign)).toEqual({
    user: {},
    error: `[invalid bearer token, token audiences ["x" "y"] is invalid for the target audiences ["${apiAudience}"]]`,
  });
});

test("a token without audiences is for the API server", async () => {
  const token = await tokenFor({ audiences: [] });

  expect(await review(token, [apiAudience])).toMatchObject({ authenticated: true, audiences: [apiAudience] });
  expect(await review(token, ["x"])).not.toHaveProperty("authenticated");
});

test("a string that is not a token of this server is unauthenticated for every audience", async () => {
  expect(await review("not-a-token")).toEqual({ user: {}, error: "invalid bearer token" });
  expect(await review("a.b.c", ["x"])).toEqual({ user: {}, error: "invalid bearer token" });
});

test("a review without a token is a bad request", async () => {
  const { status, body } = await post(reviews, { spec: {} });

  expect([status, (body as { readonly message: string }).message]).toEqual([
    400,
    "token is required for TokenReview in authentication",
  ]);
});

test("a token with another signature is rejected, and one with an unknown key, too", async () => {
  const [head = "", claims = "", signature = ""] = (await tokenFor({})).split(".");
  const otherHead = Buffer.from(JSON.stringify({ alg: "RS256", kid: "other" })).toString("base64url");
  const unsigned = Buffer.from(JSON.stringify({ alg: "none" })).toString("base64url");
  const otherSignature = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;

  expect(await review(`${head}.${claims}.${otherSignature}`)).toEqual({
    user: {},
    error: "[invalid bearer token, go-jose/go-jose: error in cryptographic primitive]",
  });
  expect(await review(`${otherHead}.${claims}.${signature}`)).toEqual({
    user: {},
    error: "[invalid bearer token, invalid signature, no keys found]",
  });
  expect(await review(`${unsigned}.${claims}.`)).not.toHaveProperty("authenticated");
});

test("a token is invalid once its service account is deleted, and the review has the reason", async () => {
  const token = await tokenFor({});
  await sendRequest(server.transport, { method: "DELETE", path: account });

  expect(await review(token)).toEqual({ user: {}, error: '[invalid bearer token, serviceaccounts "robot" not found]' });
});

test("a token is invalid once the Secret that it is bound to is deleted", async () => {
  const secrets = `/api/v1/namespaces/${namespace}/secrets`;
  await post(secrets, { metadata: { name: "s" } });
  const token = await tokenFor({ boundObjectRef: { apiVersion: "v1", kind: "Secret", name: "s" } });
  await sendRequest(server.transport, { method: "DELETE", path: `${secrets}/s` });

  expect(await review(token)).toEqual({
    user: {},
    error: "[invalid bearer token, service account token has been invalidated]",
  });
});

test("a token is invalid for a service account that was deleted and created again", async () => {
  const token = await tokenFor({});
  const { body: before } = await sendRequest(server.transport, { path: account });
  await sendRequest(server.transport, { method: "DELETE", path: account });
  await post(account.replace("/robot", ""), { metadata: { name: "robot" } });
  const { body: after } = await sendRequest(server.transport, { path: account });

  expect(await review(token)).toEqual({
    user: {},
    error: `[invalid bearer token, service account UID (${uidOf(after)}) does not match claim (${uidOf(before)})]`,
  });
});

function uidOf(object: unknown): string {
  return (object as { readonly metadata: { readonly uid: string } }).metadata.uid;
}

test("requests with a token for the API server succeed, and with any other token get 401", async () => {
  const path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
  const whoAmI = (token: string): Promise<TestResponse> =>
    sendRequest(transports.of(token), {
      method: "POST",
      path,
      body: { kind: "SelfSubjectReview", apiVersion: "authentication.k8s.io/v1" },
    });
  const tokens = [
    await tokenFor({}),
    await tokenFor({ audiences: ["x", apiAudience] }),
    await tokenFor({ audiences: ["x"] }),
    "not-a-token",
  ];

  const responses = await Promise.all(tokens.map(whoAmI));

  expect(responses.map(({ status }) => status)).toEqual([201, 201, 401, 401]);
  expect(responses[0]?.body).toMatchObject({
    status: { userInfo: { username: `system:serviceaccount:${namespace}:robot` } },
  });
  expect(responses[2]?.body).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: "Unauthorized",
    reason: "Unauthorized",
    code: 401,
  });
});

test("a token with the lifetime that Pods request is valid for a year while its audience is the API server", async () => {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await post(pods, {
    metadata: { name: "p" },
    spec: { serviceAccountName: "robot", containers: [{ name: "c", image: "i" }] },
  });
  const boundObjectRef = { apiVersion: "v1", kind: "Pod", name: "p" };
  const own = claimsOf(await tokenFor({ expirationSeconds: 3607, boundObjectRef }));
  const foreign = claimsOf(await tokenFor({ expirationSeconds: 3607, boundObjectRef, audiences: ["x"] }));

  expect([own.exp - own.iat, (own["kubernetes.io"].warnafter ?? 0) - own.iat]).toEqual([365 * 24 * 3600, 3607]);
  expect([foreign.exp - foreign.iat, foreign["kubernetes.io"].warnafter]).toEqual([3607, undefined]);
});

interface Claims {
  readonly exp: number;
  readonly iat: number;
  readonly "kubernetes.io": { readonly warnafter?: number };
}

function claimsOf(token: string): Claims {
  return JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Claims;
}
