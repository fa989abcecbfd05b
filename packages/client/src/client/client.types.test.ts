// The types of the client's calls. tsc checks this file; nothing here runs.
import { ConfigMap, Pod } from "@kubewright/api/core/v1";
import { Unstructured, unstructuredType } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored, UnstructuredObject } from "@kubewright/apimachinery";
import type { Patch, StatusOf } from "./call-options.ts";
import type { ApiReader } from "./api-reader.ts";
import type { Client } from "./client.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <T extends true>(): T | undefined => undefined;

declare const client: Client;
declare const pod: Stored<Pod>;
declare const configMap: Stored<ConfigMap>;

// A read returns the type of its descriptor, or undefined. A stored object has a name, a uid and a version.
const read = client.get(Pod, { name: "a" });
holds<Equal<typeof read, Promise<Stored<Pod> | undefined>>>();
const name: string = pod.metadata.name;
const uid: string = pod.metadata.uid;

// A list is an async iterable of stored objects.
const list: AsyncIterable<Stored<ConfigMap>> = client.list(ConfigMap, { namespace: "default", labelSelector: "a=b" });

// A read of metadata returns an object without spec and status.
const metadata = client.get(Pod, { name: "a" }, { metadataOnly: true });
holds<Equal<typeof metadata, Promise<Stored<KubernetesObject> | undefined>>>();
const metadataList: AsyncIterable<Stored<KubernetesObject>> = client.list(Pod, { metadataOnly: true });

// The fields of an unstructured object are unknown.
declare const unstructuredObject: Stored<UnstructuredObject>;
holds<Equal<(typeof unstructuredObject)["spec"], unknown>>();
const unstructuredName: string = unstructuredObject.metadata.name;
const unstructuredRead: Promise<Stored<UnstructuredObject> | undefined> = client.get(
  unstructuredType({ group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true }),
  { name: "a" },
);

// A status change may contain the fields of the status type, `undefined` removes a field, and a kind without a status is rejected.
holds<Equal<StatusOf<ConfigMap>, never>>();
const changed: Promise<Stored<Pod>> = client.patchStatus(pod, { phase: "Running", message: undefined });
// @ts-expect-error a Pod's status has no such field
const unknownField = client.patchStatus(pod, { fase: "Running" });
// @ts-expect-error not a phase of a Pod
const unknownPhase = client.patchStatus(pod, { phase: "Ready" });

// delete() takes the object that was read, so that it cannot delete another object with the same name.
const deleted: Promise<void> = client.delete(configMap);
// @ts-expect-error an object that was not read from a server has no uid for the precondition
const notStored = client.delete({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });

// A call that sends an object names its kind: apiVersion and kind may be left out, other fields are checked.
const created: Promise<Stored<ConfigMap>> = client.create(ConfigMap, { metadata: { name: "a" }, data: { a: "1" } });
// @ts-expect-error a ConfigMap has no such field
const misspelt = client.create(ConfigMap, { metadata: { name: "a" }, dat: { a: "1" } });
// @ts-expect-error containers are required
const missing = client.create(Pod, { metadata: { name: "a" }, spec: {} });
// @ts-expect-error an update that spreads the object that was read is checked, too
const misspeltUpdate = client.update(ConfigMap, { ...configMap, dat: { a: "1" } });
// @ts-expect-error an object alone does not name its kind for the compiler
const untyped = client.create({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });
const unstructured = client.create(Unstructured, { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" } });

// Applied fields may be partial at any depth, and their types are checked.
const applied: Promise<Stored<Pod>> = client.apply(Pod, {
  metadata: { name: "a" },
  spec: { containers: [{ name: "a" }] },
});
// @ts-expect-error a container has no such field
const misspeltApply = client.apply(Pod, { metadata: { name: "a" }, spec: { containers: [{ nam: "a" }] } });

// createOrUpdate takes the object without its kind and name.
const ensured = client.createOrUpdate(ConfigMap, { name: "a" }, (current) => ({ ...current, data: { a: "1" } }));
// @ts-expect-error the value of data is a string
const wrongValue = client.createOrUpdate(ConfigMap, { name: "a" }, () => ({ data: { a: 1 } }));

// Every call takes an object, or a descriptor and a key.
const byObject = client.patch(pod, { type: "merge", body: {} }, { optimisticLock: true });
const byKey: Promise<Stored<Pod>> = client.patch(Pod, { name: "a" }, { type: "merge", body: {} });
const deletedByKey = client.delete(Pod, { namespace: "default", name: "a" });
// @ts-expect-error a key has no version for an optimistic lock
const lockedByKey = client.patch(Pod, { name: "a" }, { type: "merge", body: {} }, { optimisticLock: true });

declare const lock: { readonly optimisticLock: boolean };
// @ts-expect-error the same, with options in a variable
const lockedByVariable = client.patch(Pod, { name: "a" }, { type: "merge", body: {} }, lock);
// @ts-expect-error the same, for a status
const lockedStatus = client.patchStatus(Pod, { name: "a" }, { phase: "Running" }, lock);

// An entry is committed once it has an object.
async function commitEntry(): Promise<void> {
  const entry = await client.entry(ConfigMap, { name: "a" });
  await entry
    .andModify((found) => ({ ...found, data: {} }))
    .orInsert(() => ({ data: {} }))
    .commit();
  // @ts-expect-error a vacant entry has no object to commit
  const commit: unknown = entry.commit;
  // @ts-expect-error a ConfigMap has no such field
  entry.orInsert(() => ({ dat: {} }));
  await Promise.resolve(commit);
}

// A client without a cache is an ApiReader, which has no calls that write and no options of a cache.
const reader: ApiReader = client;
const live = reader.list(Pod, { labelSelector: "a=b", limit: 3 });
// @ts-expect-error an ApiReader cannot write
const written: unknown = reader.create;
// @ts-expect-error only a cache has indexes
const indexed = reader.list(Pod, { index: { name: "node", value: "a" } });
// @ts-expect-error a read at the server always has the latest state
const latest = reader.get(Pod, { name: "a" }, { consistency: "latest" });

// The type of a patch determines the type of its body.
const json = client.patch(pod, { type: "json", body: [{ op: "remove", path: "/metadata/labels/a" }] });
// @ts-expect-error a JSON patch is a list of operations
const wrongBody = client.patch(pod, { type: "json", body: { metadata: {} } });
const merge = client.patch(pod, { type: "merge", body: { spec: { nodeName: "a", priority: null } } });
const mergeByKey = client.patch(Pod, { name: "a" }, { type: "merge", body: { metadata: { labels: { a: null } } } });
// @ts-expect-error the spec of a Pod has no such field
const misspeltMerge = client.patch(pod, { type: "merge", body: { spec: { nodeNme: "a" } } });
// @ts-expect-error the same, beside metadata
const misspeltBeside = client.patch(pod, { type: "merge", body: { metadata: { labels: {} }, spec: { nodeNme: "a" } } });
// @ts-expect-error the same, with a key
const misspeltByKey = client.patch(Pod, { name: "a" }, { type: "merge", body: { spec: { nodeNme: "a" } } });
// @ts-expect-error a list replaces the list, and its items have the fields of their type
const misspeltItem = client.patch(pod, { type: "merge", body: { spec: { containers: [{ nam: "a" }] } } });
const scaled = client.patch(
  Pod,
  { name: "a" },
  { type: "merge", body: { spec: { replicas: 1 } } },
  { subresource: "scale" },
);

// A patch of any kind, and the patch of an object of any kind, are not checked.
declare const anyPatch: Patch;
declare const anyObject: Stored<KubernetesObject>;
const unchecked = [
  client.patch(pod, anyPatch),
  client.patch(anyObject, { type: "merge", body: { spec: { a: 1 } } }),
  client.patch(unstructuredObject, { type: "merge", body: { spec: { a: 1 } } }),
];

// Code for several kinds can patch metadata, and other fields with a patch of any kind.
async function annotate<T extends KubernetesObject>(object: Stored<T>, patch: Patch<T>): Promise<Stored<T>> {
  await client.patch(object, patch);
  await client.patch(object, anyPatch);
  return await client.patch(object, { type: "merge", body: { metadata: { annotations: { a: "b" } } } });
}
// @ts-expect-error there is no patch of this type
const wrongType = client.patch(pod, { type: "json-merge", body: {} });

export {
  applied,
  indexed,
  latest,
  live,
  written,
  commitEntry,
  lockedByVariable,
  lockedStatus,
  byKey,
  byObject,
  created,
  deletedByKey,
  ensured,
  lockedByKey,
  missing,
  misspelt,
  misspeltApply,
  misspeltUpdate,
  metadataList,
  unstructured,
  unstructuredName,
  unstructuredRead,
  untyped,
  wrongValue,
};
export { annotate, merge, mergeByKey, misspeltBeside, misspeltByKey, misspeltMerge, misspeltItem, scaled, unchecked };
export { changed, deleted, json, list, name, notStored, read, uid, unknownField, unknownPhase, wrongBody, wrongType };
