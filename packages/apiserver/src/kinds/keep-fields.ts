/** Restores the fields that a write of a subresource must not change. */
import { cloneJson, getOwn, setOwn } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";

/** Gives the draft the old object's field, or takes the field away when the old object has none. */
export function keepField(draft: ApiObject, old: ReadonlyObject, name: string): void {
  const value = getOwn(old, name);
  if (value === undefined) delete draft[name];
  else setOwn(draft, name, cloneJson(value as JsonValue));
}

/** The same for fields of the metadata. */
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

/** Gives the draft the metadata of the old object, apart from the record of field managers. */
export function keepAllMetadata(draft: ApiObject, old: ReadonlyObject): void {
  for (const name of new Set([...Object.keys(draft.metadata), ...Object.keys(old.metadata)])) {
    if (name === "managedFields") continue;
    const value = getOwn(old.metadata, name);
    if (value === undefined) Reflect.deleteProperty(draft.metadata, name);
    else Object.assign(draft.metadata, { [name]: cloneJson(value as JsonValue) });
  }
}
