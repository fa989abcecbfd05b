/** Predicates drop events that need no reconcile. Most of them read only metadata, without parsing the object. */
import { isDeepStrictEqual } from "node:util";
import { compileLabelSelector, matchesLabels, parseLabelSelector } from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, Stored } from "@kubewright/apimachinery";
import type { InformerEvent } from "@kubewright/informer";

/** Returns synchronously whether the event passes. An event whose predicate throws is handled again after a pause. */
export type Predicate<T extends KubernetesObject = KubernetesObject> = (event: InformerEvent<T>) => boolean;

/**
 * Passes updates of the desired state, and drops updates of only the status, labels or annotations. Additions, deletions and resyncs pass, and
 * so does the update that begins a deletion, for finalizers. Objects without a generation, such as ConfigMaps, always pass, because their changes
 * cannot be distinguished.
 */
export const generationChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  event.object.generation === undefined ||
  event.object.generation !== event.old.generation ||
  event.object.deletionTimestamp !== event.old.deletionTimestamp;

/** Passes updates with a new resourceVersion: an object that is unchanged in a relist is dropped. */
export const resourceVersionChanged: Predicate = (event) =>
  event.kind !== "updated" || event.object.resourceVersion !== event.old.resourceVersion;

/** Passes updates that change the labels. Other events pass. */
export const labelsChanged: Predicate = (event) =>
  event.kind !== "updated" || !sameEntries(event.object.labels, event.old.labels);

/** Passes updates that change the finalizers. Other events pass. It parses both objects, so put it after cheaper predicates. */
export const finalizersChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  !isDeepStrictEqual(event.object.read().metadata.finalizers ?? [], event.old.read().metadata.finalizers ?? []);

/**
 * Passes updates that change a value of the object: a field, several fields, or a value that is computed from it. Other events pass. It parses both
 * objects, so put it after cheaper predicates.
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
 * Creates a predicate from a function for each event: `predicateFuncs({ deleted: () => false })` drops deletions.
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

/** Passes updates that change the annotations. Other events pass. It parses both objects, so put it after cheaper predicates. */
export const annotationsChanged: Predicate = (event) =>
  event.kind !== "updated" ||
  !sameEntries(event.object.read().metadata.annotations ?? {}, event.old.read().metadata.annotations ?? {});

/** Passes events of objects that match, and the update after which an object no longer matches. Throws if the selector is malformed. */
export function labelSelectorMatches(selector: string | LabelSelector): Predicate {
  const compiled = typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
  return (event) =>
    matchesLabels(compiled, event.object.labels) ||
    (event.kind === "updated" && matchesLabels(compiled, event.old.labels));
}

/** Passes events that pass all predicates. Without predicates, every event passes. */
export function allOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.every((predicate) => predicate(event));
}

/** Passes events that pass at least one predicate. Without predicates, no event passes. */
export function anyOf<T extends KubernetesObject>(...predicates: readonly Predicate<T>[]): Predicate<T> {
  return (event) => predicates.some((predicate) => predicate(event));
}

/** Passes events that `predicate` drops, and drops events that it passes. */
export function not<T extends KubernetesObject>(predicate: Predicate<T>): Predicate<T> {
  return (event) => !predicate(event);
}

function sameEntries(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && a[name] === b[name]);
}
