/** Objects as a server returns them, for tests of functions that take a `Stored<T>`. */
import { formatKey, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectMeta, ResourceType, Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { objectOfOtherWriter } from "./other-writer.ts";

/** The fields of a stored object, without its apiVersion and kind. Fields with defaults are required. */
export type StoredObjectFields<T extends KubernetesObject> = Omit<Stored<T>, "apiVersion" | "kind" | "metadata"> & {
  readonly metadata: ObjectMeta & { readonly name: string };
};

/**
 * Returns an object as a server would have stored it: with its apiVersion and kind, and with uid, creationTimestamp, resourceVersion and generation
 * where `metadata` has no others. The uid depends only on the kind and the key, so tests are repeatable and different objects have different uids.
 * Nothing is sent to a server, and nothing is validated or defaulted.
 */
export function storedObject<T extends KubernetesObject>(
  type: ResourceType<T>,
  fields: StoredObjectFields<T>,
): Stored<T> {
  const random = createSeededRandom(`${type.group}/${type.kind} ${formatKey(keyOf(fields))}`);
  const metadata = { resourceVersion: "1", ...fields.metadata };
  const object = objectOfOtherWriter(type, { ...fields, metadata }, undefined, { clock: createVirtualClock(), random });
  return object as Stored<T>; // The caller gives all fields except the server's.
}
