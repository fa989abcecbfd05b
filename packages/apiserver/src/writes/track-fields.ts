// Field tracking of writes that are not an apply: the manager of the request owns what it changes (`metadata.managedFields`).
// https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
import type { Work } from "@kubewright/apimachinery";
import { afterPause, whenDone } from "@kubewright/apimachinery";
import { entriesAfterUpdate } from "../field-manager/after-update.ts";
import type { Entries } from "../field-manager/entries.ts";
import { managerName } from "../field-manager/manager-name.ts";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { inServedVersion } from "../conversion/served-object.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { WriteTarget } from "./write-request.ts";

/** The parts of a write on which field tracking depends. */
export interface TrackedWrite extends Pick<WriteTarget, "engine" | "resource"> {
  readonly context: Pick<RequestContext, "subresource" | "userAgent">;
  readonly options: { readonly fieldManager: string };
}

/** In steps: makes the client the manager of the fields that differ between `live` (`undefined` for a create) and `draft`. */
export function trackFields(
  { engine, resource, context, options }: TrackedWrite,
  draft: ApiObject,
  live: ReadonlyObject | undefined,
): Work<void> {
  const tracking = whenDone(live && inServedVersion(live, resource), (before) =>
    whenDone(inServedVersion(draft, resource), (next) =>
      entriesAfterUpdate({
        fieldManager: engine.fieldManagers.of(resource, context.subresource),
        live: before,
        next,
        manager: managerName(options.fieldManager, context.userAgent),
        nowMs: engine.clock.wallTime(),
      }),
    ),
  );
  return afterPause(tracking, (entries) => setManagedFields(draft, entries));
}

/** Sets the managed fields of an object; an object without any does not have the field. */
export function setManagedFields({ metadata }: ApiObject, entries: Entries | undefined): void {
  // Entries are never changed in place.
  if (entries === undefined) delete metadata.managedFields;
  else metadata.managedFields = entries as NonNullable<typeof metadata.managedFields>;
}
