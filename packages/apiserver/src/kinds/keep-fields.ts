/** Restores the fields that a write of a subresource must not change. */
import { cloneJson, getOwn, setOwn } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";

/** Restores a field of the draft from the old object. Removes it if the old object does not have it. */
export function keepField(draft: ApiObject, old: ReadonlyObject, name: string): void {
  const value = getOwn(old, name);
  if (value === undefined) delete draft[name];
  else setOwn(draft, name, cloneJson(value as JsonValue));
}

/** Restores fields of the metadata. */
export function keepMetadata(
  draft: ApiObject,
  old: ReadonlyObject,
  ...names: readonly ("annotations" | "deletionTimestamp" | "finalizers" | "labels" | "ownerReferences")[]
): void {
  for (const name of names) {
    const value = old.metadata[name];
    if (value === undefined) delete draft.metadata[name];
    else Object.assign(draft.metadata, { [name]: cloneJson(value as JsonValue) });
  }
}

/** Restores all metadata except the managed fields. */
export function keepAllMetadata(draft: ApiObject, old: ReadonlyObject): void {
  for (const name of new Set([...Object.keys(draft.metadata), ...Object.keys(old.metadata)])) {
    if (name === "managedFields") continue;
    const value = getOwn(old.metadata, name);
    if (value === undefined) Reflect.deleteProperty(draft.metadata, name);
    else Object.assign(draft.metadata, { [name]: cloneJson(value as JsonValue) });
  }
}
