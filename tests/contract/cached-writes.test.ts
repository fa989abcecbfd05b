// Server-side apply by one manager before and after the cached writes of another. The operator reads from its cache and writes; the
// other manager keeps the fields that it applied. Each case ends with an apply that omits a field, which removes the field only if the
// server still has its owner.
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { spawn } from "@kubewright/async";
import { createEventRecorder, createLeaderElection } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { waitFor } from "@kubewright/envtest";
import { createCluster, ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { Widget, widgetDefinition, widgetOf } from "./widgets.ts";

const finalizer = "example.dev/clean-up";
const ann = { fieldManager: "ann" };

let server: ServerUnderTest;
let namespace: string;
let operator: Operator;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetDefinition] });
  namespace = await server.createNamespace();
  operator = await startOperator();
});

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** The client of a running operator, which reads from a cache, and the cache. */
interface Operator extends AsyncDisposable {
  readonly client: Client;
  /** Reads the widget from the cache, once the cache has reached this version. */
  read(version: Stored<Widget>): Promise<Stored<Widget>>;
}

async function startOperator(): Promise<Operator> {
  const { transport, clock, random } = server;
  const cluster = createCluster({
    transport,
    clock,
    random,
    cache: { defaultNamespaces: [namespace] },
    client: { fieldManager: "operator" },
  });
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

function widget(name: string, spec: NonNullable<Widget["spec"]>): Widget {
  return widgetOf({ namespace, name }, spec);
}

/** The stored fields that ann has applied. */
async function appliedByAnn<T extends KubernetesObject>(type: ResourceType<T>, name: string): Promise<unknown> {
  const found = await server.client.get(type, { namespace, name });
  return found?.metadata.managedFields?.find((entry) => entry.manager === "ann" && entry.operation === "Apply")
    ?.fieldsV1;
}

const cases: readonly (readonly [title: string, write: (found: Stored<Widget>) => Promise<unknown>])[] = [
  [
    "createOrUpdate()",
    ({ metadata: { name } }) =>
      operator.client.createOrUpdate(Widget, { namespace, name }, (current) => ({
        ...widget(name, { ...current?.spec, replicas: 2 }),
        metadata: { ...current?.metadata, namespace, name },
      })),
  ],
  ["update()", (found) => operator.client.update(Widget, { ...found, spec: { ...found.spec, replicas: 2 } })],
  ["updateStatus()", (found) => operator.client.updateStatus(Widget, { ...found, status: { phase: "running" } })],
  ["patchStatus()", (found) => operator.client.patchStatus(found, { phase: "running" })],
  ["patch()", (found) => operator.client.patch<Widget>(found, { type: "merge", body: { spec: { replicas: 2 } } })],
  [
    "apply()",
    ({ metadata: { name } }) => operator.client.apply(Widget, widget(name, { replicas: 2 }), { force: true }),
  ],
  ["ensureFinalizer()", (found) => ensureFinalizer(operator.client, found, finalizer)],
  [
    "releaseFinalizer()",
    async (found) =>
      releaseFinalizer(operator.client, await ensureFinalizer(operator.client, found, finalizer), finalizer),
  ],
  [
    "an owner reference",
    async (found) => {
      const owner = await operator.client.create(Widget, widget(`${found.metadata.name}-owner`, {}));
      const ownerReferences = [ownerReferenceTo(owner)];
      return operator.client.update(Widget, {
        ...found,
        metadata: { ...found.metadata, ownerReferences },
      });
    },
  ],
];

test.for(cases)("%s of a cached object leaves what another manager has applied its own", async ([_title, write]) => {
  const name = server.uniqueName("widget-");
  await operator.client.create(Widget, widget(name, { replicas: 1 }));
  const found = await operator.read(await server.client.apply(Widget, widget(name, { colour: "blue", size: 3 }), ann));

  await write(found);
  const owned = await appliedByAnn(Widget, name);
  const after = await server.client.apply(Widget, widget(name, { colour: "blue" }), ann);

  expect(owned).toEqual({ "f:spec": { "f:colour": {}, "f:size": {} } });
  expect(after.spec).toMatchObject({ colour: "blue" });
  expect(after.spec).not.toHaveProperty("size");
});

test("leader election does not take ownership of what another manager has applied to its Lease", async () => {
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
  const { spec } = await client.apply(Lease, lease({ colour: "blue", size: "3" }), ann);

  await waitFor(Lease, { namespace, name }, (found) => found?.spec?.renewTime !== spec?.renewTime, { client, clock });
  await running[Symbol.asyncDispose]();
  const owned = await appliedByAnn(Lease, name);
  const after = await client.apply(Lease, lease({ colour: "blue" }), ann);

  expect(owned).toEqual({ "f:metadata": { "f:labels": { "f:colour": {}, "f:size": {} } } });
  expect([after.metadata.labels, after.spec?.holderIdentity]).toEqual([{ colour: "blue" }, ""]);
});

test("an Event series does not take ownership of what another manager has applied to the Event", async () => {
  const { client, clock, random } = server;
  const regarding = await client.create(Widget, widget(server.uniqueName("widget-"), {}));
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
  await client.apply(Event, labelled({ colour: "blue", size: "3" }), ann);

  recorder.event(regarding, note);
  await recorder[Symbol.asyncDispose]();
  const owned = await appliedByAnn(Event, name);
  const after = await client.apply(Event, labelled({ colour: "blue" }), ann);

  expect(owned).toEqual({ "f:metadata": { "f:labels": { "f:colour": {}, "f:size": {} } } });
  expect([after.metadata.labels, after.series?.count]).toEqual([{ colour: "blue" }, 2]);
});
