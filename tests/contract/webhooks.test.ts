// Admission webhooks: which are called, what they receive, and what the server does with their responses. webhook-failures.test.ts has invalid responses.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { patching, startWebhookHost } from "./webhook-host.ts";
import type { TestRequest } from "../http.ts";
import type { ReviewRequest, Sent, WebhookHost } from "./webhook-host.ts";

let server: ServerUnderTest;
let namespace: string;
let host: WebhookHost;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
});

beforeEach(async () => {
  namespace = await server.createNamespace();
  configMaps = `/api/v1/namespaces/${namespace}/configmaps`;
  host = await startWebhookHost(server, namespace);
  return () => host[Symbol.asyncDispose]();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const mergePatch = { "content-type": "application/merge-patch+json" };

function create(name: string, more: object = {}): Promise<Sent> {
  return host.send({ method: "POST", path: configMaps, body: { metadata: { name }, ...more } });
}

function merge(path: string, body: object): Promise<Sent> {
  return host.send({ method: "PATCH", path, headers: mergePatch, body });
}

/** The requests of the reviews that the webhook at a path received for these requests. */
async function reviewsOf(path: string, ...requests: readonly TestRequest[]): Promise<readonly ReviewRequest[]> {
  const before = host.callsOf(path).length;
  for (const request of requests) {
    const { status, body } = await host.send(request);
    if (status >= 300) throw new Error(`the request was refused: ${body.message}`);
  }
  return host
    .callsOf(path)
    .slice(before)
    .map(({ review }) => review.request);
}

const configMapKind = { group: "", version: "v1", kind: "ConfigMap" };
const configMapResource = { group: "", version: "v1", resource: "configmaps" };

test("a mutating webhook receives the object without a uid, a validating one as it will be stored", async () => {
  await using _mutating = await host.configure("mutating", [host.webhook("first")]);
  await using _validating = await host.configure("validating", [host.webhook("last")]);
  host.answer("/first", () => patching({ op: "add", path: "/data", value: { color: "blue" } }));

  const created = await host.send({
    method: "POST",
    path: `${configMaps}?fieldManager=tests`,
    body: { metadata: { generateName: "made-" } },
  });

  expect(created.body.data).toEqual({ color: "blue" });
  const [first] = host.callsOf("/first");
  const [last] = host.callsOf("/last");
  expect(first).toMatchObject({
    url: "/first?timeout=10s",
    userAgent: "kube-apiserver-admission",
    contentType: "application/json",
    review: { kind: "AdmissionReview", apiVersion: "admission.k8s.io/v1" },
  });
  const { name, object, ...common } = last?.review.request ?? {};
  expect(common).toMatchObject({
    uid: expect.stringMatching(uuid) as unknown,
    kind: configMapKind,
    resource: configMapResource,
    requestKind: configMapKind,
    requestResource: configMapResource,
    namespace,
    operation: "CREATE",
    oldObject: null,
    dryRun: false,
    options: { kind: "CreateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "tests" },
  });
  expect(name).toBe(created.body.metadata["name"]);
  expect(object).toMatchObject({ kind: "ConfigMap", apiVersion: "v1", data: { color: "blue" } });
  expect(object?.metadata).toMatchObject({ name, namespace, uid: created.body.metadata["uid"] });
  expect(object?.metadata).not.toHaveProperty("resourceVersion");

  expect(first?.review.request).toMatchObject({ namespace, operation: "CREATE" });
  expect(first?.review.request).not.toHaveProperty("name");
  expect(first?.review.request.object.metadata).toMatchObject({ namespace, generateName: "made-" });
  for (const field of ["name", "uid", "creationTimestamp", "resourceVersion"]) {
    expect(first?.review.request.object.metadata).not.toHaveProperty(field);
  }
});

test("the deletion of an object with a finalizer is an UPDATE, a DELETE and an UPDATE, each with the old object", async () => {
  await using _ = await host.configure("validating", [host.webhook("look")]);
  await create("going", { data: { a: "1" } });
  const path = `${configMaps}/going`;

  const [held, deleted, released] = await reviewsOf(
    "/look",
    {
      method: "PATCH",
      path: `${path}?fieldManager=tests`,
      headers: mergePatch,
      body: { metadata: { finalizers: ["a.b/c"] } },
    },
    { method: "DELETE", path: `${path}?propagationPolicy=Background` },
    { method: "PATCH", path, headers: mergePatch, body: { metadata: { finalizers: null } } },
  );

  expect(held).toMatchObject({
    operation: "UPDATE",
    name: "going",
    options: { kind: "UpdateOptions", apiVersion: "meta.k8s.io/v1", fieldManager: "tests" },
  });
  expect(held?.object.metadata).toHaveProperty("finalizers", ["a.b/c"]);
  expect(held?.oldObject.metadata).not.toHaveProperty("finalizers");
  expect(deleted).toMatchObject({
    operation: "DELETE",
    name: "going",
    object: null,
    options: { kind: "DeleteOptions", apiVersion: "meta.k8s.io/v1", propagationPolicy: "Background" },
  });
  expect(deleted?.oldObject).toMatchObject({ data: { a: "1" } });
  expect(released?.operation).toBe("UPDATE");
  expect(released?.oldObject.metadata).toHaveProperty("deletionTimestamp");
});

test("the delete of a collection is reviewed once for each object, without a name", async () => {
  await create("one");
  await create("two");
  await using _ = await host.configure("validating", [host.webhook("look")]);

  const asked = await reviewsOf("/look", { method: "DELETE", path: configMaps });

  expect(asked.map(({ operation }) => operation)).toEqual(["DELETE", "DELETE"]);
  expect(new Set(asked.map(({ oldObject }) => oldObject.metadata["name"]))).toEqual(new Set(["one", "two"]));
  for (const each of asked) expect(each).not.toHaveProperty("name");
});

test("webhooks are called in the order of configuration names, then of the list, each with the changes of earlier ones", async () => {
  const [before, after] = [server.uniqueName("a-hooks-"), server.uniqueName("b-hooks-")];
  await using _later = await host.configure("mutating", [host.webhook("third")], after);
  await using _sooner = await host.configure("mutating", [host.webhook("second"), host.webhook("first")], before);
  for (const name of ["first", "second", "third"]) {
    host.answer(`/${name}`, ({ object }) =>
      patching({ op: "add", path: "/data", value: { seen: `${object.data?.["seen"] ?? ""}${name} ` } }),
    );
  }

  const { body } = await create("ordered");

  expect(body.data).toEqual({ seen: "second first third " });
  expect(host.order).toEqual(["/second", "/first", "/third"]);
});

test("a webhook with reinvocationPolicy IfNeeded is called again if a later one has changed the object, and the others are not", async () => {
  await using _ = await host.configure("mutating", [
    host.webhook("again", { reinvocationPolicy: "IfNeeded" }),
    host.webhook("once"),
    host.webhook("change", { objectSelector: { matchLabels: { change: "yes" } } }),
  ]);
  host.answer("/change", () => patching({ op: "add", path: "/data", value: { changed: "true" } }));

  await create("unchanged");
  expect(host.order).toEqual(["/again", "/once"]);
  host.order.length = 0;
  await create("changed", { metadata: { name: "changed", labels: { change: "yes" } } });

  expect(host.order).toEqual(["/again", "/once", "/change", "/again"]);
  expect(host.callsOf("/again").at(-1)?.review.request.object.data).toEqual({ changed: "true" });
});

test("rules match by operation and resource, and the object selector by the labels of the old and the new object", async () => {
  const only = (operation: string, ...resources: readonly string[]): object => ({
    rules: [{ operations: [operation], apiGroups: [""], apiVersions: ["v1"], resources }],
  });
  await using _ = await host.configure("validating", [
    host.webhook("updates", only("UPDATE", "configmaps")),
    host.webhook("secrets", only("*", "secrets")),
    host.webhook("cluster", { rules: [{ ...clusterRule }] }),
    host.webhook("labelled", { objectSelector: { matchLabels: { chosen: "yes" } } }),
  ]);

  await create("chosen", { metadata: { name: "chosen", labels: { chosen: "yes" } } });
  expect(takeConfigMapCalls()).toEqual(["/labelled"]);
  await refreshCache("chosen");
  await merge(`${configMaps}/chosen`, { metadata: { labels: { chosen: "no" } } });
  expect(takeConfigMapCalls()).toEqual(["/labelled", "/updates"]);
  await refreshCache("chosen");
  await merge(`${configMaps}/chosen`, { metadata: { labels: { chosen: "still-no" } } });

  expect(takeConfigMapCalls()).toEqual(["/updates"]);
});

// A kube-apiserver calls webhooks about an older version that it finds in its watch cache, and then about the latest. A read at a version waits for it.
async function refreshCache(name: string): Promise<void> {
  const path = `${configMaps}/${name}`;
  const { body } = await host.send({ method: "GET", path });
  await host.send({ method: "GET", path: `${path}?resourceVersion=${String(body.metadata?.["resourceVersion"])}` });
}

/** The webhooks that were called for ConfigMaps since the last call. A real server also writes cluster-scoped objects itself. */
function takeConfigMapCalls(): readonly string[] {
  const clusterCalls = host.callsOf("/cluster").map(({ review }) => review.request.resource);
  expect(clusterCalls).not.toContainEqual({ group: "", version: "v1", resource: "configmaps" });
  return host.order
    .splice(0)
    .filter((path) => path !== "/cluster")
    .toSorted();
}

const clusterRule = { operations: ["*"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"], scope: "Cluster" };

test("the namespace of a review of a Namespace is its name, and namespace selectors match its own labels", async () => {
  const mark = server.uniqueName("mark-");
  await using _ = await host.configure("validating", [
    host.webhook("namespaces", {
      rules: [{ ...clusterRule, resources: ["namespaces"] }],
      namespaceSelector: { matchLabels: { mark } },
    }),
  ]);
  const [marked, unmarked] = [server.uniqueName("marked-"), server.uniqueName("unmarked-")];
  const path = "/api/v1/namespaces";

  const asked = await reviewsOf(
    "/namespaces",
    { method: "POST", path, body: { metadata: { name: unmarked } } },
    { method: "POST", path, body: { metadata: { name: marked, labels: { mark } } } },
  );

  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ name: marked, namespace: marked, operation: "CREATE" });
});

test("the review of a dry run has dryRun, and nothing is stored", async () => {
  await using _ = await host.configure("mutating", [host.webhook("dry", { sideEffects: "NoneOnDryRun" })]);
  host.answer("/dry", () => patching({ op: "add", path: "/data", value: { a: "b" } }));

  const { status, body } = await host.send({
    method: "POST",
    path: `${configMaps}?dryRun=All`,
    body: { metadata: { name: "dry" } },
  });

  expect(status).toBe(201);
  expect(body.data).toEqual({ a: "b" });
  expect(host.callsOf("/dry").at(-1)?.review.request).toMatchObject({ dryRun: true, options: { dryRun: ["All"] } });
  expect((await host.send({ path: `${configMaps}/dry` })).status).toBe(404);
});

test("an object that a webhook has changed is validated like an object of a client", async () => {
  await using _ = await host.configure("mutating", [host.webhook("spoil")]);
  host.answer("/spoil", () => patching({ op: "add", path: "/data", value: { "not a key": "x" } }));

  const { status, body } = await create("spoiled");

  expect(status).toBe(422);
  expect(body.message).toMatch(/^ConfigMap "spoiled" is invalid: data\[not a key\]: Invalid value: "not a key": /u);
});

test("an update of an absent object calls no webhook, and a create of an existing one fails after all webhooks", async () => {
  await create("taken");
  await using _ = await host.configure("validating", [host.webhook("look")]);

  const absent = await host.send({
    method: "PUT",
    path: `${configMaps}/absent`,
    body: { metadata: { name: "absent" } },
  });
  expect(absent.status).toBe(404);
  expect(host.order).toEqual([]);
  const taken = await create("taken");

  expect(taken.status).toBe(409);
  expect(host.order).toEqual(["/look"]);
});

test("the response has the warnings of webhooks that allow and of webhooks that deny", async () => {
  await using _ = await host.configure("validating", [host.webhook("warn")]);
  host.answer("/warn", ({ name }) => ({ allowed: name !== "refused", warnings: ["careful", 'with "quotes"'] }));

  const accepted = await create("accepted");
  const refused = await create("refused");

  expect([accepted.status, refused.status]).toEqual([201, 400]);
  expect(accepted.warnings).toEqual(['299 - "careful"', '299 - "with \\"quotes\\""']);
  expect(refused.warnings).toEqual(accepted.warnings);
});
