// A plan: writes are recorded with their differences, later calls see them, and the server stores nothing.
import { ConfigMap, Namespace, Pod, Secret } from "@kubewright/api/core/v1";
import { isAlreadyExists, isConflict, isInvalid, isNotFound } from "@kubewright/apimachinery";
import type { ObjectKey } from "@kubewright/apimachinery";
import { createPlan, formatPlan } from "@kubewright/client";
import type { Plan } from "@kubewright/client";
import { ensureFinalizer, releaseFinalizer } from "@kubewright/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { refusal } from "./refusal.ts";
import { Widget, widgetDefinition, widgetOf } from "./widgets.ts";

let server: ServerUnderTest;
let namespace: string;

beforeAll(async () => {
  server = await startServerUnderTest({ crds: [widgetDefinition] });
  namespace = await server.createNamespace();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

function newKey(): ObjectKey {
  return { namespace, name: server.uniqueName("object-") };
}

/** What a plan has recorded: verb, kind, and the differing fields. */
function summary({ writes }: Plan): unknown[] {
  return writes.map(({ verb, type, subresource = "", differences }) => [
    `${verb} ${type.kind} ${subresource}`.trim(),
    Object.fromEntries(differences.map(({ path, before, after }) => [path, [before, after]])),
  ]);
}

test("a plan of changes to an existing object has the differences of each write, and the object keeps its version", async () => {
  const widget = await server.client.create(Widget, widgetOf(newKey(), { size: 1, colour: "red" }));
  const plan = createPlan(server.client);

  await ensureFinalizer(plan.client, widget, "example.dev/clean-up");
  await plan.client.patch(Widget, widget.metadata, { type: "merge", body: { spec: { size: 2 } } });
  const read = await plan.client.get(Widget, widget.metadata);
  if (read) await plan.client.patchStatus(read, { phase: "running" });
  const { operation } = await plan.client.createOrPatch(Widget, widget.metadata, (current) => ({
    ...current,
    spec: { size: 3 },
  }));
  const planned = await plan.client.get(Widget, widget.metadata);
  const stored = await server.client.get(Widget, widget.metadata);

  expect(summary(plan)).toEqual([
    ["patch Widget", { "metadata.finalizers": [undefined, ["example.dev/clean-up"]] }],
    ["patch Widget", { "spec.size": [1, 2] }],
    ["patch Widget status", { "status.phase": [undefined, "running"] }],
    ["patch Widget", { "spec.size": [2, 3], "spec.colour": ["red", undefined] }],
  ]);
  expect([planned?.spec, planned?.status, operation]).toEqual([{ size: 3 }, { phase: "running" }, "updated"]);
  expect(stored).toEqual(widget);
});

test("a plan sees the objects that it creates: it reads, lists, patches and updates them", async () => {
  const [key, labels] = [newKey(), { plan: server.uniqueName("label") }];
  const plan = createPlan(server.client);

  const made = await plan.client.create(Widget, { metadata: { ...key, labels }, spec: { size: 1 } });
  await plan.client.patchStatus(made, { ready: 1 });
  await plan.client.patch(Widget, key, { type: "json", body: [{ op: "replace", path: "/spec/size", value: 2 }] });
  const { operation } = await plan.client.createOrUpdate(Widget, key, (current) => ({ ...current, spec: { size: 2 } }));
  const listed = await Array.fromAsync(plan.client.list(Widget, { namespace, labelSelector: { matchLabels: labels } }));
  const elsewhere = await Array.fromAsync(
    plan.client.list(Widget, { namespace: "default", labelSelector: { matchLabels: labels } }),
  );
  const byName = await Array.fromAsync(plan.client.list(Widget, { fieldSelector: `metadata.name=${key.name}` }));
  const again = await refusal(plan.client.create(Widget, widgetOf(key, {})));

  expect([listed.length, elsewhere.length, byName.length, operation]).toEqual([1, 0, 1, "unchanged"]);
  expect([listed[0]?.spec, listed[0]?.status, listed[0]?.metadata.uid]).toEqual([
    { size: 2 },
    { ready: 1 },
    made.metadata.uid,
  ]);
  expect(isAlreadyExists(again)).toBe(true);
  expect(await server.client.get(Widget, key)).toBeUndefined();
});

test("a plan has the defaults of the server, and the errors of its validation", async () => {
  const plan = createPlan(server.client);
  const spec = { containers: [{ name: "main", image: "x" }], automountServiceAccountToken: false };
  await server.client.createOrUpdate(
    { group: "", version: "v1", kind: "ServiceAccount", plural: "serviceaccounts", namespaced: true },
    { namespace, name: "default" },
    (current) => ({ ...current }),
  );

  const pod = await plan.client.create(Pod, { metadata: newKey(), spec });
  const invalid = await refusal(plan.client.create(Pod, { metadata: newKey(), spec: { containers: [] } }));

  expect([pod.spec?.restartPolicy, isInvalid(invalid), plan.writes.length]).toEqual(["Always", true, 1]);
});

test("an object that a plan deletes is absent for later calls, and one with finalizers once they are removed", async () => {
  const [first, second] = [newKey(), newKey()];
  const [one, two] = [
    await server.client.create(Widget, widgetOf(first, {})),
    await server.client.create(Widget, { metadata: { ...second, finalizers: ["example.dev/clean-up"] } }),
  ];
  const plan = createPlan(server.client);

  await plan.client.delete(one);
  await plan.client.delete(one);
  const missing = await refusal(plan.client.patch(Widget, first, { type: "merge", body: { spec: { size: 1 } } }));
  await plan.client.delete(two);
  const terminating = await plan.client.get(Widget, second);
  if (terminating) await releaseFinalizer(plan.client, terminating, "example.dev/clean-up");
  const names = await Array.fromAsync(plan.client.list(Widget, { namespace }), ({ metadata }) => metadata.name);
  const again = await plan.client.create(Widget, widgetOf(first, { size: 5 }));

  expect(plan.writes.map(({ verb, key, after }) => `${verb} ${key.name} ${after === undefined}`)).toEqual([
    `delete ${first.name} true`,
    `delete ${second.name} false`,
    `patch ${second.name} true`,
    `create ${first.name} false`,
  ]);
  expect(isNotFound(missing)).toBe(true);
  expect([names.includes(first.name), names.includes(second.name)]).toEqual([false, false]);
  expect(again.metadata.uid).not.toBe(one.metadata.uid);
  expect((await server.client.get(Widget, second))?.metadata.deletionTimestamp).toBeUndefined();
});

test("deleteAllOf in a plan is one delete for each match, of planned objects as well", async () => {
  const labels = { plan: server.uniqueName("label") };
  const [stored, kept] = [newKey(), newKey()];
  await server.client.create(ConfigMap, { metadata: { ...stored, labels } });
  await server.client.create(ConfigMap, { metadata: kept });
  const plan = createPlan(server.client);
  const planned = await plan.client.create(ConfigMap, { metadata: { ...newKey(), labels } });

  await plan.client.deleteAllOf(ConfigMap, { namespace, labelSelector: { matchLabels: labels } });

  const deleted = plan.writes.filter(({ verb }) => verb === "delete").map(({ key }) => key.name);
  expect(deleted).toEqual([stored.name, planned.metadata.name]);
  expect(await plan.client.get(ConfigMap, kept)).toBeDefined();
  expect(await server.client.get(ConfigMap, stored)).toBeDefined();
});

test("a plan creates objects in a namespace that it creates", async () => {
  const name = server.uniqueName("planned-");
  const plan = createPlan(server.client);

  await plan.client.create(Namespace, { metadata: { name } });
  await plan.client.create(ConfigMap, { metadata: { namespace: name, name: "a" }, data: { a: "1" } });
  await plan.client.apply(
    ConfigMap,
    { metadata: { namespace: name, name: "b" }, data: { b: "2" } },
    { fieldManager: "ann" },
  );

  const found = await plan.client.get(ConfigMap, { namespace: name, name: "a" });
  expect(found?.data).toEqual({ a: "1" });
  expect(plan.writes.map(({ verb, type }) => `${verb} ${type.kind}`)).toEqual([
    "create Namespace",
    "create ConfigMap",
    "apply ConfigMap",
  ]);
  expect(await server.client.get(Namespace, { name })).toBeUndefined();
});

test("apply in a plan creates an object or changes its fields, and a conflict with another manager is an error", async () => {
  const [key, other] = [newKey(), newKey()];
  await server.client.apply(ConfigMap, { metadata: other, data: { a: "1" } }, { fieldManager: "ann" });
  const plan = createPlan(server.client.withOptions({ fieldManager: "plan" }));

  await plan.client.apply(ConfigMap, { metadata: key, data: { a: "1" } });
  const applied = await plan.client.apply(ConfigMap, { metadata: key, data: { a: "2", b: "3" } });
  await plan.client.apply(ConfigMap, { metadata: other, data: { b: "2" } });
  const conflict = await refusal(plan.client.apply(ConfigMap, { metadata: other, data: { a: "2" } }));

  expect(applied.data).toEqual({ a: "2", b: "3" });
  expect(summary(plan).slice(1)).toEqual([
    ["apply ConfigMap", { "data.a": ["1", "2"], "data.b": [undefined, "3"] }],
    ["apply ConfigMap", { "data.b": [undefined, "2"] }],
  ]);
  expect(isConflict(conflict)).toBe(true);
});

test("two writers of one plan conflict as on a server: one create succeeds, and both patches are applied", async () => {
  const key = newKey();
  const plan = createPlan(server.client);

  const creates = await Promise.allSettled([1, 2].map((size) => plan.client.create(Widget, widgetOf(key, { size }))));
  const existing = await server.client.create(Widget, widgetOf(newKey(), { size: 1 }));
  await Promise.all([
    plan.client.patch(existing, { type: "merge", body: { spec: { size: 2 } } }),
    plan.client.patch(existing, { type: "merge", body: { spec: { colour: "red" } } }),
  ]);

  expect(creates.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect((await plan.client.get(Widget, existing.metadata))?.spec).toEqual({ size: 2, colour: "red" });
});

test("the text of a plan names each write and field, and hides the data of Secrets", async () => {
  const [key, secret] = [newKey(), newKey()];
  await server.client.create(ConfigMap, { metadata: { ...key, labels: { "app.dev/name": "a" } }, data: { old: "1" } });
  const plan = createPlan(server.client);

  await plan.client.patch(ConfigMap, key, {
    type: "merge",
    body: { data: { old: null, new: "2" }, metadata: { labels: { "app.dev/name": "b" } } },
  });
  await plan.client.patch(ConfigMap, key, { type: "merge", body: { data: { new: "2" } } });
  await plan.client.create(Secret, { metadata: secret, data: { password: "aHVudGVyMg==" } });
  await plan.client.delete(ConfigMap, key);

  expect(formatPlan(plan.writes)).toBe(
    [
      `patch ConfigMap "${namespace}/${key.name}"`,
      '  data.new: "2" (added)',
      '  data.old: "1" (removed)',
      '  metadata.labels["app.dev/name"]: "a" -> "b"',
      `patch ConfigMap "${namespace}/${key.name}" (no change)`,
      `create Secret "${namespace}/${secret.name}"`,
      "  data.password: *** (added)",
      `  metadata.name: "${secret.name}" (added)`,
      `  metadata.namespace: "${namespace}" (added)`,
      '  type: "Opaque" (added)',
      `delete ConfigMap "${namespace}/${key.name}"`,
    ].join("\n"),
  );
});

test("a plan rejects writes of bytes, and more writes than its maximum", async () => {
  const key = newKey();
  const plan = createPlan(server.client, { writesMax: 1 });

  await expect(plan.client.raw.create(ConfigMap, key, "{}")).rejects.toThrow(
    "Cannot create ConfigMap in a plan: use the typed calls, which are recorded",
  );
  await expect(plan.client.raw.send({ method: "POST", path: "/api/v1/namespaces" })).rejects.toThrow("in a plan");
  await plan.client.create(ConfigMap, { metadata: key });
  await expect(plan.client.delete(ConfigMap, key)).rejects.toThrow("the plan has 1 writes, which is its maximum");
  expect(JSON.parse(Buffer.from(await plan.client.raw.get(Namespace, { name: namespace })).toString())).toMatchObject({
    kind: "Namespace",
  });
});

test("a plan rejects a strategic merge patch of an object that only the plan has", async () => {
  const plan = createPlan(server.client);
  const key = newKey();
  await plan.client.create(ConfigMap, { metadata: key });

  const patched = plan.client.patch(ConfigMap, key, { type: "strategic", body: { data: { a: "1" } } });

  await expect(patched).rejects.toThrow(`Cannot plan a strategic merge patch of ConfigMap "${key.name}"`);
});
