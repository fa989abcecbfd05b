// A status write sends only the differences: it does not undo concurrent changes of other writers, and it sends nothing if nothing
// differs.

import { createMergePatch, getOwn, isDeepEqual, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, KubernetesObject, MutableJsonObject } from "@kubewright/apimachinery";

/**
 * The merge patch that sets the status fields of `object` to those of `change`, or `undefined` if nothing differs. Fields that `change` does not
 * name are kept, and fields that are `undefined` in `change` are removed. The value of a named field becomes exactly the value in `change`,
 * by the smallest patch.
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

/** The object with the fields of `change` in its status; fields that are `undefined` are removed. */
export function withStatus<T extends KubernetesObject>(object: T, change: object): T {
  const current: unknown = "status" in object ? object.status : undefined;
  const status: MutableJsonObject = isJsonObject(current) ? { ...current } : {};
  for (const [field, value] of Object.entries(change) as [string, JsonValue | undefined][]) {
    if (value === undefined) delete status[field];
    else setOwn(status, field, value);
  }
  return { ...object, status };
}

/** Whether a field of `change` was computed from an outdated value: the current value differs from the value that was read and from the new one. */
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
