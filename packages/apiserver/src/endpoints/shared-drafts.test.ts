// A patch of a custom resource builds its draft from parts of the live object, and the next write takes the draft as its live object. Here every object
// that was stored is frozen, so a step that changes a shared part throws.
import assert from "node:assert/strict";
import { createSeededRandom } from "@kubewright/async";
import type { Random } from "@kubewright/async";
import { test } from "vitest";
import { createCustomResource } from "../custom-resources/resource/custom-resource.ts";
import type { ServedResource } from "../contracts/strategy.ts";
import { decodeEntry } from "../storage/stored-entry.ts";
import { startTestServer } from "../testdata/test-server.ts";

type Version = "v1" | "v2";

function pathOf(version: Version): string {
  return `/apis/x.io/${version}/namespaces/default/gadgets`;
}

const text = { type: "string" };
const part = {
  type: "object",
  required: ["name"],
  properties: { name: text, size: { type: "integer", default: 1 }, tags: { type: "array", items: text } },
};
const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      default: {},
      properties: {
        replicas: { type: "integer", default: 1 },
        color: { ...text, nullable: true },
        parts: { type: "array", items: part, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"] },
        options: {
          type: "object",
          additionalProperties: { type: "object", properties: { on: { type: "boolean", default: true } } },
        },
        free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
      },
    },
    status: {
      type: "object",
      properties: { replicas: { type: "integer" }, phase: text, parts: { type: "array", items: part } },
    },
  },
} as const;

const { color: _color, ...withoutColor } = schema.properties.spec.properties;

/** Without the color and the status fields of v1. */
const laterSchema = {
  type: "object",
  properties: {
    spec: { type: "object", properties: { ...withoutColor, size: { type: "integer", default: 7 } } },
    status: { type: "object", properties: { phase: text } },
  },
};

/** Stored in v1. */
function frozenGadgets(): ServedResource {
  const names = { plural: "gadgets", singular: "gadget", kind: "Gadget", listKind: "GadgetList" };
  const scale = { specReplicasPath: ".spec.replicas", statusReplicasPath: ".status.replicas" };
  const version = (name: Version, openAPIV3Schema: object): object => ({
    name,
    served: true,
    storage: name === "v1",
    schema: { openAPIV3Schema },
    subresources: { status: {}, scale },
  });
  const spec = {
    group: "x.io",
    scope: "Namespaced",
    names,
    versions: [version("v1", schema), version("v2", laterSchema)],
  };
  const resource = createCustomResource(
    { spec, status: { acceptedNames: names } },
    {
      isTerminating: () => false,
      webhookConverter: () => assert.fail("the definition has the conversion strategy None"),
      storedVersions: () => [],
      onDeleted: () => undefined,
    },
  );
  const committed: ServedResource["strategy"]["committed"] = (change) => {
    if (change.type !== "deleted") deepFreeze(change.object);
    if (change.type !== "created") deepFreeze(change.old);
  };
  return { ...resource, strategy: { ...resource.strategy, committed } };
}

function deepFreeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const item of Object.values(value)) deepFreeze(item);
}

test("no write of a custom resource changes a stored object, and a cached draft equals the stored object", async () => {
  const { server, send } = startTestServer({ kinds: [frozenGadgets()] });
  const { engine } = server;
  const resource = engine.registry.find("x.io", "v1", "gadgets");
  assert.ok(resource !== undefined);
  const random = createSeededRandom("shared drafts");
  const created = { kind: "Gadget", metadata: { name: "g", labels: { a: "b" } }, spec: someSpec(random) };
  await send("POST", pathOf("v1"), { ...created, apiVersion: "x.io/v1" });
  const statuses = new Map<number, number>();

  for (let round = 0; round < 600; round++) {
    const version = pick<Version>(random, ["v1", "v1", "v1", "v2"]);
    const live = (await send("GET", `${pathOf(version)}/g`)).json;
    const { path, method, body, contentType } = someWrite(random, version, live);
    const { status } = await send(method, path, body, { "content-type": contentType });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const entry = engine.store.tableOf(resource).get("default/g");
    assert.ok(entry !== undefined);
    const kept = engine.recentObjects.get(entry, resource);
    if (kept !== undefined) assert.deepEqual(kept, decodeEntry(entry));
  }

  assert.ok((statuses.get(200) ?? 0) > 300, `too few writes succeed: ${JSON.stringify([...statuses])}`);
});

interface Write {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly contentType: string;
}

function someWrite(random: Random, version: Version, live: object): Write {
  const path = `${pathOf(version)}/g`;
  const merge = "application/merge-patch+json";
  const json = "application/json-patch+json";
  const apply = { method: "PATCH", contentType: "application/apply-patch+yaml" };
  const fields = { metadata: someMetadata(random), spec: someSpec(random), status: someStatus(random) };
  const some = pick(random, Object.entries(fields));
  const changed = {
    ...live,
    [some[0]]: some[0] === "metadata" ? { ...(live as typeof fields).metadata, ...some[1] } : some[1],
  };
  const declared = {
    apiVersion: `x.io/${version}`,
    kind: "Gadget",
    metadata: { name: "g" },
    ...pick(random, [{ spec: fields.spec }, { spec: { color: "red" } }]),
  };
  return pick<Write>(random, [
    { method: "PUT", path, body: changed, contentType: "application/json" },
    { method: "PUT", path: `${path}/status`, body: changed, contentType: "application/json" },
    { method: "PATCH", path, body: { [some[0]]: some[1] }, contentType: merge },
    { method: "PATCH", path: `${path}?dryRun=All`, body: { [some[0]]: some[1] }, contentType: merge },
    { method: "PATCH", path: `${path}/status`, body: fields, contentType: merge },
    { method: "PATCH", path, body: someJsonPatch(random, fields), contentType: json },
    { method: "PATCH", path: `${path}/status`, body: someJsonPatch(random, fields), contentType: json },
    { method: "PATCH", path: `${path}/scale`, body: { spec: { replicas: random.int(5) } }, contentType: merge },
    { ...apply, path: `${path}?fieldManager=${pick(random, ["m", "n"])}&force=true`, body: declared },
    { ...apply, path: `${path}/status?fieldManager=s&force=true`, body: { ...declared, status: fields.status } },
  ]);
}

function someMetadata(random: Random): object {
  return pick(random, [
    { labels: { [pick(random, ["a", "c"])]: pick(random, ["b", "d"]) } },
    { labels: null },
    { annotations: { note: String(random.int(9)) } },
    { finalizers: pick(random, [["x.io/f"], ["x.io/f", "x.io/g"], []]) },
    { ownerReferences: [{ apiVersion: "v1", kind: "ConfigMap", name: "o", uid: String(random.int(3)) }] },
    { managedFields: pick(random, [[], [{}]]) },
  ]);
}

function someSpec(random: Random): object {
  return pick(random, [
    { replicas: random.int(5), parts: someParts(random) },
    { color: pick(random, ["red", null]), options: { [pick(random, ["x", "y"])]: pick(random, [{}, { on: false }]) } },
    { free: { deep: [{ list: [random.int(9), null] }, { name: pick(random, ["p", "q"]) }] }, unknown: 1 },
    { options: null, free: { deep: { er: { value: random.int(9) } } } },
  ]);
}

function someParts(random: Random): readonly object[] {
  return ["p", "q", "r"]
    .filter(() => random.int(2) === 0)
    .map((name) => ({ name, ...pick(random, [{}, { size: 2 }, { tags: ["t"] }]) }));
}

function someStatus(random: Random): object {
  return { replicas: random.int(5), phase: pick(random, ["New", "Done"]), parts: someParts(random) };
}

function someJsonPatch(random: Random, fields: { readonly spec: object; readonly status: object }): readonly object[] {
  return pick(random, [
    [{ op: "add", path: "/spec", value: fields.spec }],
    [{ op: "add", path: "/status", value: fields.status }],
    [{ op: "copy", from: "/spec", path: "/spec/free" }],
    [{ op: "remove", path: "/metadata/labels" }],
    [
      { op: "add", path: "/metadata/labels", value: { z: "1" } },
      { op: "copy", from: "/metadata/labels", path: "/metadata/annotations" },
    ],
    [{ op: "add", path: "/spec/parts/-", value: { name: `n${random.int(9)}` } }],
  ]);
}

function pick<T>(random: Random, values: readonly [T, ...T[]] | readonly T[]): T {
  return values[random.int(values.length)] as T; // The index is within the list.
}
