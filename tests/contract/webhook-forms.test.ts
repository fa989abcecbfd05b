// The form in which webhooks receive requests: other versions, other groups, subresources, objects that are not stored.
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let group: string;
let plural: string;

beforeAll(async () => {
  const schema = {
    openAPIV3Schema: {
      type: "object",
      properties: {
        spec: { type: "object", properties: { size: { type: "string", default: "small" }, owner: { type: "string" } } },
      },
    },
  };
  plural = `widgets${Buffer.from(String(process.pid)).toString("hex")}`;
  group = `${plural}.test.io`;
  const versions = ["v2", "v1"].map((name) => ({ name, served: true, storage: name === "v2", schema }));
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: "Namespaced", names: { plural, kind: "Widget" }, versions },
  };
  server = await startServerUnderTest({ crds: [crd] });
  namespace = await server.createNamespace();
  host = await startWebhookHost(server, namespace);
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  // Other suites read what the server serves.
  await server.client.delete(CustomResourceDefinition, { name: `${plural}.${group}` });
  await server[Symbol.asyncDispose]();
});

function widget(version: string, name: string): object {
  return { apiVersion: `${group}/${version}`, kind: "Widget", metadata: { name }, spec: {} };
}

function rule(apiGroup: string, apiVersion: string, ...resources: readonly string[]): object {
  return { rules: [{ operations: ["*"], apiGroups: [apiGroup], apiVersions: [apiVersion], resources }] };
}

test("an Equivalent rule for one version matches requests for others, converted, with the original request in the review; an Exact rule does not", async () => {
  await using _ = await host.configure("mutating", [
    host.webhook("equivalent", rule(group, "v2", plural)),
    host.webhook("exact", { ...rule(group, "v2", plural), matchPolicy: "Exact" }),
  ]);
  host.answer("/equivalent", () =>
    patching({ op: "add", path: "/spec/owner", value: "hook" }, { op: "add", path: "/bogus", value: 1 }),
  );

  const { status, body } = await host.send({
    method: "POST",
    path: `/apis/${group}/v1/namespaces/${namespace}/${plural}`,
    body: widget("v1", "w"),
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({ apiVersion: `${group}/v1`, spec: { size: "small", owner: "hook" } });
  expect(host.order).toEqual(["/equivalent"]);
  expect(host.callsOf("/equivalent")[0]?.review.request).toMatchObject({
    kind: { group, version: "v2", kind: "Widget" },
    resource: { group, version: "v2", resource: plural },
    requestKind: { group, version: "v1", kind: "Widget" },
    requestResource: { group, version: "v1", resource: plural },
    object: { apiVersion: `${group}/v2`, kind: "Widget", spec: { size: "small" } },
  });
});

test("a webhook may not change the kind of an object", async () => {
  await using _ = await host.configure("mutating", [host.webhook("rename", rule(group, "v2", plural))]);
  host.answer("/rename", () => patching({ op: "replace", path: "/kind", value: "Gadget" }));

  const { body } = await host.send({
    method: "POST",
    path: `/apis/${group}/v2/namespaces/${namespace}/${plural}`,
    body: widget("v2", "renamed"),
  });

  expect(body).toMatchObject({
    code: 422,
    message: `Gadget.${group} "renamed" is invalid: kind: Invalid value: "Gadget": must be Widget`,
  });
});

test("a rule for one API group of Events matches both groups", async () => {
  await using _ = await host.configure("validating", [host.webhook("events", rule("events.k8s.io", "v1", "events"))]);

  await host.send({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/events`,
    body: {
      metadata: { name: "e" },
      involvedObject: { namespace, kind: "Pod", name: "p" },
      reason: "Why",
      message: "what",
    },
  });

  expect(host.callsOf("/events")[0]?.review.request).toMatchObject({
    kind: { group: "events.k8s.io", version: "v1", kind: "Event" },
    requestResource: { group: "", version: "v1", resource: "events" },
    object: { apiVersion: "events.k8s.io/v1", regarding: { kind: "Pod", name: "p" }, note: "what" },
  });
});

test("a webhook receives the Scale, and its changes are applied", async () => {
  const path = `/apis/apps/v1/namespaces/${namespace}/deployments`;
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [{ name: "c", image: "x:1" }] } };
  const spec = { replicas: 2, selector: { matchLabels: { a: "b" } }, template };
  await host.send({ method: "POST", path, body: { metadata: { name: "d" }, spec } });
  await using _ = await host.configure("mutating", [host.webhook("scale", rule("apps", "v1", "deployments/scale"))]);
  host.answer("/scale", () => patching({ op: "replace", path: "/spec/replicas", value: 7 }));

  const scaled = await host.send({
    method: "PUT",
    path: `${path}/d/scale`,
    body: { metadata: { name: "d", namespace }, spec: { replicas: 3 } },
  });

  expect(scaled.body.spec).toEqual({ replicas: 7 });
  expect(host.callsOf("/scale")[0]?.review.request).toMatchObject({
    kind: { group: "autoscaling", version: "v1", kind: "Scale" },
    resource: { group: "apps", version: "v1", resource: "deployments" },
    subResource: "scale",
    requestSubResource: "scale",
    operation: "UPDATE",
    name: "d",
    object: { kind: "Scale", spec: { replicas: 3 } },
    oldObject: { kind: "Scale", spec: { replicas: 2 } },
  });
});

test("a rule for pods does not match pods/status, an eviction is a CREATE, and access reviews call webhooks, too", async () => {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await host.send({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/serviceaccounts`,
    body: { metadata: { name: "default" } },
  });
  const containers = [{ name: "c", image: "x:1" }];
  await host.send({ method: "POST", path: pods, body: { metadata: { name: "p" }, spec: { containers } } });
  await using _ = await host.configure("validating", [
    host.webhook("pods", rule("", "v1", "pods")),
    host.webhook("status", rule("", "v1", "pods/status")),
    host.webhook("eviction", rule("*", "*", "pods/eviction")),
    host.webhook("rights", rule("authorization.k8s.io", "v1", "localsubjectaccessreviews")),
  ]);

  await host.send({
    method: "PATCH",
    path: `${pods}/p/status`,
    headers: { "content-type": "application/merge-patch+json" },
    body: { status: { phase: "Running" } },
  });
  await host.send({ method: "POST", path: `${pods}/p/eviction`, body: { metadata: { name: "p" } } });
  await host.send({
    method: "POST",
    path: `/apis/authorization.k8s.io/v1/namespaces/${namespace}/localsubjectaccessreviews`,
    body: { spec: { user: "x", resourceAttributes: { namespace, verb: "get", resource: "pods" } } },
  });

  expect(host.order.slice(0, 2)).toEqual(["/status", "/eviction"]);
  expect(host.order.at(-1)).toBe("/rights");
  expect(host.callsOf("/eviction")[0]?.review.request).toMatchObject({
    kind: { group: "policy", version: "v1", kind: "Eviction" },
    resource: { group: "", version: "v1", resource: "pods" },
    subResource: "eviction",
    operation: "CREATE",
    name: "p",
    object: { kind: "Eviction", metadata: { name: "p", namespace } },
    oldObject: null,
  });
});
