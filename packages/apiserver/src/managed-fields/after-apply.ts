/**
 * Server-side apply: the stored object with what somebody declares of it, and who owns what afterwards.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
import { badRequest, formatTime, isJsonObject, unclassifiedError } from "@kubewright/apimachinery";
import type { JsonObject } from "@kubewright/apimachinery";
import type { Conflict } from "@kubewright/schema";
import { managedAfterApply, TypedError, typedErrors } from "@kubewright/schema";
import type { ApiObject, ReadonlyObject } from "../registry/api-object.ts";
import { ownersAfterUpdate, withoutEntries } from "./after-update.ts";
import { conflictError } from "./conflict-error.ts";
import type { Door } from "./door.ts";
import type { Owner } from "./entries.ts";
import { entriesOf, storedOwners } from "./entries.ts";
import { clientSideApplier, conflictsBeyond, lastAppliedSet, withLastApplied } from "./last-applied.ts";
import { describeObject } from "./object-description.ts";

export interface Apply {
  readonly door: Door;
  /** The stored object, in the door's version; `undefined` when there is none. */
  readonly live: ReadonlyObject | undefined;
  /** The body of the request. */
  readonly applied: JsonObject;
  readonly manager: string;
  /** Take the fields that conflict from their owners. */
  readonly force: boolean;
  readonly nowMs: number;
}

/** Who owns what an object had before anybody applied it. */
const beforeFirstApply = "before-first-apply";

/**
 * The object after an apply, with its entries. It is new, in the door's version, and has no defaults yet.
 *
 * @throws {ApiError} 400 for a body of another kind, 409 for conflicts, 500 for what does not fit the schema.
 */
export function objectAfterApply(apply: Apply): ApiObject {
  const { door, live, applied, manager } = apply;
  const stored = storedOwners(live?.metadata.managedFields);
  assertKind(door, applied);
  const before = stored.length > 0 || live === undefined ? stored : ownersOfEverything(apply, live);
  assertFits(apply);
  const { object, owners } = settled(apply, before);
  const result = manager === clientSideApplier ? withLastApplied(object, applied) : object;
  const managedFields = entriesOf(owners);
  const metadata = isJsonObject(result["metadata"]) ? result["metadata"] : {};
  // What was merged by a kind's schema is an object of that kind.
  return {
    ...result,
    metadata: { ...metadata, ...(managedFields === undefined ? {} : { managedFields }) },
  } as unknown as ApiObject;
}

function assertKind({ apiVersion, kind }: Door, applied: JsonObject): void {
  if (applied["apiVersion"] !== apiVersion || applied["kind"] !== kind) {
    throw badRequest(`invalid object type: ${describeObject(applied).kind}`);
  }
}

/** An object that nobody owns anything of belongs to somebody who stands for its past. */
function ownersOfEverything({ door, nowMs }: Apply, live: ReadonlyObject): readonly Owner[] {
  return ownersAfterUpdate({ door, live: undefined, next: live, manager: beforeFirstApply, nowMs }, []);
}

function assertFits({ door, live, applied }: Apply): void {
  const { metadata } = applied;
  if (isJsonObject(metadata) && (metadata["managedFields"] ?? null) !== null) {
    throw badRequest("metadata.managedFields must be nil");
  }
  const schema = door.world.schemaOf(door.apiVersion) ?? {};
  const refuse = (what: string, object: JsonObject, errors: readonly string[]): void => {
    if (errors.length === 0) return;
    const { identity } = describeObject(object);
    throw unclassifiedError(`failed to create typed ${what} object (${identity}): ${new TypedError(errors).message}`);
  };
  refuse("patch", applied, typedErrors(applied, schema));
  if (live === undefined) return;
  const stored = withoutEntries(live);
  refuse("live", stored, typedErrors(stored, schema, { allowDuplicates: true }));
}

interface Settled {
  readonly object: JsonObject;
  readonly owners: readonly Owner[];
}

/** Applies; conflicts about what a client-side apply has set are no conflicts to that client. */
function settled(apply: Apply, before: readonly Owner[]): Settled {
  const first = attempt(apply, before, apply.force);
  if (!("conflicts" in first)) return first;
  const { conflicts } = first;
  const allowed = apply.manager === clientSideApplier ? lastAppliedSet(apply) : undefined;
  if (allowed === undefined) throw conflictError(conflicts);
  const left = conflictsBeyond(conflicts, allowed);
  if (left.length > 0) throw conflictError(left);
  const second = attempt(apply, before, true);
  if ("conflicts" in second) throw conflictError(second.conflicts);
  return second;
}

function attempt(
  { door, live, applied, manager, nowMs }: Apply,
  before: readonly Owner[],
  force: boolean,
): Settled | { readonly conflicts: readonly Conflict[] } {
  const { world, apiVersion, subresource } = door;
  const stored = live === undefined ? structuredClone(door.empty()) : withoutEntries(live);
  const manages = { manager, subresource };
  const after = managedAfterApply<Owner>(world, {
    live: stored,
    applied,
    apiVersion,
    managers: before,
    manager: manages,
    force,
  });
  if ("conflicts" in after) return after;

  const isOwn = (owner: Owner): boolean =>
    owner.operation === "Apply" && owner.manager === manager && owner.subresource === subresource;
  const owners = after.managers.flatMap((owner: Owner) => {
    if (!isOwn(owner)) return [owner];
    const set = door.owned(owner.set);
    if (set.isEmpty) return [];
    // The time tells when the object was changed, not when it was looked after.
    return [{ ...owner, set, ...(after.object === undefined ? {} : { time: formatTime(nowMs) }) }];
  });
  return { object: after.object ?? stored, owners };
}
