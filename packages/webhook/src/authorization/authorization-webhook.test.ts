// Authorization webhooks over HTTPS, with the requests of a kube-apiserver.
import { expect, test } from "vitest";
import { serveOnLoopback } from "../testdata/served-webhooks.ts";
import { allow, deny, noOpinion } from "./authorization-webhook.ts";
import type { AuthorizationRequest, AuthorizationWebhook } from "./authorization-webhook.ts";

function review(spec: unknown, version = "v1"): object {
  return { kind: "SubjectAccessReview", apiVersion: `authorization.k8s.io/${version}`, metadata: {}, spec };
}

const attributes = { namespace: "kitchen", verb: "get", version: "v1", resource: "pods", name: "oven" };

test.each<[string, AuthorizationWebhook, object]>([
  ["allow()", () => allow("it is lunch time"), { allowed: true, reason: "it is lunch time" }],
  ["deny()", () => deny("the kitchen is closed"), { allowed: false, denied: true, reason: "the kitchen is closed" }],
  ["noOpinion()", () => noOpinion(), { allowed: false }],
])("%s is the status of the review", async (_name, webhook, status) => {
  const { post } = await serveOnLoopback({ authorizationWebhooks: { "/authorize": webhook } });

  const { text } = await post("/authorize", review({ user: "ann", resourceAttributes: attributes }));

  expect(JSON.parse(text)).toEqual({ kind: "SubjectAccessReview", apiVersion: "authorization.k8s.io/v1", status });
});

test.each([
  ["v1", "groups"],
  ["v1beta1", "group"],
])("the webhook receives the user and the action of a review %s", async (version, groups) => {
  const received: AuthorizationRequest[] = [];
  const { post } = await serveOnLoopback({
    authorizationWebhooks: {
      "/authorize"(request) {
        received.push(request);
        return allow();
      },
    },
  });
  const user = { user: "ann", uid: "7", [groups]: ["staff"], extra: { team: ["red"] } };
  const nonResourceAttributes = { path: "/healthz", verb: "get" };

  const { text } = await post("/authorize", review({ ...user, resourceAttributes: attributes }, version));
  await post("/authorize", review({ ...user, nonResourceAttributes }, version));

  const subject = { user: "ann", uid: "7", groups: ["staff"], extra: { team: ["red"] } };
  expect(received).toEqual([
    { ...subject, resourceAttributes: attributes },
    { ...subject, nonResourceAttributes },
  ]);
  expect(JSON.parse(text)).toMatchObject({ apiVersion: `authorization.k8s.io/${version}` });
});

test.each([
  ["no attributes", { user: "ann" }, "expected either resourceAttributes or nonResourceAttributes in the spec"],
  [
    "attributes of both kinds",
    { resourceAttributes: attributes, nonResourceAttributes: { path: "/", verb: "get" } },
    "expected either resourceAttributes or nonResourceAttributes in the spec",
  ],
  ["a user that is a list", { user: ["root"], resourceAttributes: attributes }, "expected user to be a string"],
  ["groups of objects", { groups: [{}], resourceAttributes: attributes }, "expected groups to be a list of strings"],
  ["extra that is a list", { extra: [], resourceAttributes: attributes }, "expected extra to be an object"],
  [
    "a value of extra that is a number",
    { extra: { ["x".repeat(10_000)]: 1 }, resourceAttributes: attributes },
    "expected each value of extra to be a list of strings",
  ],
  ["a verb that is a number", { resourceAttributes: { ...attributes, verb: 1 } }, "expected verb to be a string"],
  [
    "a selector that is a string",
    { resourceAttributes: { ...attributes, labelSelector: "a" } },
    "expected labelSelector to be an object",
  ],
])("a review with %s is rejected before the webhook", async (_what, spec, message) => {
  const { post } = await serveOnLoopback({ authorizationWebhooks: { "/authorize": () => allow() } });

  expect(await post("/authorize", review(spec))).toEqual({
    status: 400,
    text: `cannot read the review: ${message}\n`,
  });
});

test("an extra with the key __proto__ is data", async () => {
  let extra: AuthorizationRequest["extra"] = {};
  const { server } = await serveOnLoopback({
    authorizationWebhooks: {
      "/authorize"(request) {
        ({ extra } = request);
        return allow();
      },
    },
  });
  const body = `{"kind":"SubjectAccessReview","apiVersion":"authorization.k8s.io/v1","spec":{"extra":{"__proto__":["x"]},"nonResourceAttributes":{"path":"/","verb":"get"}}}`;

  await server.handle({
    method: "POST",
    path: "/authorize",
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(body),
  });

  expect(Object.keys(extra)).toEqual(["__proto__"]);
  expect(Object.getPrototypeOf({})).toBe(Object.prototype);
});
