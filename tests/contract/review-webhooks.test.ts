// Reviews of access and identity are not stored, but pass admission like all creates.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let host: WebhookHost;

beforeAll(async () => {
  server = await startServerUnderTest();
  host = await startWebhookHost(server, await server.createNamespace());
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const access = { resourceAttributes: { verb: "get", resource: "pods" } };

const reviews = [
  ["authorization.k8s.io", "subjectaccessreviews", { user: "jane", ...access }],
  ["authorization.k8s.io", "selfsubjectaccessreviews", access],
  ["authorization.k8s.io", "selfsubjectrulesreviews", { namespace: "default" }],
  ["authentication.k8s.io", "tokenreviews", { token: "unknown" }],
  ["authentication.k8s.io", "selfsubjectreviews", undefined],
] as const;

test.for(reviews)(
  "admission webhooks receive the create of %s/%s, and its dry run",
  async ([group, resource, spec]) => {
    const rules = [{ operations: ["CREATE"], apiGroups: [group], apiVersions: ["v1"], resources: [resource] }];
    await using _mutating = await host.configure("mutating", [host.webhook("first", { rules })]);
    await using _validating = await host.configure("validating", [host.webhook("last", { rules })]);
    const path = `/apis/${group}/v1/${resource}`;

    const created = await host.send({ method: "POST", path, body: { spec } });
    const dry = await host.send({ method: "POST", path: `${path}?dryRun=All`, body: { spec } });

    expect([created.status, dry.status]).toEqual([201, 201]);
    expect(host.order).toEqual(["/first", "/last", "/first", "/last"]);
    const [first, last] = [host.callsOf("/first"), host.callsOf("/last")];
    expect(first.map(({ review }) => review.request.dryRun)).toEqual([false, true]);
    expect(last.map(({ review }) => review.request.dryRun)).toEqual([false, true]);
    expect(last[0]?.review.request).toMatchObject({
      operation: "CREATE",
      resource: { group, version: "v1", resource },
      oldObject: null,
      options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1" },
    });
    expect(last[0]?.review.request.object.spec).toEqual(spec);
  },
);

const accessReviews = [
  {
    operations: ["CREATE"],
    apiGroups: ["authorization.k8s.io"],
    apiVersions: ["v1"],
    resources: ["subjectaccessreviews"],
  },
];
const reviewOfJane = {
  method: "POST",
  path: "/apis/authorization.k8s.io/v1/subjectaccessreviews",
  body: { spec: { user: "jane", ...access } },
};

test("the response to an access review is about the object that a mutating webhook has changed", async () => {
  await using _mutating = await host.configure("mutating", [host.webhook("change", { rules: accessReviews })]);
  host.answer("/change", () => patching({ op: "add", path: "/spec/groups", value: ["system:masters"] }));

  const { body } = await host.send(reviewOfJane);

  expect(body).toMatchObject({ spec: { groups: ["system:masters"] }, status: { allowed: true } });
});

test("a validating webhook can deny an access review", async () => {
  await using _validating = await host.configure("validating", [host.webhook("no", { rules: accessReviews })]);
  host.answer("/no", () => ({ allowed: false, status: { code: 403, message: "not today" } }));

  const { status, body } = await host.send(reviewOfJane);

  expect([status, body.message]).toEqual([403, 'admission webhook "no.hooks.test" denied the request: not today']);
});

test("an invalid access review is rejected before validating webhooks are called", async () => {
  await using _mutating = await host.configure("mutating", [host.webhook("first", { rules: accessReviews })]);
  await using _validating = await host.configure("validating", [host.webhook("last", { rules: accessReviews })]);

  const { status } = await host.send({ ...reviewOfJane, body: { spec: access } });

  expect([status, host.order]).toEqual([422, ["/first"]]);
});

test.for([
  ["subjectaccessreviews", { name: "a" }, "must be empty"],
  [
    "namespaces/default/localsubjectaccessreviews",
    { namespace: "default", labels: { a: "b" } },
    "must be empty except for namespace",
  ],
] as const)("%s with the metadata %j is rejected", async ([path, metadata, message]) => {
  const spec = {
    user: "jane",
    resourceAttributes: { ...access.resourceAttributes, ...("namespace" in metadata ? { namespace: "default" } : {}) },
  };

  const { status, body } = await host.send({
    method: "POST",
    path: `/apis/authorization.k8s.io/v1/${path}`,
    body: { metadata, spec },
  });

  const managedFields = /"managedFields":\[.*\]\}/u;
  expect(status).toBe(422);
  expect(body.message?.replace(managedFields, "...")).toBe(
    `.authorization.k8s.io "" is invalid: metadata: Invalid value: ${JSON.stringify(metadata).slice(0, -1)},...: ${message}`,
  );
});

test("a SelfSubjectRulesReview returns the rules of RBAC, without the fields of the request", async () => {
  const { body } = await host.send({
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
    body: { metadata: { labels: { a: "b" } }, spec: { namespace: "default" } },
  });

  expect([body.metadata, body.spec]).toEqual([{}, {}]);
  expect(body).toMatchObject({
    status: {
      resourceRules: expect.arrayContaining([
        { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
        { verbs: ["create"], apiGroups: ["authentication.k8s.io"], resources: ["selfsubjectreviews"] },
      ]) as unknown,
      incomplete: false,
    },
  });
});
