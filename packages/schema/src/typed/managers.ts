// The managers of fields after a write. An update removes the fields that it changes from all other managers. An apply manages the fields that it
// sends: it conflicts with the managers of fields that it would change, unless it is forced, and removes fields that it no longer sends and no other
// manager has.
// https://kubernetes.io/docs/reference/using-api/server-side-apply/

import type { JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import { afterPause, flatMapInSteps, isJsonObject, whenDone } from "@kubewright/apimachinery";
import { assertTyped } from "./check.ts";
import type { TypedComparison } from "./compare.ts";
import type { FieldSet } from "./field-set.ts";
import { emptyFieldSet } from "./field-set.ts";
import { fieldSetInSteps } from "./field-set-of.ts";
import { followSchema } from "./follow-schema.ts";
import { typeOf } from "../model/type.ts";
import type { Manager } from "./manager.ts";
import { mergeTypedInSteps } from "./merge.ts";
import type { FieldPath } from "./path-element.ts";
import { prune } from "./prune.ts";
import type { VersionConverter, VersionedObject } from "./version-converter.ts";
import {
  comparisons,
  convertTo,
  inVersion,
  isSameObject,
  prefixed,
  remembering,
  writable,
} from "./version-converter.ts";

/** Fields that an applier would change and another manager owns. */
export interface Conflict {
  readonly manager: Manager;
  readonly paths: readonly FieldPath[];
}

/** An update of an object, with the managers before it. */
export interface UpdatedObject<M extends Manager = Manager> {
  /** The object before the update; for a create, the empty object of the kind. */
  readonly live: JsonObject;
  readonly next: JsonObject;
  /** The version that both are in. */
  readonly apiVersion: string;
  readonly managers: readonly M[];
}

/** The managers after an update. */
export interface AfterUpdate<M extends Manager = Manager> {
  /** The managers before the update without the fields that it changed. Those without fields are dropped; unchanged ones are the same objects. */
  readonly managers: readonly M[];
  /** The fields that the updater manages in addition to its entry among `managers`. */
  readonly taken: FieldSet;
}

/**
 * In steps, the managers after an update: a create, an update, or a patch other than an apply. Managers of versions that no longer exist are dropped.
 *
 * @throws {TypedError} when an object does not fit its schema.
 */
export function managedAfterUpdate<M extends Manager>(
  versions: VersionConverter,
  { live, next, apiVersion, managers }: UpdatedObject<M>,
): Work<AfterUpdate<M>> {
  const converter = remembering(versions);
  const before = inVersion(converter, live, apiVersion);
  const after = inVersion(converter, next, apiVersion);
  return afterPause(converter.isFixed === true ? undefined : assertBothTyped(before, after), () => {
    const changes = comparisons(converter, before, after);
    return afterPause(changes(apiVersion), (found) => {
      const { added, modified } = found ?? unchanged;
      const leaving = whenDone(following(converter, before, managers), (known) =>
        flatMapInSteps(known, (manager) =>
          whenDone(changes(manager.apiVersion), (ofVersion) => withoutChanges(manager, ofVersion)),
        ),
      );
      return afterPause(leaving, (left) => ({
        managers: left,
        taken: writable(converter, modified.union(added), apiVersion),
      }));
    });
  });
}

function assertBothTyped(before: VersionedObject, after: VersionedObject): Work<void> {
  return afterPause(assertTyped(after.object, after.schema, { allowDuplicates: true }), () =>
    assertTyped(before.object, before.schema, { allowDuplicates: true, checked: after.object }),
  );
}

const unchanged: TypedComparison = { added: emptyFieldSet, modified: emptyFieldSet, removed: emptyFieldSet };

/** An apply to an object, with the managers before it. */
export interface AppliedObject<M extends Manager = Manager> {
  /** The object before the apply; for a create, the empty object of the kind. */
  readonly live: JsonObject;
  readonly applied: JsonObject;
  /** The version that both are in. */
  readonly apiVersion: string;
  readonly managers: readonly M[];
  /** The manager that applies. */
  readonly manager: { readonly manager: string; readonly subresource: string };
  /** Takes conflicting fields from their managers. Default: false. */
  readonly force?: boolean;
}

/** The object and its managers after an apply, or the conflicts that prevent it. */
export type AfterApply<M extends Manager = Manager> =
  | {
      /** `undefined` if nothing except the managers changed. */
      readonly object?: JsonObject;
      /** Includes the applier, with the time of its earlier entry, if it has fields. Unchanged ones are the same objects. */
      readonly managers: readonly (M | Manager)[];
    }
  | { readonly conflicts: readonly Conflict[] };

/**
 * In steps, the object and its managers after an apply. Check both objects first (`typedErrors`; the live one may have duplicates). Managers of versions that
 * no longer exist are dropped.
 *
 * @throws {TypedError} when an object does not fit its schema.
 */
export function managedAfterApply<M extends Manager>(
  versions: VersionConverter,
  apply: AppliedObject<M>,
): Work<AfterApply<M>> {
  const converter = remembering(versions);
  const { live, applied, apiVersion, managers, manager } = apply;
  const before = inVersion(converter, live, apiVersion);
  return afterPause(following(converter, before, managers), (known) => {
    const earlier = known.find((other) => isApplier(other, manager));
    const others = known.filter((other) => other !== earlier);
    const owning = afterPause(fieldSetInSteps(applied, before.schema), (fields) =>
      ownEntry(earlier, manager, apiVersion, writable(converter, fields, apiVersion)),
    );
    return afterPause(owning, (own) => {
      const pruning = afterPause(mergeTypedInSteps(live, applied, before.schema), (object) =>
        prefixed("failed to prune fields", () => prune(converter, { ...before, object }, { earlier, own, others })),
      );
      return afterPause(pruning, (next) => managersOf(converter, apply, { before, next, own, others }));
    });
  });
}

interface Merged<M extends Manager> {
  readonly before: VersionedObject;
  readonly next: VersionedObject;
  readonly own: M | Manager;
  readonly others: readonly M[];
}

function managersOf<M extends Manager>(
  converter: VersionConverter,
  { force = false }: AppliedObject<M>,
  { before, next, own, others }: Merged<M>,
): Work<AfterApply<M>> {
  const changes = comparisons(converter, before, next);
  const contesting = flatMapInSteps(others, (other) =>
    whenDone(changes(other.apiVersion), (ofVersion) => conflictsWith(other, ofVersion)),
  );
  return afterPause(contesting, (conflicts): Work<AfterApply<M>> => {
    if (conflicts.length > 0 && !force) return { conflicts };
    const leaving = flatMapInSteps(others, (other) =>
      whenDone(changes(other.apiVersion), (ofVersion) => withoutChanges(other, ofVersion)),
    );
    return afterPause(leaving, (left) => ({
      ...(!isSameObject(before, next) && { object: asObject(next.object) }),
      managers: own.set.isEmpty ? left : [...left, own],
    }));
  });
}

function isApplier(
  entry: Manager,
  { manager, subresource }: { readonly manager: string; readonly subresource: string },
): boolean {
  return entry.operation === "Apply" && entry.manager === manager && entry.subresource === subresource;
}

function ownEntry<M extends Manager>(
  earlier: M | undefined,
  { manager, subresource }: { readonly manager: string; readonly subresource: string },
  apiVersion: string,
  set: FieldSet,
): M | Manager {
  if (earlier?.apiVersion === apiVersion && earlier.set.equals(set)) return earlier;
  return { ...earlier, manager, subresource, operation: "Apply", apiVersion, set };
}

/** In steps, the managers of versions that exist; their sets follow the schemas of these versions. */
function following<M extends Manager>(
  converter: VersionConverter,
  live: VersionedObject,
  managers: readonly M[],
): Work<readonly M[]> {
  if (converter.isFixed === true)
    return managers.filter(({ apiVersion }) => converter.schemaOf(apiVersion) !== undefined);
  return flatMapInSteps(managers, (manager) =>
    whenDone(convertTo(converter, live, manager.apiVersion), (versioned) =>
      versioned === undefined ? [] : [withSet(manager, followSchema(manager.set, typeOf(versioned.schema).atom))],
    ),
  );
}

function conflictsWith(manager: Manager, changes: TypedComparison | undefined): readonly Conflict[] {
  if (changes === undefined) return [];
  const contested = manager.set.intersection(changes.modified.union(changes.added));
  return contested.isEmpty ? [] : [{ manager, paths: [...contested.paths()] }];
}

/** The manager without the changed fields; empty if it has no others. */
function withoutChanges<M extends Manager>(manager: M, changes: TypedComparison | undefined): readonly M[] {
  if (changes === undefined) return [];
  const { added, modified, removed } = changes;
  const left = manager.set.difference(modified).difference(added).difference(removed);
  return left.isEmpty ? [] : [withSet(manager, left)];
}

function withSet<M extends Manager>(manager: M, set: FieldSet): M {
  return set === manager.set ? manager : { ...manager, set };
}

function asObject(value: JsonValue): JsonObject {
  if (!isJsonObject(value)) throw new TypeError("Cannot apply: nothing is left of the object");
  return value;
}
