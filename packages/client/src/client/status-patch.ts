// A status write is what differs and nothing else: it does not undo what others wrote meanwhile, and a reconcile that found
// everything in order writes nothing.

import { createMergePatch, getOwn, isDeepEqual, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, KubernetesObject, MutableJsonObject } from "@kubewright/apimachinery";

/**
 * The merge patch that brings the status of `object` to `change`, or `undefined` when it is there already. Fields that `change` does not
 * name stay as they are, those it names as `undefined` are removed; below a named field the value is replaced as a whole, by
 * the smallest patch that does it.
 */
export function statusPatch(object: KubernetesObject, change: object): { readonly status: JsonObject } | undefined {
  const named: MutableJsonObject = {};
  for (const field of Object.keys(change)) {
    const value = statusField(object, field);
    if (value !== undefined) setOwn(named, field, value);
  }
  const status = createMergePatch(named, change);
  return status === undefined ? undefined : { status };
}

/** The object with the fields of `change` in its status; those that are `undefined` are absent. */
export function withStatus<T extends KubernetesObject>(object: T, change: object): T {
  const current: unknown = "status" in object ? object.status : undefined;
  const status: MutableJsonObject = isJsonObject(current) ? { ...current } : {};
  for (const [field, value] of Object.entries(change) as [string, JsonValue | undefined][]) {
    if (value === undefined) delete status[field];
    else setOwn(status, field, value);
  }
  return { ...object, status };
}

/** Whether a field of `change` was computed from a value that is no longer there: it differs from what was read and from what is to be set. */
export function isStatusOutdated(read: KubernetesObject, fresh: KubernetesObject, change: object): boolean {
  return Object.entries(change).some(([field, wanted]: [string, unknown]) => {
    const value = statusField(fresh, field);
    return !isDeepEqual(value, statusField(read, field)) && !isDeepEqual(value, wanted);
  });
}

function statusField(object: KubernetesObject, field: string): JsonValue | undefined {
  const status: unknown = "status" in object ? object.status : undefined;
  return isJsonObject(status) ? getOwn(status, field) : undefined;
}
