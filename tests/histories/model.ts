/**
 * The behavior of an API server for one object: `next` maps its state and an operation to the new state and the response. Values that are not in the
 * operation (uids and revisions) are taken from the received response. Objects always have an annotation.
 */
import type { Fields, HistoryKind, Operation, View } from "./history.ts";

/** The object, or its absence. `revision` is that of the last known write. */
export interface State {
  readonly revision: number;
  readonly object?: View;
}

export const absent: State = { revision: 0 };

/**
 * The effect of an operation in a state. `created` and `changed` objects get a new revision, and a created one a new uid; an unchanged object keeps both.
 */
export type Effect =
  | { readonly type: "created" | "changed" | "unchanged"; readonly code: 200 | 201; readonly object: View }
  /** The effect of an update that removes the last finalizer. The response has the revision on which the update was based. */
  | { readonly type: "removed by an update"; readonly object: View }
  | { readonly type: "removed"; readonly uid: string }
  | { readonly type: "refused"; readonly code: number };

/** The effect of the operation, by the rules of the kind. */
export function next(kind: HistoryKind, { object }: State, operation: Operation): Effect {
  if (object === undefined) return nextOfAbsent(kind, operation);
  switch (operation.verb) {
    case "get":
      return { type: "unchanged", code: 200, object };
    case "create":
      return refused(409);
    case "delete":
      return nextOfDelete(object, operation);
    case "put":
      if (operation.uid !== undefined && operation.uid !== object.uid) return refused(409);
      if (operation.version === undefined && !kind.unconditionalUpdate) return refused(422);
      return update(object, operation, { annotations: operation.annotations, finalizers: operation.finalizers });
    case "merge":
      return update(object, operation, {
        annotations: merged(object.annotations, operation.annotations),
        finalizers: operation.finalizers ?? object.finalizers,
      });
    case "add":
      return update(object, operation, { annotations: { ...object.annotations, [operation.key]: operation.value } });
    case "compareAndSet":
      if (object.annotations[operation.key] !== operation.from) return refused(422);
      return update(object, operation, { annotations: { ...object.annotations, [operation.key]: operation.to } });
    case "apply":
      return nextOfApply(object, operation);
    case "status":
      return settled(object, { ...object, status: { ...object.status, ...operation.status } });
  }
}

function nextOfAbsent(kind: HistoryKind, operation: Operation): Effect {
  switch (operation.verb) {
    case "create":
      return created(operation.annotations, operation.finalizers, `${operation.manager}/Update`);
    case "apply":
      return created(operation.annotations, [], `${operation.manager}/Apply`);
    case "put":
      if (!kind.createOnUpdate) return refused(404);
      if (operation.uid !== undefined) return refused(409);
      return created(operation.annotations, operation.finalizers, `${operation.manager}/Update`);
    default:
      return refused(404);
  }
}

function created(annotations: Fields, finalizers: readonly string[], owner: string): Effect {
  const object: View = {
    uid: "",
    revision: 0,
    annotations,
    finalizers,
    deleting: false,
    status: {},
    owners: withoutEmpty({ [owner]: Object.keys(annotations).toSorted() }),
  };
  return { type: "created", code: 201, object };
}

function nextOfDelete(object: View, operation: Extract<Operation, { verb: "delete" }>): Effect {
  if (operation.uid !== undefined && operation.uid !== object.uid) return refused(409);
  if (operation.version !== undefined && operation.version !== object.revision) return refused(409);
  if (object.finalizers.length === 0) return { type: "removed", uid: object.uid };
  return settled(object, { ...object, deleting: true });
}

type Update = Extract<Operation, { verb: "put" | "merge" | "add" | "compareAndSet" }>;

function update(before: View, operation: Update, change: Partial<View>): Effect {
  if ("version" in operation && operation.version !== undefined && operation.version !== before.revision) {
    return refused(409);
  }
  const after = { ...before, ...change };
  const added = after.finalizers.filter((finalizer) => !before.finalizers.includes(finalizer));
  if (before.deleting && added.length > 0) return refused(422);
  const owners = ownersAfterUpdate(before, after.annotations, `${operation.manager}/Update`);
  const object = { ...after, owners };
  if (before.deleting && after.finalizers.length === 0) return { type: "removed by an update", object };
  return settled(before, object);
}

function nextOfApply(before: View, operation: Extract<Operation, { verb: "apply" }>): Effect {
  const { annotations: applied, force } = operation;
  const owner = `${operation.manager}/Apply`;
  const others = Object.entries(before.owners).filter(([other]) => other !== owner);
  const isOthers = (key: string): boolean => others.some(([, keys]) => keys.includes(key));
  const differing = Object.keys(applied).filter((key) => before.annotations[key] !== applied[key]);
  if (!force && differing.some(isOthers)) return refused(409);

  const dropped = (before.owners[owner] ?? []).filter((key) => !(key in applied) && !isOthers(key));
  const annotations = merged(before.annotations, {
    ...applied,
    ...Object.fromEntries(dropped.map((key) => [key, null])),
  });
  const kept = others.map(([other, keys]) => [other, keys.filter((key) => !differing.includes(key))] as const);
  const owners = withoutEmpty({ ...Object.fromEntries(kept), [owner]: Object.keys(applied).toSorted() });
  return settled(before, { ...before, annotations, owners });
}

/** The writer owns the fields that it has changed; removed fields have no owners. */
function ownersAfterUpdate(before: View, annotations: Fields, owner: string): View["owners"] {
  const changed = Object.keys(annotations).filter((key) => annotations[key] !== before.annotations[key]);
  const isKept = (key: string): boolean => key in annotations && !changed.includes(key);
  const kept = Object.fromEntries(Object.entries(before.owners).map(([other, keys]) => [other, keys.filter(isKept)]));
  return withoutEmpty({ ...kept, [owner]: [...(kept[owner] ?? []), ...changed].toSorted() });
}

function withoutEmpty(owners: View["owners"]): View["owners"] {
  return Object.fromEntries(Object.entries(owners).filter(([, keys]) => keys.length > 0));
}

function merged(fields: Fields, patch: Readonly<Record<string, string | null>>): Fields {
  return Object.fromEntries(
    Object.entries({ ...fields, ...patch }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** A write that changes nothing is not stored. */
function settled(before: View, after: View): Effect {
  return { type: isSameContent(before, after) ? "unchanged" : "changed", code: 200, object: after };
}

function refused(code: number): Effect {
  return { type: "refused", code };
}

/** Whether two views are equal apart from uids and revisions. */
export function isSameContent(one: View, other: View): boolean {
  return contentKey(one) === contentKey(other);
}

/** The content of a view as a string, without uid and revision. */
export function contentKey(view: View): string {
  const { annotations, finalizers, deleting, status, owners } = view;
  return JSON.stringify([sorted(annotations), finalizers, deleting, sorted(status), sorted(owners)]);
}

function sorted(record: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
