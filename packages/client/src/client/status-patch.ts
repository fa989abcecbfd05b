// A status write is what differs and nothing else: it does not undo what others wrote meanwhile, and a reconcile that found
// everything in order writes nothing.

import { createMergePatch, isJsonObject } from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, MutableJsonObject } from "@kubewright/apimachinery";
import { setOwn } from "@kubewright/apimachinery";

/**
 * The merge patch that brings the status of `object` to `change`, or `undefined` when it is there already. Fields that `change` does not
 * name stay as they are, those it names as `undefined` are removed; below a named field the value is replaced as a whole, by
 * the smallest patch that does it.
 */
export function statusPatch(object: KubernetesObject, change: object): { readonly status: JsonValue } | undefined {
  const current: unknown = "status" in object ? object.status : undefined;
  const before: MutableJsonObject = {};
  const after: MutableJsonObject = {};
  for (const [field, value] of Object.entries(change) as [string, JsonValue | undefined][]) {
    const held = isJsonObject(current) && Object.hasOwn(current, field) ? current[field] : undefined;
    if (held !== undefined) setOwn(before, field, held);
    if (value !== undefined) setOwn(after, field, value);
  }
  const patch = createMergePatch(before, after);
  return patch === undefined ? undefined : { status: patch };
}
