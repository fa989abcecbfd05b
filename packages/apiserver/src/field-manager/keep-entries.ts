// Restores managed fields that admission or a write without changes should not have changed.
import { isDeepEqual } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import type { Entries } from "./entries.ts";
import { EntriesError, managersOf } from "./entries.ts";

/** Restores the entries from before admission if admission has made them unreadable, and warns. */
export function restoreUnreadable(
  { metadata }: ApiObject,
  before: Entries | undefined,
  warn: (text: string) => void,
): void {
  if (metadata.managedFields === before) return;
  try {
    managersOf(metadata.managedFields);
  } catch (error) {
    if (!(error instanceof EntriesError)) throw error;
    if (before === undefined) delete metadata.managedFields;
    else metadata.managedFields = before as NonNullable<typeof metadata.managedFields>; // Entries are never changed in place.
    warn(
      ".metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; " +
        `please fix your requests: ${error.message}`,
    );
  }
}

/** Restores the times of the entries if a write changes nothing else, so that the write stores nothing. */
export function restoreTimes(draft: ApiObject, old: ReadonlyObject): void {
  const [after, before] = [draft.metadata.managedFields ?? [], old.metadata.managedFields ?? []];
  if (after.length === 0 || after.length !== before.length) return;
  if (!after.some((entry, index) => entry.time !== before[index]?.time)) return;
  const isTouched = after.some((entry, index) => !isDeepEqual(withoutTime(entry), withoutTime(before[index] ?? {})));
  if (isTouched) return;
  const kept = { ...draft, metadata: { ...draft.metadata, managedFields: before } };
  if (isDeepEqual(kept, old)) draft.metadata.managedFields = kept.metadata.managedFields as typeof after; // Never changed in place.
}

function withoutTime({ time: _, ...rest }: Entries[number]): object {
  return rest;
}
