/** Predicates: which changes are worth a reconcile. They see what the cache knows of an object, before anything is parsed. */
import { compileLabelSelector, matchesLabels, parseLabelSelector } from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector } from "@kubewright/apimachinery";
import type { InformerEvent } from "@kubewright/informer";

/** True lets the event through. It must not throw and must not wait. */
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

/** Lets an update through only when the annotations changed. It reads both objects, so put it behind cheaper ones. */
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
