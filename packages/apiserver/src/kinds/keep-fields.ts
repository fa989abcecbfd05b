/** Puts back what a door may not change. */
import { getOwn, setOwn } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";

/** Gives the draft the old object's field, or takes the field away when the old object has none. */
export function keepField(draft: ApiObject, old: ReadonlyObject, name: string): void {
  const value = getOwn(old, name);
  if (value === undefined) delete draft[name];
  else setOwn(draft, name, structuredClone(value));
}

/** The same for fields of the metadata. */
export function keepMetadata(
  draft: ApiObject,
  old: ReadonlyObject,
  ...names: readonly ("annotations" | "finalizers" | "labels" | "ownerReferences")[]
): void {
  for (const name of names) {
    const value = old.metadata[name];
    if (value === undefined) delete draft.metadata[name];
    else Object.assign(draft.metadata, { [name]: structuredClone(value) });
  }
}
