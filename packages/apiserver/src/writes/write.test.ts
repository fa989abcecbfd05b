import { Rest } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import type { TestServer } from "../testdata/test-server.ts";
import { builtin, configMaps, startTestServer, widgets } from "../testdata/test-server.ts";
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
import { noDeadline } from "../turns/deadline.ts";
import { write } from "./write.ts";
import { entryKey } from "../storage/stored-entry.ts";

const collection = "/api/v1/namespaces/default/configmaps";
const path = `${collection}/c`;
const configMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
const mergePatch = { "content-type": "application/merge-patch+json" };

/** Runs `meanwhile` while the validating admission of each write waits whose object has the label `held`. */
function holding(meanwhile: (round: number) => Promise<unknown>): AdmissionPlugin & { readonly rounds: () => number } {
  let rounds = 0;
  return {
    name: "Holding",
    rounds: () => rounds,
    validate({ object, oldObject }) {
      if ((object ?? oldObject)?.metadata.labels?.["held"] === undefined) return undefined;
      rounds += 1;
      return meanwhile(rounds).then(() => undefined);
    },
  };
}

/** A server in which writes of objects with the label `held` wait while `meanwhile` runs. */
function startHolding(meanwhile: (server: TestServer, round: number) => Promise<unknown>): {
  readonly server: TestServer;
  readonly rounds: () => number;
} {
  const plugin = holding((round) => meanwhile(server, round));
  const server = startTestServer({ admission: [plugin] });
  return { server, rounds: plugin.rounds };
}

test("a patch without a resourceVersion succeeds after any number of concurrent writes", async () => {
  const { server, rounds } = startHolding(async ({ send }, round) => {
    if (round <= 20) await send("PATCH", path, { metadata: { labels: null }, data: { other: `${round}` } }, mergePatch);
  });
  await server.send("POST", collection, configMap);

  const patched = await server.send(
    "PATCH",
    path,
    { metadata: { labels: { held: "" } }, data: { own: "x" } },
    mergePatch,
  );

  expect(patched.status).toBe(200);
  expect(patched.json.data).toEqual({ own: "x", other: "20" });
  expect(rounds()).toBe(21);
});

test("a patch with a resourceVersion conflicts once the object has another one", async () => {
  const { server, rounds } = startHolding(({ send }) => send("PATCH", path, { data: { other: "x" } }, mergePatch));
  const { json } = await server.send("POST", collection, configMap);
  const { resourceVersion } = json.metadata;

  const patch = { metadata: { resourceVersion, labels: { held: "" } } };
  const { status } = await server.send("PATCH", path, patch, mergePatch);

  expect([status, rounds()]).toEqual([409, 1]);
});

test("a patch returns 404 if another writer deletes the object meanwhile", async () => {
  const { server } = startHolding(({ send }) => send("DELETE", path));
  await server.send("POST", collection, configMap);

  const { status } = await server.send("PATCH", path, { metadata: { labels: { held: "" } } }, mergePatch);

  expect(status).toBe(404);
});

test("a create is rejected if another writer creates an object with its name meanwhile", async () => {
  const { server } = startHolding(({ send }) => send("POST", collection, configMap));

  const { status, json } = await server.send("POST", collection, {
    ...configMap,
    metadata: { name: "c", labels: { held: "" } },
  });

  expect([status, json.reason]).toEqual([409, "AlreadyExists"]);
});

test("a delete marks an object that gets a finalizer meanwhile", async () => {
  const { server } = startHolding(async ({ send }, round) => {
    const metadata = { finalizers: ["example.com/f"], labels: { held: null } };
    if (round === 1) await send("PATCH", path, { metadata }, mergePatch);
  });
  await server.send("POST", collection, configMap);
  await writeLabel(server);

  const { status, json } = await server.send("DELETE", path);

  expect([status, json.metadata.finalizers]).toEqual([200, ["example.com/f"]]);
  expect(json.metadata.deletionTimestamp).toBeDefined();
});

/** Sets the label without admission. */
async function writeLabel({ server }: TestServer): Promise<void> {
  server.engine.context.write.update(configMapResource, { namespace: "default", name: "c" }, ({ metadata }) => {
    metadata.labels = { held: "" };
  });
}

const configMapResource = { group: "", resource: "configmaps" } as const;

test("a write whose every attempt meets a concurrent write gets 504 at its deadline", async () => {
  const { server } = startHolding(async ({ send, clock }) => {
    await send("PATCH", path, { metadata: { labels: null }, data: { at: `${clock.now()}` } }, mergePatch);
    await clock.advance(10_000);
  });
  await server.send("POST", collection, configMap);

  const patch = { metadata: { labels: { held: "" } } };
  const { status, json } = await server.send("PATCH", `${path}?timeout=25s`, patch, mergePatch);

  expect([status, json.reason]).toEqual([504, "Timeout"]);
});

test("a create is rejected if its resource is no longer served once admission has finished", async () => {
  const { server } = startHolding(({ server: { engine } }) => {
    engine.registry.remove({ group: "x.io", resource: "widgets" });
    return Promise.resolve();
  });

  const widget = { apiVersion: "x.io/v2", kind: "Widget", metadata: { name: "w", labels: { held: "" } } };
  const { status } = await server.send("POST", "/apis/x.io/v2/namespaces/default/widgets", widget);

  expect(status).toBe(404);
  const key = entryKey("default", "w");
  expect(server.server.engine.store.tableOf(widgets).get(key)).toBeUndefined();
});

test("checkCreate() is called again in the turn in which the object is stored", async () => {
  let isTerminating = false;
  const plugin = holding(() => {
    isTerminating = true;
    return Promise.resolve();
  });
  const kind = builtin("", "ConfigMap", "configmaps", true, {
    hasStatus: false,
    tracksGeneration: false,
    checkCreate: () => {
      if (isTerminating) throw new Error("create not allowed while terminating");
    },
  });
  const { server } = startTestServer({ admission: [plugin], kinds: [kind] });
  const object = { ...configMap, metadata: { name: "c", namespace: "default", labels: { held: "" } } };

  await expect(server.engine.context.write.createReviewed(configMapResource, object)).rejects.toThrow("terminating");

  expect(server.engine.store.tableOf(kind).get(entryKey("default", "c"))).toBeUndefined();
});

test("a write for which nothing waits is stored in the turn in which it begins", async () => {
  const { server, send } = startTestServer();
  await send("POST", collection, configMap);
  const { engine } = server;
  const resource = engine.registry.find("", "v1", "configmaps");
  if (resource === undefined) throw new Error("ConfigMaps are not served");
  const context = {
    ...engine.context,
    user: { name: "ann", groups: [] },
    verb: "update",
    version: "v1",
    name: "c",
    subresource: "",
    userAgent: "test",
    dryRun: false,
    deadline: noDeadline,
    signal: undefined,
    decoded: {},
    isPauseDue: () => false,
    pause: () => undefined,
    warn: () => undefined,
    annotate: () => undefined,
    trackWebhook: () => undefined,
  };
  const before = engine.store.revision;

  const written = write({
    engine,
    resource,
    namespace: "default",
    name: "c",
    context,
    options: { dryRun: false, fieldManager: "", fieldValidation: "Warn", asObject: {} },
    strategy: configMaps.strategy,
    change: (live) => new Rest(() => ({ object: { ...(live?.copy() ?? configMap), data: { a: "b" } } })),
  });

  expect(engine.store.revision).toBe(before + 1);
  await written;
});
