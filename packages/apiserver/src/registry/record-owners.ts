// Writes into an object who owns its fields, in the form in which the hooks of a write see it.
import { decodeJson, encodeJson } from "@kubewright/apimachinery";
import { entriesAfterUpdate } from "../managed-fields/after-update.ts";
import type { Entries } from "../managed-fields/entries.ts";
import { ownerName } from "../managed-fields/owner-name.ts";
import type { ApiObject, ReadonlyObject } from "./api-object.ts";
import type { Engine } from "./engine.ts";
import type { VersionedResource } from "./registry.ts";
import { toServedForm } from "./served-form.ts";
import type { RequestContext } from "./server-context.ts";

/** A write as its owners see it. */
export interface OwnedWrite {
  readonly form: VersionedResource;
  readonly context: Pick<RequestContext, "subresource" | "userAgent">;
  readonly options: { readonly fieldManager: string };
}

/** Makes whoever sends this write the owner of what it changes. `old`: the stored object, `undefined` for a create. */
export function recordOwners(
  engine: Engine,
  { form, context, options }: OwnedWrite,
  draft: ApiObject,
  old: ReadonlyObject | undefined,
): void {
  const entries = entriesAfterUpdate({
    door: engine.doors.of(form, context.subresource),
    live: old && inVersionOf(form, old),
    next: inVersionOf(form, draft),
    manager: ownerName(options.fieldManager, context.userAgent),
    nowMs: engine.clock.wallTime(),
  });
  setEntries(draft, entries);
}

/** Sets the entries; an object without any has no such field. */
export function setEntries({ metadata }: ApiObject, entries: Entries | undefined): void {
  // Entries are never changed in place.
  if (entries === undefined) delete metadata.managedFields;
  else metadata.managedFields = entries as NonNullable<typeof metadata.managedFields>;
}

function inVersionOf(form: VersionedResource, object: ReadonlyObject): ReadonlyObject {
  if (object.apiVersion === form.apiVersion && object.kind === form.resource.kind) return object;
  return toServedForm(copyOf(object), form);
}

function copyOf(object: ReadonlyObject): ApiObject {
  return decodeJson(encodeJson(object)).value as unknown as ApiObject; // What was an object still is one.
}
