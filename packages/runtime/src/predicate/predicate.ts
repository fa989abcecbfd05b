/** Predicates: they drop events that need no reconcile. Most of them read metadata alone, without parsing the object. */
import { isDeepStrictEqual } from "node:util";
import { compileLabelSelector, matchesLabels, parseLabelSelector } from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, Stored } from "@kubewright/apimachinery";
import type { InformerEvent } from "@kubewright/informer";

/** Returns whether the event passes. It must not wait. An event whose predicate throws is handled again after a pause. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: InformerEvent<T>) => boolean;

/**
 * Lets an update through when the desired state changed, not when only status, labels or annotations did. Additions, deletions and
 * resyncs pass, and so does the beginning of a deletion, which finalizers wait for. A kind whose objects have no generation, such as
 * ConfigMap, always passes: its changes cannot be distinguished.
 */
export const generationChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  event.object.generation === undefined ||
  event.object.generation !== event.old.generation ||
  event.object.deletionTimestamp !== event.old.deletionTimestamp;

/** Lets an update through only when the object's version changed: a relist that finds it unchanged is kept out. */
export const resourceVersionChanged: Predicate = (event) =>
  event.kind !== "updated" || event.object.resourceVersion !== event.old.resourceVersion;

/** Lets an update through only when the labels changed. */
export const labelsChanged: Predicate = (event) =>
  event.kind !== "updated" || !sameEntries(event.object.labels, event.old.labels);

/** Lets an update through only when the finalizers changed. It parses both objects, so put it behind cheaper predicates. */
export const finalizersChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  !isDeepStrictEqual(event.object.read().metadata.finalizers ?? [], event.old.read().metadata.finalizers ?? []);

/**
 * Lets an update through only when a value of the object changed: a field, several fields, or anything that is computed from it. It parses both objects, so put it
 * behind cheaper predicates.
 *
 * ```ts
 * builder.owns(Deployment, { predicates: [valueChanged((deployment) => deployment.status?.readyReplicas)] });
 * ```
 */
export function valueChanged<T extends KubernetesObject>(select: (object: Stored<T>) => unknown): Predicate<T> {
  return (event) =>
    event.kind !== "updated" || !isDeepStrictEqual(select(event.object.read()), select(event.old.read()));
}

/** Predicates by event. An event without a function passes. */
export interface PredicateFuncs<T extends KubernetesObject = KubernetesObject> {
  readonly added?: PredicateFunc<T, "added">;
  readonly updated?: PredicateFunc<T, "updated">;
  readonly deleted?: PredicateFunc<T, "deleted">;
  readonly resync?: PredicateFunc<T, "resync">;
}

type PredicateFunc<T extends KubernetesObject, Kind extends InformerEvent["kind"]> = (
  event: Extract<InformerEvent<T>, { readonly kind: Kind }>,
) => boolean;

/**
 * Creates a predicate of a function for each event: `predicateFuncs({ deleted: () => false })` drops deletions.
 */
export function predicateFuncs<T extends KubernetesObject>(funcs: PredicateFuncs<T>): Predicate<T> {
  return (event) => {
    switch (event.kind) {
      case "added":
        return funcs.added?.(event) ?? true;
      case "updated":
        return funcs.updated?.(event) ?? true;
      case "deleted":
        return funcs.deleted?.(event) ?? true;
      case "resync":
        return funcs.resync?.(event) ?? true;
    }
  };
}

/** Lets an update through only when the annotations changed. It parses both objects, so put it behind cheaper predicates. */
export const annotationsChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  !sameEntries(event.object.read().metadata.annotations ?? {}, event.old.read().metadata.annotations ?? {});

/** Lets through what matches, and the update by which an object ceases to match. Throws when the selector is malformed. */
export function labelSelectorMatches(selector: string | LabelSelector): Predicate {
  const compiled = typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
  return (event) =>
    matchesLabels(compiled, event.object.labels) ||
    (event.kind === "updated" && matchesLabels(compiled, event.old.labels));
}

/** All of them let the event through; of none, everything passes. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** At least one lets the event through; of none, nothing passes. */
export function anyOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/** Lets through what `predicate` keeps out. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}

function sameEntries(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
