// The last step of a write before its commit: decides whether the draft is stored or the object is removed, and encodes it.
import { isDeepEqual, unclassifiedError, whenDone } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import { isCurrent, isStoredAs, toStorageVersion } from "../conversion/served-object.ts";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import { entryKey } from "../storage/stored-entry.ts";
import { assertCreatable } from "./create-rules.ts";
import { assertActive } from "../turns/deadline.ts";
import { hasSentVersion } from "./sent-version.ts";
import { mayBeRemoved } from "./update-rules.ts";
import type { ChangedObject, WriteRequest } from "./write-request.ts";
import type { WriteResult } from "./commit.ts";
import { objectOfDryRun, preparePut, removeEntry } from "./commit.ts";

/** Commits what has been prepared, in one turn. Returns `undefined` if the entry is no longer the stored one, or a new object is no longer new. */
export type Commit = () => WriteResult | undefined;

/** In steps. `followUps` receives what follows from the commit and takes longer than its turn. */
export function prepareCommit(
  request: WriteRequest,
  { entry, live, draft, view }: ChangedObject,
  followUps: Promise<void>[],
): Work<Commit> {
  const { engine, resource, namespace, context, prune } = request;
  const created = live === undefined;
  const key = entry?.key ?? entryKey(namespace, draft.metadata.name ?? "");
  const assertCommittable = (): void => {
    assertActive(context);
    if (created) assertCreatable(request, draft);
  };
  const isExpected = (): boolean => {
    assertCommittable();
    // A dry run that is not a POST does not check that another write has come between.
    return (context.dryRun && request.name !== "") || engine.store.tableOf(resource).get(key) === entry;
  };
  const pruned = prune?.(draft) ?? draft;
  if (entry !== undefined && live !== undefined && mayBeRemoved(resource, draft, live)) {
    return whenDone(toStorageVersion(pruned, resource), (object) => () => {
      if (!isExpected()) return undefined;
      if (!context.dryRun) removeEntry(engine, resource, { entry, old: live, followUps });
      return { type: "unstored", object, created };
    });
  }
  if (context.dryRun) {
    return whenDone(
      objectOfDryRun(pruned, resource),
      (object) => () => (isExpected() ? { type: "unstored", object, created } : undefined),
    );
  }
  if (created && hasSentVersion(draft.metadata)) {
    return () => {
      assertCommittable();
      throw unclassifiedError("resourceVersion should not be set on objects to be created");
    };
  }
  const unchanged = entry !== undefined && isDeepEqual(draft, live) && isStoredAs(entry, draft, resource);
  return whenDone(unchanged, (isUnchanged): Work<Commit> => {
    if (isUnchanged && entry !== undefined)
      return () => (isExpected() ? { type: "stored", entry, created } : undefined);
    const form = view === undefined && isDeepEqual(pruned, draft) ? "decoded" : "undecoded";
    const preparing = preparePut(engine, resource, { key, expected: entry, object: draft, old: live, form, followUps });
    return whenDone(preparing, (put) => () => {
      assertCommittable();
      const stored = put(); // It compares the stored entry itself.
      if (stored === undefined) return undefined;
      if (entry !== undefined) keepRecent(request, stored, draft, entry);
      return { type: "stored", entry: stored, created };
    });
  });
}

/** Only drafts of custom resources are kept: strategies of built-in kinds may change parts in place that a later draft shares. */
function keepRecent(
  { engine: { recentObjects }, resource }: WriteRequest,
  stored: StoredEntry,
  draft: ReadonlyObject,
  replaced: StoredEntry,
): void {
  const isStoredVersion = draft.apiVersion === stored.apiVersion && stored.apiVersion === resource.apiVersion;
  if (resource.custom && isStoredVersion && isCurrent(stored, resource))
    recentObjects.add(stored, resource, draft, replaced);
}
