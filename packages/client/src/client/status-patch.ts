// A status write is what differs and nothing else: it does not undo what others wrote meanwhile, and a reconcile that found
// everything in order writes nothing.

import { createMergePatch, getOwn, isJsonObject, setOwn } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, KubernetesObject, MutableJsonObject } from "@kubewright/apimachinery";

/**
 * The merge patch that brings the status of `object` to `change`, or `undefined` when it is there already. Fields that `change` does not
 * name stay as they are, those it names as `undefined` are removed; below a named field the value is replaced as a whole, by
 * the smallest patch that does it.
 */
export function statusPatch(object: KubernetesObject, change: object): { readonly status: JsonObject } | undefined {
  const current: unknown = "status" in object ? object.status : undefined;
  const named: MutableJsonObject = {};
  for (const field of Object.keys(change)) {
    const value: JsonValue | undefined = isJsonObject(current) ? getOwn(current, field) : undefined;
    if (value !== undefined) setOwn(named, field, value);
  }
  const status = createMergePatch(named, change);
  return status === undefined ? undefined : { status };
}
