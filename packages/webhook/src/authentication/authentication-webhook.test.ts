// Authentication webhooks over HTTPS, with the requests of a kube-apiserver.
import { expect, test } from "vitest";
import { serveOnLoopback } from "../testdata/served-webhooks.ts";
import { authenticated, unauthenticated } from "./authentication-webhook.ts";
import type { AuthenticationWebhook } from "./authentication-webhook.ts";

const check: AuthenticationWebhook = ({ token, audiences }) => {
  if (token === "broken") throw new Error("the directory is down");
  if (token !== "secret-of-ann") return unauthenticated("unknown token");
  return authenticated(
    { username: "ann", uid: "7", groups: ["staff"], extra: { team: ["red"] } },
    audiences.length === 0 ? {} : { audiences: audiences.slice(0, 1) },
  );
};

function review(spec: unknown, version = "v1"): object {
  return { kind: "TokenReview", apiVersion: `authentication.k8s.io/${version}`, metadata: {}, spec };
}

test.each(["v1", "v1beta1"])("a known token of a TokenReview %s is authenticated with its user", async (version) => {
  const { post } = await serveOnLoopback({ authenticationWebhooks: { "/token": check } });

  const { status, text } = await post("/token", review({ token: "secret-of-ann" }, version));

  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({
    kind: "TokenReview",
    apiVersion: `authentication.k8s.io/${version}`,
    status: { authenticated: true, user: { username: "ann", uid: "7", groups: ["staff"], extra: { team: ["red"] } } },
  });
});

test("the webhook receives the audiences of the review, and its audiences are in the response", async () => {
  const { post } = await serveOnLoopback({ authenticationWebhooks: { "/token": check } });

  const { text } = await post("/token", review({ token: "secret-of-ann", audiences: ["api", "vault"] }));

  expect(JSON.parse(text)).toMatchObject({ status: { authenticated: true, audiences: ["api"] } });
});

test("an unknown token is not authenticated, and the uid of a review is returned", async () => {
  const { post } = await serveOnLoopback({ authenticationWebhooks: { "/token": check } });

  const { text } = await post("/token", { ...review({ token: "x" }), metadata: { uid: "u1" } });

  expect(JSON.parse(text)).toEqual({
    kind: "TokenReview",
    apiVersion: "authentication.k8s.io/v1",
    metadata: { uid: "u1" },
    status: { authenticated: false, error: "unknown token" },
  });
});

test("the response of a webhook that throws is 500 without its error, and no token is logged", async () => {
  const { post, lines } = await serveOnLoopback({ authenticationWebhooks: { "/token": check } });

  const { status, text } = await post("/token", review({ token: "broken" }));
  await post("/token", review({ token: "secret-of-ann" }));

  expect({ status, text }).toEqual({ status: 500, text: "the webhook failed; its log says why\n" });
  expect(lines.filter((line) => line.includes("the directory is down"))).toHaveLength(1);
  expect(lines.filter((line) => line.includes("secret-of-ann") || line.includes('"broken"'))).toEqual([]);
});

test.each([
  ["another kind", { ...review({ token: "a" }), kind: "AdmissionReview" }, "expected a TokenReview"],
  [
    "another group",
    { ...review({ token: "a" }), apiVersion: "v1" },
    "expected apiVersion authentication.k8s.io/v1 or authentication.k8s.io/v1beta1",
  ],
  ["no spec", review(undefined), "expected a spec in the review"],
  ["an empty token", review({ token: "" }), "expected a token in the spec"],
  ["a token that is a number", review({ token: 7 }), "expected token to be a string"],
  [
    "audiences that are a string",
    review({ token: "a", audiences: "api" }),
    "expected audiences to be a list of strings",
  ],
  ["audiences of numbers", review({ token: "a", audiences: [1] }), "expected audiences to be a list of strings"],
  ["metadata that is a list", { ...review({ token: "a" }), metadata: [] }, "expected metadata to be an object"],
])("a review with %s is rejected before the webhook", async (_what, body, message) => {
  const { post } = await serveOnLoopback({
    authenticationWebhooks: { "/token": () => authenticated({ username: "root" }) },
  });

  expect(await post("/token", body)).toEqual({ status: 400, text: `cannot read the review: ${message}\n` });
});
