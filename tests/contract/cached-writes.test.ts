// Writes that are computed from a cached object, beside other writers: what another manager has applied stays its own, and no change of
// others is lost. Each case with a second manager ends with its apply that leaves a field out, which removes the field only if the server
// still knows its owner.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { ConfigMap } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { isConflict, ownerReferenceTo } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { createEventRecorder, createLeaderElection } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { waitFor } from "@kubewright/envtest";
import { createCluster, createOrUpdate, ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";

interface Widget extends KubernetesObject {
  readonly spec?: { readonly colour?: string; readonly size?: number; readonly replicas?: number };
  readonly status?: { readonly phase?: string; readonly ready?: number };
}

const Widget: ResourceType<Widget> = {
  group: "cached-writes.example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

const apiVersion = `${Widget.group}/${Widget.version}`;
const finalizer = "example.dev/clean-up";
const ann = { fieldManager: "ann" };

let server: ServerUnderTest;
let namespace: string;
let operator: Operator;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetDefinition()] });
  namespace = await server.createNamespace();
  operator = await startOperator();
});

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** An operator at work: a client that reads from a cache, and the cache. */
interface Operator extends AsyncDisposable {
  readonly client: Client;
  /** Reads the widget from the cache, once the cache has reached this version. */
  read(version: Stored<Widget>): Promise<Stored<Widget>>;
}

async function startOperator(): Promise<Operator> {
  const { transport, clock, random } = server;
  const cluster = createCluster({ transport, clock, random, namespace, fieldManager: "operator" });
  const running = spawn((signal) => cluster.cache.start({ signal }), {
    name: "cache",
    onError(error) {
      throw error;
    },
  });
  const informer = cluster.cache.informer(Widget);
  await informer.waitForSync();
  return {
    client: cluster.client,
    async read({ metadata: { name, resourceVersion } }) {
      const isCurrent = await informer.waitForVersion({ namespace, name }, { resourceVersion });
      const found = await cluster.client.get(Widget, { namespace, name });
      if (!isCurrent || !found)
        throw new Error(`Cannot read Widget "${name}" from the cache: ${resourceVersion} did not come`);
      return found;
    },
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await cluster[Symbol.asyncDispose]();
    },
  };
}

function widgetDefinition(): KubernetesObject & { readonly spec: object } {
  const integer = { type: "integer" };
  const schema = {
    type: "object",
    properties: {
      spec: { type: "object", properties: { colour: { type: "string" }, size: integer, replicas: integer } },
      status: { type: "object", properties: { phase: { type: "string" }, ready: integer } },
    },
  };
  const version = { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `widgets.${Widget.group}` },
    spec: {
      group: Widget.group,
      scope: "Namespaced",
      names: { kind: "Widget", plural: "widgets", singular: "widget", listKind: "WidgetList" },
      versions: [{ ...version, subresources: { status: {} } }],
    },
  };
}

function widget(name: string, spec: NonNullable<Widget["spec"]>): Widget {
  return { apiVersion, kind: "Widget", metadata: { namespace, name }, spec };
}

/** The fields that ann has applied, as the server has them. */
async function appliedByAnn<T extends KubernetesObject>(type: ResourceType<T>, name: string): Promise<unknown> {
  const found = await server.client.get(type, { namespace, name });
  return found?.metadata.managedFields?.find((entry) => entry.manager === "ann" && entry.operation === "Apply")
    ?.fieldsV1;
}

const cases: readonly (readonly [title: string, write: (found: Stored<Widget>) => Promise<unknown>])[] = [
  [
    "createOrUpdate()",
    ({ metadata: { name } }) =>
      createOrUpdate(operator.client, Widget, { namespace, name }, (current) => ({
        ...widget(name, { ...current?.spec, replicas: 2 }),
        metadata: { ...current?.metadata, namespace, name },
      })),
  ],
  ["update()", (found) => operator.client.update<Widget>({ ...found, spec: { ...found.spec, replicas: 2 } })],
  ["updateStatus()", (found) => operator.client.updateStatus<Widget>({ ...found, status: { phase: "running" } })],
  ["patchStatus()", (found) => operator.client.patchStatus(found, { phase: "running" })],
  ["patch()", (found) => operator.client.patch<Widget>(found, { type: "merge", body: { spec: { replicas: 2 } } })],
  ["apply()", ({ metadata: { name } }) => operator.client.apply(widget(name, { replicas: 2 }), { force: true })],
  ["ensureFinalizer()", (found) => ensureFinalizer(operator.client, found, finalizer)],
  [
    "releaseFinalizer()",
    async (found) =>
      releaseFinalizer(operator.client, await ensureFinalizer(operator.client, found, finalizer), finalizer),
  ],
  [
    "an owner reference",
    async (found) => {
      const owner = await operator.client.create(widget(`${found.metadata.name}-owner`, {}));
      const ownerReferences = [ownerReferenceTo(owner)];
      return operator.client.update<Widget>({ ...found, metadata: { ...found.metadata, ownerReferences } });
    },
  ],
];

test.for(cases)("%s of a cached object leaves what another manager has applied its own", async ([_title, write]) => {
  const name = server.uniqueName("widget-");
  await operator.client.create(widget(name, { replicas: 1 }));
  const found = await operator.read(await server.client.apply(widget(name, { colour: "blue", size: 3 }), ann));

  await write(found);
  const owned = await appliedByAnn(Widget, name);
  const after = await server.client.apply(widget(name, { colour: "blue" }), ann);

  expect(owned).toEqual({ "f:spec": { "f:colour": {}, "f:size": {} } });
  expect(after.spec).toMatchObject({ colour: "blue" });
  expect(after.spec).not.toHaveProperty("size");
});

test("a leader election leaves what another manager has applied to its Lease its own", async () => {
  const { client, clock, random } = server;
  const name = server.uniqueName("lease-");
  const lease = (labels: object): Lease & KubernetesObject => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { namespace, name, labels: { ...labels } },
  });
  const timings = { leaseDurationMs: 3_000, renewDeadlineMs: 2_000, retryPeriodMs: 200 };
  const election = createLeaderElection({
    client,
    clock,
    random,
    lease: { namespace, name },
    identity: "one",
    ...timings,
  });
  const running = spawn((signal) => election.run({ signal }), {
    name: "election",
    onError(error) {
      throw error;
    },
  });
  await election.elected();
  const { spec } = await client.apply(lease({ colour: "blue", size: "3" }), ann);

  await waitFor(Lease, { namespace, name }, (found) => found?.spec?.renewTime !== spec?.renewTime, { client, clock });
  await running[Symbol.asyncDispose]();
  const owned = await appliedByAnn(Lease, name);
  const after = await client.apply(lease({ colour: "blue" }), ann);

  expect(owned).toEqual({ "f:metadata": { "f:labels": { "f:colour": {}, "f:size": {} } } });
  expect([after.metadata.labels, after.spec?.holderIdentity]).toEqual([{ colour: "blue" }, ""]);
});

test("a series of an event leaves what another manager has applied to the Event its own", async () => {
  const { client, clock, random } = server;
  const regarding = await client.create(widget(server.uniqueName("widget-"), {}));
  const recorder = createEventRecorder({
    client: operator.client,
    component: "example.dev/operator",
    instance: "one",
    clock,
    random,
  });
  const note = { type: "Normal", reason: "Started", action: "Start", note: "it has started" } as const;
  recorder.event(regarding, note);
  await recorder.flush();
  const [event] = await Array.fromAsync(
    client.list(Event, { namespace, fieldSelector: `regarding.name=${regarding.metadata.name}` }),
  );
  const name = event?.metadata.name ?? "";
  const labelled = (labels: object): Event & KubernetesObject =>
    ({
      apiVersion: "events.k8s.io/v1",
      kind: "Event",
      metadata: { namespace, name, labels: { ...labels } },
    }) as Event;
  await client.apply(labelled({ colour: "blue", size: "3" }), ann);

  recorder.event(regarding, note);
  await recorder[Symbol.asyncDispose]();
  const owned = await appliedByAnn(Event, name);
  const after = await client.apply(labelled({ colour: "blue" }), ann);

  expect(owned).toEqual({ "f:metadata": { "f:labels": { "f:colour": {}, "f:size": {} } } });
  expect([after.metadata.labels, after.series?.count]).toEqual([{ colour: "blue" }, 2]);
});

/** The operator's client, whose cache has this version of a widget and no newer one. */
function lagging(stale: Stored<Widget>): Client {
  const get: Client["get"] = async (type, key, options) =>
    options?.consistency === "latest" ? await server.client.get(type, key, options) : (stale as never); // The one object that is read.
  return { ...server.client, get };
}

test("createOrUpdate() computes an object again that the cache had in an old version, though the callback makes a new one", async () => {
  const name = server.uniqueName("widget-");
  const stale = await server.client.create(widget(name, { size: 1 }));
  await server.client.patch<Widget>(stale, { type: "merge", body: { spec: { size: 7 } } });

  const { object } = await createOrUpdate(lagging(stale), Widget, { namespace, name }, (current) =>
    widget(name, { size: (current?.spec?.size ?? 0) + 1 }),
  );

  expect(object.spec).toEqual({ size: 8 });
});

test("createOrUpdate() by many writers at once loses no change, from the creation of the object on", async () => {
  const key = { namespace, name: server.uniqueName("map-") };
  const writers = ["a", "b", "c", "d", "e"];

  await Promise.all(
    writers.map((writer) =>
      createOrUpdate(server.client, ConfigMap, key, (current): ConfigMap => ({
        ...current,
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { ...current?.metadata, ...key },
        data: { ...current?.data, [writer]: "here" },
      })),
    ),
  );

  const found = await server.client.get(ConfigMap, key);
  expect(found?.data).toEqual({ a: "here", b: "here", c: "here", d: "here", e: "here" });
});

test("finalizers that many writers add and remove at once are all added and all removed", async () => {
  const object = await server.client.create(widget(server.uniqueName("widget-"), {}));
  const finalizers = ["a", "b", "c", "d", "e"].map((writer) => `example.dev/${writer}`);

  await Promise.all(finalizers.map((each) => ensureFinalizer(server.client, object, each)));
  const added = await server.client.get(Widget, object.metadata);
  if (added) await Promise.all(finalizers.map((each) => releaseFinalizer(server.client, added, each)));
  const removed = await server.client.get(Widget, object.metadata);

  expect(new Set(added?.metadata.finalizers)).toEqual(new Set(finalizers));
  expect([removed?.metadata.name, removed?.metadata.finalizers]).toEqual([object.metadata.name, undefined]);
});

test("a status from an old object is set beside what others have set, and is a conflict with what others have changed", async () => {
  const old = await server.client.create(widget(server.uniqueName("widget-"), {}));
  await server.client.patchStatus(old, { ready: 1 });

  const beside = await server.client.patchStatus(old, { phase: "running" });
  const against = await refusal(server.client.patchStatus(old, { ready: 2 }));

  expect(beside.status).toEqual({ phase: "running", ready: 1 });
  expect(isConflict(against)).toBe(true);
});

test("nothing is written of an object that is gone and was made again", async () => {
  const name = server.uniqueName("widget-");
  const old = await server.client.create(widget(name, {}));
  await server.client.delete(old);
  const made = await server.client.create(widget(name, {}));

  const finalized = await refusal(ensureFinalizer(server.client, old, finalizer));
  const reported = await refusal(server.client.patchStatus(old, { phase: "running" }));
  const found = await server.client.get(Widget, made.metadata);

  expect([isConflict(finalized), isConflict(reported)]).toEqual([true, true]);
  expect(found?.metadata.resourceVersion).toBe(made.metadata.resourceVersion);
});
