import assert from "node:assert/strict";

import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { createSeededRandom } from "@kubewright/async";
import fc from "fast-check";
import { test } from "vitest";

import { createStore } from "./store.ts";
import type { Store } from "./store.ts";

interface Gadget extends KubernetesObject {
  readonly spec: unknown;
}

const Gadget: ResourceType<Gadget> = {
  group: "example.dev",
  version: "v1",
  kind: "Gadget",
  plural: "gadgets",
  namespaced: true,
};

const owner = { apiVersion: "v1", kind: "Owner", name: "o", uid: "owner-1" };
const managedFields = [{ manager: "us", operation: "Update", apiVersion: "v1", fieldsV1: { "f:spec": {} } }];

function gadget(number: number, version: number, spec: unknown = { size: number }): Record<string, unknown> {
  const name = `gadget-${number}`;
  const labels = { app: `app-${number % 5}`, "ä/b": 'a "quoted" value' };
  const known = { name, namespace: "default", uid: `uid-${number}`, resourceVersion: String(version) };
  const metadata = { generation: version, ...known, managedFields, labels, ownerReferences: [owner] };
  return {
    apiVersion: "example.dev/v1",
    kind: "Gadget",
    metadata,
    spec,
    status: { phase: "Running", text: "x".repeat(900) },
  };
}

function withoutManagedFields(object: Record<string, unknown>): unknown {
  const { managedFields: _left, ...metadata } = object["metadata"] as Record<string, unknown>;
  return { ...object, metadata };
}

function bytesOf(object: unknown): { bytes: Uint8Array } {
  return { bytes: new TextEncoder().encode(JSON.stringify(object)) };
}

function storeOf(compress: boolean): Store<Gadget> {
  return createStore<Gadget>({ type: Gadget, compress, onIndexError: (_index, error) => assert.fail(String(error)) });
}

/** Receives 600 objects of 1.2 KB, which is enough for a dictionary. */
function filledStore(compress: boolean): Store<Gadget> {
  const store = storeOf(compress);
  for (let number = 0; number < 600; number += 1) store.receive("ADDED", bytesOf(gadget(number, 1)));
  return store;
}

test("compressed objects equal the received ones, and need a fraction of the memory", () => {
  const [plain, compressed] = [filledStore(false), filledStore(true)];

  for (let number = 0; number < 600; number += 1) {
    const entry = compressed.get({ namespace: "default", name: `gadget-${number}` });
    assert.deepEqual(entry?.read(), withoutManagedFields(gadget(number, 1)));
  }
  for (let number = 0; number < 600; number += 1) {
    compressed.receive("MODIFIED", bytesOf(gadget(number, 2)));
  }
  assert.ok(compressed.memory.usedBytes < plain.memory.usedBytes / 3, `${compressed.memory.usedBytes} bytes used`);
});

test("the metadata and the indexes of compressed objects are those of the received ones", () => {
  const store = filledStore(true);

  const entry = store.get({ namespace: "default", name: "gadget-599" });

  assert.deepEqual(
    [entry?.uid, entry?.resourceVersion, entry?.generation, entry?.labels, entry?.ownerReferences],
    ["uid-599", "1", 1, { app: "app-4", "ä/b": 'a "quoted" value' }, [owner]],
  );
  assert.equal(entry?.deletionTimestamp, undefined);
  assert.equal(store.byIndex("ownerUid", "owner-1").length, 600);
  store.receive("DELETED", bytesOf(gadget(599, 2)));
  assert.equal(store.byIndex("ownerUid", "owner-1").length, 599);
});

test("an old version of a compressed object stays readable while its slab is replaced", () => {
  const store = filledStore(true);
  const old = store.get({ namespace: "default", name: "gadget-599" });

  for (let version = 2; version < 10; version += 1) {
    for (let number = 0; number < 600; number += 1) store.receive("MODIFIED", bytesOf(gadget(number, version)));
  }

  assert.deepEqual(old?.read(), withoutManagedFields(gadget(599, 1)));
  const current = store.get({ namespace: "default", name: "gadget-599" });
  assert.deepEqual(current?.read(), withoutManagedFields(gadget(599, 9)));
  assert.ok(store.memory.heldBytes < 4 * 1024 * 1024, `${store.memory.heldBytes} bytes held`);
});

test("compressed and plain forms are read as the same object", () => {
  const [plain, compressed] = [storeOf(false), filledStore(true)];
  const key = { namespace: "default", name: "gadget-7" };
  let version = 10;

  fc.assert(
    fc.property(fc.jsonValue(), (spec) => {
      const object = bytesOf(gadget(7, (version += 1), spec));

      for (const store of [plain, compressed]) store.receive("MODIFIED", object);

      assert.deepEqual(compressed.get(key)?.read(), plain.get(key)?.read());
    }),
    { numRuns: 500 },
  );
});

test("an object that does not get smaller is stored uncompressed", () => {
  const store = filledStore(true);
  const random = createSeededRandom("noise");
  const spec = Array.from({ length: 2_000 }, () => String.fromCodePoint(0x4e00 + random.int(0x5000))).join("");
  const { status: _status, ...object } = gadget(5_000, 1, spec);
  const before = store.memory.usedBytes;

  store.receive("ADDED", bytesOf(object));

  assert.ok(store.memory.usedBytes - before <= bytesOf(object).bytes.length);
  assert.deepEqual(store.get({ namespace: "default", name: "gadget-5000" })?.read(), withoutManagedFields(object));
});
