/**
 * Server-side apply of an object that a controller owns. Nothing is sent if nothing differs from the object in the cache.
 *
 *     in the cache?  no ──► apply without force: another client may just have created an object of this name
 *                    yes ─► equal, same hash: nothing
 *                           no hash: move the fields of earlier updates to the apply ──► apply with force
 */
import { createHash } from "node:crypto";
import { isInvalid, isTerminating, keyOf } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { upgradeManagedFieldsPatch } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { isSubset } from "./is-subset.ts";

/** Contains the hash of the applied fields. It changes if a field is no longer desired, which a comparison with the object cannot detect. */
export const appliedHashAnnotation = "kubewright.dev/applied-hash";

export interface ApplyContext {
  readonly client: Client;
  readonly signal: AbortSignal;
}

export interface AppliedObject<T extends KubernetesObject> {
  readonly operation: "created" | "updated" | "unchanged";
  readonly object: Stored<T>;
}

/** The fields with their hash. References to the owner are added afterwards, so that they are not part of the hash. */
export function withAppliedHash<T extends KubernetesObject>(fields: ApplyBody<T>): ApplyBody<T> {
  const annotations = fields.metadata?.annotations;
  const hash = createHash("sha256").update(JSON.stringify(fields, withSortedKeys)).digest("hex").slice(0, 32);
  return {
    ...fields,
    metadata: { ...fields.metadata, annotations: { ...annotations, [appliedHashAnnotation]: hash } },
  };
}

/** A replacer of `JSON.stringify` that sorts keys. Otherwise a reconciler that reads them from a map would write in each reconcile. */
function withSortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Applies fields with the hash of `withAppliedHash`. `current` is the object in the cache; the caller has checked its owner. An object that is being deleted is
 * not changed.
 */
export async function applyObject<T extends KubernetesObject>(
  type: ResourceType<T>,
  fields: ApplyBody<T>,
  current: Stored<T> | undefined,
  { client, signal }: ApplyContext,
): Promise<AppliedObject<T>> {
  if (!current) return { operation: "created", object: await client.apply(type, fields, { signal }) };
  if (isTerminating(current) || isSubset(fields, current)) return { operation: "unchanged", object: current };

  const wasApplied = current.metadata.annotations?.[appliedHashAnnotation] !== undefined;
  if (!wasApplied) await takeOverFields(type, current, "own", { client, signal });
  const apply = (): Promise<Stored<T>> => client.apply(type, fields, { force: true, signal });
  try {
    return { operation: "updated", object: await apply() };
  } catch (error) {
    // Items of another client can conflict with the applied items, such as a second port with the same name.
    if (!isInvalid(error) || !(await takeOverFields(type, current, "all", { client, signal }))) throw error;
    return { operation: "updated", object: await apply() };
  }
}

/** Moves the fields that this field manager, or any manager, has written with updates to the entry of the apply. Returns whether there were any. */
async function takeOverFields<T extends KubernetesObject>(
  type: ResourceType<T>,
  { metadata }: Stored<T>,
  from: "own" | "all",
  { client, signal }: ApplyContext,
): Promise<boolean> {
  const { fieldManager } = client;
  const object = await client.get(type, keyOf({ metadata }), { consistency: "latest", signal });
  if (!object || object.metadata.uid !== metadata.uid || fieldManager === undefined) return false;
  const updateManagers = (object.metadata.managedFields ?? []).flatMap(({ manager }) => manager ?? []);
  const patch = upgradeManagedFieldsPatch(object, { fieldManager, ...(from === "all" ? { updateManagers } : {}) });
  if (patch) await client.patch(object, patch, { signal });
  return patch !== undefined;
}
