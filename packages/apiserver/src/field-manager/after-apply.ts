/**
 * Server-side apply: merges the applied configuration into the stored object and computes the managers of the result.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
import {
  afterPause,
  badRequest,
  cloneJson,
  formatTime,
  isJsonObject,
  unclassifiedError,
  whenDone,
  whenFailed,
} from "@kubewright/apimachinery";
import type { JsonObject, Work } from "@kubewright/apimachinery";
import type { Conflict } from "@kubewright/schema";
import { managedAfterApply, TypedError, typedErrorsInSteps } from "@kubewright/schema";
import type { ApiObject, ReadonlyObject } from "../objects/api-object.ts";
import { managersAfterUpdate, withoutEntries } from "./after-update.ts";
import { conflictError } from "./conflict-error.ts";
import type { FieldManager } from "./field-manager.ts";
import { withoutIdentity } from "./field-manager.ts";
import type { StoredManager } from "./entries.ts";
import { entriesInSteps, storedManagers } from "./entries.ts";
import { clientSideApplier, conflictsBeyond, lastAppliedSet, withLastApplied } from "./last-applied.ts";
import { describeObject } from "./object-description.ts";

export interface Apply {
  readonly fieldManager: FieldManager;
  /** The stored object, in the version of the endpoint; `undefined` if it does not exist. */
  readonly live: ReadonlyObject | undefined;
  /** The body of the request. */
  readonly applied: JsonObject;
  readonly manager: string;
  /** Take conflicting fields from their managers. */
  readonly force: boolean;
  readonly nowMs: number;
}

/** The manager of the fields that an object had before its first apply. */
const beforeFirstApply = "before-first-apply";

/**
 * In steps, the object after an apply, with its entries. It is new, in the version of the endpoint, and has no defaults yet.
 *
 * @throws {ApiError} 400 for a body of another kind, 409 for conflicts, 500 for an object that does not fit the schema.
 */
export function objectAfterApply(apply: Apply): Work<ApiObject> {
  const { fieldManager, live, applied, manager } = apply;
  const stored = storedManagers(live?.metadata.managedFields);
  assertKind(fieldManager, applied);
  const reading = stored.length > 0 || live === undefined ? stored : managersOfAllFields(apply, live);
  const applying = whenDone(reading, (before) =>
    afterPause(assertFits(apply), () => applyWithConflicts(apply, before)),
  );
  return afterPause(applying, ({ object, managers }) => {
    const result = manager === clientSideApplier ? withLastApplied(object, applied) : object;
    const metadata = isJsonObject(result["metadata"]) ? result["metadata"] : {};
    return whenDone(entriesInSteps(managers), (managedFields) => {
      const managed = {
        ...result,
        metadata: { ...metadata, ...(managedFields === undefined ? {} : { managedFields }) },
      };
      return managed as unknown as ApiObject; // An object that was merged by the schema of a kind has that kind.
    });
  });
}

function assertKind({ apiVersion, kind }: FieldManager, applied: JsonObject): void {
  if (applied["apiVersion"] !== apiVersion || applied["kind"] !== kind) {
    throw badRequest(`invalid object type: ${describeObject(applied).kind}`);
  }
}

/** One manager, which represents the earlier writes, owns all fields of an object without managers. */
function managersOfAllFields({ fieldManager, nowMs }: Apply, live: ReadonlyObject): Work<readonly StoredManager[]> {
  return managersAfterUpdate({ fieldManager, live: undefined, next: live, manager: beforeFirstApply, nowMs }, []);
}

function assertFits({ fieldManager, live, applied }: Apply): Work<void> {
  const { metadata } = applied;
  if (isJsonObject(metadata) && (metadata["managedFields"] ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  const schema = fieldManager.converter.schemaOf(fieldManager.apiVersion) ?? {};
  const throwErrors = (what: string, object: JsonObject, errors: readonly string[]): void => {
    if (errors.length === 0) return;
    const { identity } = describeObject(object);
    throw unclassifiedError(`failed to create typed ${what} object (${identity}): ${new TypedError(errors).message}`);
  };
  const checking = whenDone(typedErrorsInSteps(applied, schema), (errors) => throwErrors("patch", applied, errors));
  return afterPause(checking, () => {
    if (live === undefined) return undefined;
    const stored = withoutEntries(live);
    return whenDone(typedErrorsInSteps(stored, schema, { allowDuplicates: true }), (errors) =>
      throwErrors("live", stored, errors),
    );
  });
}

interface AppliedResult {
  readonly object: JsonObject;
  readonly managers: readonly StoredManager[];
}

/**
 * Applies. Fields that a client-side apply of the same client has set do not conflict. An object that does not fit the schema of another version, after it
 * has been converted, is a 500.
 */
function applyWithConflicts(apply: Apply, before: readonly StoredManager[]): Work<AppliedResult> {
  const applyTwice = (): Work<AppliedResult> =>
    whenDone(attempt(apply, before, apply.force), (first) => {
      if (!("conflicts" in first)) return first;
      const { conflicts } = first;
      const allowed = apply.manager === clientSideApplier ? lastAppliedSet(apply.fieldManager, apply.live) : undefined;
      if (allowed === undefined) throw conflictError(conflicts);
      const left = conflictsBeyond(conflicts, allowed);
      if (left.length > 0) throw conflictError(left);
      return whenDone(attempt(apply, before, true), (second) => {
        if ("conflicts" in second) throw conflictError(second.conflicts);
        return second;
      });
    });
  return whenFailed(applyTwice, (error) => {
    if (error instanceof TypedError) throw unclassifiedError(error.message, { cause: error });
    throw error;
  });
}

function attempt(
  { fieldManager, live, applied, manager, nowMs }: Apply,
  before: readonly StoredManager[],
  force: boolean,
): Work<AppliedResult | { readonly conflicts: readonly Conflict[] }> {
  const { converter, apiVersion, subresource } = fieldManager;
  const stored = live === undefined ? (cloneJson(fieldManager.empty()) as JsonObject) : withoutEntries(live);
  const manages = { manager, subresource };
  const applying = managedAfterApply<StoredManager>(converter, {
    live: stored,
    applied,
    apiVersion,
    managers: before,
    manager: manages,
    force,
  });
  const isOwn = (entry: StoredManager): boolean =>
    entry.operation === "Apply" && entry.manager === manager && entry.subresource === subresource;
  return afterPause(applying, (after) => {
    if ("conflicts" in after) return after;
    const managers = after.managers.flatMap((entry: StoredManager) => {
      if (!isOwn(entry)) return [entry];
      const set = withoutIdentity(entry.set);
      if (set.isEmpty) return [];
      // The time is that of the last apply that changed the object.
      return [{ ...entry, set, ...(after.object === undefined ? {} : { time: formatTime(nowMs) }) }];
    });
    return { object: after.object ?? stored, managers };
  });
}
