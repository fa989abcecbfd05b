// Both servers make the same audit events of the same requests.
import { createSystemClock, createSystemRandom } from "@kubewright/async";
import type { AuditEvent } from "@kubewright/apiserver";
import type { Transport } from "@kubewright/transport";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWebhookHost } from "../contract/webhook-host.ts";
import { sendRequest } from "../http.ts";
import type { TestRequest } from "../http.ts";
import { startAuditedServers } from "./audited-servers.ts";
import type { AuditedServers } from "./audited-servers.ts";

let servers: AuditedServers;

beforeAll(async () => {
  servers = await startAuditedServers({ embedded: { disableAdmissionPlugins: ["ServiceAccount"] } });
  for (const transport of [servers.embedded, servers.real]) await prepare(transport);
}, 120_000);

afterAll(() => servers[Symbol.asyncDispose]());

const inDefault = "/api/v1/namespaces/default";
const configMaps = `${inDefault}/configmaps`;
const widgets = "/apis/example.com/v1/namespaces/default/widgets";
const rbac = "/apis/rbac.authorization.k8s.io/v1";
const asJane = { "impersonate-user": "jane" };

const wait = { timeout: 20_000, interval: 100 };

/** Creates what requests need, and resolves once the server uses it. */
async function prepare(transport: Transport): Promise<void> {
  const create = async (path: string, body: object): Promise<void> => {
    expect((await sendRequest(transport, { method: "POST", path, body })).status).toBe(201);
  };
  await create(`${inDefault}/serviceaccounts`, { metadata: { name: "sa" } });
  await create(`${rbac}/clusterroles`, {
    metadata: { name: "lists" },
    rules: [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }],
  });
  await create(`${rbac}/namespaces/default/rolebindings`, {
    metadata: { name: "lists" },
    roleRef: { kind: "ClusterRole", name: "lists", apiGroup: "rbac.authorization.k8s.io" },
    subjects: [{ kind: "User", name: "jane" }],
  });
  const schema = { openAPIV3Schema: { type: "object" } };
  await create("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, deprecated: true, schema }],
    },
  });
  await vi.waitUntil(async () => (await statusOf(transport, { path: widgets })) === 200, wait);
  await vi.waitUntil(async () => (await statusOf(transport, { path: configMaps, headers: asJane })) === 200, wait);
}

async function statusOf(transport: Transport, request: TestRequest): Promise<number> {
  return (await sendRequest(transport, request)).status;
}

const merge = { "content-type": "application/merge-patch+json" };
const apply = { "content-type": "application/apply-patch+yaml" };
const configMap = (name: string): object => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
const pod = (name: string): object => ({ metadata: { name }, spec: { containers: [{ name: "c", image: "i" }] } });

/** In order: later requests depend on earlier ones. */
const requests: Readonly<Record<string, TestRequest>> = {
  "a path": { path: "/version" },
  "an unknown path": { path: "/nope" },
  "a list with a query": { path: `${inDefault}/pods?limit=1&labelSelector=a=b` },
  "a list by name": { path: `${inDefault}/pods?fieldSelector=metadata.name%3Dx` },
  "an object that does not exist": { path: `${inDefault}/pods/none/status` },
  "a create": { method: "POST", path: configMaps, body: configMap("a") },
  "a create of an object that exists": { method: "POST", path: configMaps, body: configMap("a") },
  "a create with a generated name": { method: "POST", path: configMaps, body: { metadata: { generateName: "b-" } } },
  "a create with a uid": { method: "POST", path: configMaps, body: { metadata: { name: "u", uid: "x" } } },
  "an invalid create": { method: "POST", path: configMaps, body: configMap("A!") },
  "a create that does not decode": { method: "POST", path: configMaps, body: "{" },
  "an update": { method: "PUT", path: `${configMaps}/a`, body: { ...configMap("a"), data: { a: "1" } } },
  "an update with a version": {
    method: "PUT",
    path: `${configMaps}/a`,
    body: { metadata: { name: "a", resourceVersion: "1" } },
  },
  "a patch": { method: "PATCH", path: `${configMaps}/a`, body: { data: { a: "2" } }, headers: merge },
  "an apply": { method: "PATCH", path: `${configMaps}/c?fieldManager=m`, body: configMap("c"), headers: apply },
  "a delete": { method: "DELETE", path: `${configMaps}/a` },
  "a delete of an object that does not exist": { method: "DELETE", path: `${configMaps}/a` },
  "a delete with options": {
    method: "DELETE",
    path: `${configMaps}/c`,
    body: { kind: "DeleteOptions", apiVersion: "v1" },
  },
  "a delete of a collection": { method: "DELETE", path: `${configMaps}?labelSelector=none` },
  "a deprecated kind": { path: `${inDefault}/endpoints` },
  "a deprecated kind of one object": { path: "/api/v1/componentstatuses" },
  "a deprecated version of a custom kind": { path: widgets },
  "a create in a deprecated version": {
    method: "POST",
    path: widgets,
    body: { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "w" } },
  },
  "an unknown resource": { path: "/apis/apps/v1/namespaces/default/nope/x" },
  "a method without a verb": { method: "OPTIONS", path: `${inDefault}/pods` },
  "a health check": { path: "/livez" },
  "a timeout that does not parse": { path: `${inDefault}/pods?timeout=abc` },
  "a watch": { path: `${inDefault}/pods?watch=true&timeoutSeconds=1` },
  "a watch of a deprecated kind": { path: `${inDefault}/endpoints?watch=true&timeoutSeconds=1` },
  "a watch that is rejected": { path: `${inDefault}/pods?watch=true&fieldSelector=a` },
  "a token": {
    method: "POST",
    path: `${inDefault}/serviceaccounts/sa/token`,
    body: { spec: { expirationSeconds: 600 } },
  },
  "a token of an account that does not exist": {
    method: "POST",
    path: `${inDefault}/serviceaccounts/none/token`,
    body: { spec: {} },
  },
  "a review": {
    method: "POST",
    path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    body: { spec: { nonResourceAttributes: { path: "/x", verb: "get" } } },
  },
  "an impersonated user with a permission": { path: configMaps, headers: asJane },
  "an impersonated user without it": { path: `${configMaps}/x`, headers: { ...asJane, "impersonate-extra-a": "b" } },
  "an impersonated user with a uid and groups": {
    path: configMaps,
    headers: { ...asJane, "impersonate-uid": "u", "impersonate-group": "g" },
  },
  "addresses of proxies": {
    path: "/version",
    headers: { "x-forwarded-for": "1.2.3.4, text, 010.0.0.1", "x-real-ip": "9.9.9.9" },
  },
  "an address of a proxy that repeats another": {
    path: "/version",
    headers: { "x-forwarded-for": "9.9.9.9,::ffff:127.0.0.1", "x-real-ip": "9.9.9.9" },
  },
  "a long user agent": { path: "/version", headers: { "user-agent": "x".repeat(2000) } },
  "a log of a Pod that does not exist": { path: `${inDefault}/pods/none/log` },
  "a dry run": { method: "POST", path: `${inDefault}/pods?dryRun=All`, body: pod("p") },
  "a Pod": { method: "POST", path: `${inDefault}/pods`, body: pod("p") },
  "a binding": {
    method: "POST",
    path: `${inDefault}/pods/p/binding`,
    body: { metadata: { name: "p" }, target: { kind: "Node", name: "n" } },
  },
  "an eviction": { method: "POST", path: `${inDefault}/pods/p/eviction`, body: { metadata: { name: "p" } } },
  "a table": { path: configMaps, headers: { accept: "application/json;as=Table;v=v1;g=meta.k8s.io" } },
};

const auditId = (): string => createSystemRandom().uuid();

test.each(Object.entries(requests))("%s has the same events on both servers", async (_name, request) => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    const id = auditId();
    const headers = { "user-agent": "test/1", ...request.headers, "audit-id": id };
    await sendRequest(transport, { ...request, headers });
    shown.push(await comparedEvents(transport, id));
  }

  expect(shown[0]).toEqual(shown[1]);
});

test.each<{ readonly name: string; readonly request: TestRequest }>([
  { name: "without credentials", request: { path: "/version" } },
  { name: "without a permission", request: { path: configMaps } },
  { name: "with an unknown token", request: { path: configMaps, headers: { authorization: "Bearer nope" } } },
  {
    name: "with an unknown token for a watch",
    request: { path: `${configMaps}?watch=1`, headers: { authorization: "Bearer nope" } },
  },
])("a request $name has the same events on both servers", async ({ request }) => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    const id = auditId();
    const headers = { "user-agent": "test/1", ...request.headers, "audit-id": id };
    await sendRequest(servers.anonymousOf(transport), { ...request, headers });
    shown.push(await comparedEvents(transport, id));
  }

  expect(shown[0]).toEqual(shown[1]);
});

test("requests whose client disconnects, and those beyond their deadline, have the same events on both servers", async () => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    const [clock, random] = [createSystemClock(), createSystemRandom()];
    const uniqueName = (prefix: string): string => `${prefix}audit`;
    await using host = await startWebhookHost({ transport, clock, random, uniqueName }, "default");
    const called: PromiseWithResolvers<void>[] = [];
    const released = Promise.withResolvers<void>();
    host.answer("/slow", async () => {
      called.at(-1)?.resolve();
      await released.promise;
      return {};
    });
    await using _ = await host.configure("validating", [host.webhook("slow")], "slow-audit");
    const body = { metadata: { name: "slow" } };
    const send = async (id: string, path: string, abort?: AbortController): Promise<void> => {
      called.push(Promise.withResolvers());
      const headers = { "audit-id": id, "user-agent": "test/1", "content-type": "application/json" };
      const request = { method: "POST", path, headers, body: JSON.stringify(body) };
      const response = transport.request({ ...request, ...(abort === undefined ? {} : { signal: abort.signal }) });
      await called.at(-1)?.promise;
      abort?.abort();
      await response.catch(() => undefined);
    };
    const [disconnect, deadline] = [auditId(), auditId()];
    await send(disconnect, configMaps, new AbortController());
    await send(deadline, `${configMaps}?timeout=200ms`);
    await vi.waitUntil(async () => (await comparedEvents(transport, disconnect)).length === 2, wait);
    await vi.waitUntil(async () => (await comparedEvents(transport, deadline)).length === 2, wait);
    shown.push([await comparedEvents(transport, disconnect), await comparedEvents(transport, deadline)]);
    released.resolve();
  }

  expect(shown[0]).toEqual(shown[1]);
});

test("the event of a slow request shows how long it and its webhooks took on both servers", async () => {
  const shown: unknown[] = [];
  for (const transport of [servers.embedded, servers.real]) {
    const [clock, random] = [createSystemClock(), createSystemRandom()];
    const uniqueName = (prefix: string): string => `${prefix}latency`;
    await using host = await startWebhookHost({ transport, clock, random, uniqueName }, "default");
    host.answer("/slow", async () => {
      await clock.sleep(600); // A request that takes longer than 500 ms is slow.
      return {};
    });
    await using _ = await host.configure("mutating", [host.webhook("slow")], "slow-latency");
    const id = auditId();
    const path = `${configMaps}?dryRun=All`;
    const body = { metadata: { name: "slow" } };
    await sendRequest(transport, { method: "POST", path, headers: { "audit-id": id }, body });
    const event = (await servers.eventsOf(transport)).find(({ auditID }) => auditID === id);
    const latencies = Object.entries(event?.annotations ?? {}).map(([key, value]) => [key, /^[\d.]+m?s$/u.test(value)]);
    shown.push(Object.fromEntries(latencies));
  }

  expect(shown[0]).toMatchObject({
    "apiserver.latency.k8s.io/total": true,
    "apiserver.latency.k8s.io/mutating-webhook": true,
  });
  expect(shown[1]).toMatchObject(shown[0] as object);
});

/** The events of an audit ID without values that differ: digits of times, uids, and the administrator. */
async function comparedEvents(transport: Transport, id: string): Promise<readonly object[]> {
  const events = (await servers.allEventsOf(transport)).filter(({ auditID }) => auditID === id);
  return events.map(comparedEvent);
}

function comparedEvent(shown: AuditEvent): object {
  const { requestReceivedTimestamp, stageTimestamp, auditID: _id, user, annotations, ...event } = shown;
  const isAdministrator = user.groups?.includes("system:masters") === true;
  const entries = Object.entries(annotations ?? {})
    // A kube-apiserver adds how long the layers of a slow request took.
    .filter(([key]) => !key.startsWith("apiserver.latency.k8s.io/"))
    .map(([key, value]): [string, string] => [key, value.replace(/^JTI=.*/u, "JTI")]);
  const text = JSON.stringify({ ...event, user: isAdministrator ? "administrator" : user });
  return {
    ...(JSON.parse(text.replaceAll(/"uid":"[\da-f-]{36}"/gu, '"uid":"<uid>"')) as object),
    annotations: Object.fromEntries(entries),
    times: [requestReceivedTimestamp, stageTimestamp].map((time) => time.replaceAll(/\d/gu, "0")),
  };
}
