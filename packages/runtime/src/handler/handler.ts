/** Handlers: they map the events of watched objects to requests. */
import { parseApiVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType } from "@kubewright/apimachinery";
import type { CachedObject, InformerCache, InformerEvent } from "@kubewright/informer";
import type { Request } from "../reconcile/request.ts";

/** The context of a handler, to find the objects to reconcile. */
export interface HandlerContext {
  /** Looks up objects by an index: `cache.byIndex(MyJob, "secretName", name)`. */
  readonly cache: InformerCache;
  /** Aborted when the source ends. */
  readonly signal: AbortSignal;
}

/**
 * Returns the requests of an event, at once or as a promise. The workers of the controller start after the promises of the first list have settled.
 *
 * The promises of a source are awaited one after the other, in the order of the events. A promise that has not settled after 10 s is logged, and no longer
 * delays other events.
 */
export type EventHandler<T extends KubernetesObject = KubernetesObject, R = Request> = (
  event: InformerEvent<T>,
  context: HandlerContext,
) => Iterable<R> | Promise<Iterable<R>>;

/** Enqueues the object itself. */
export const enqueueRequestForObject = (event: InformerEvent): readonly Request[] => [event.object.key];

export interface EnqueueRequestForOwnerOptions {
  /** Whether to enqueue only the owner whose reference has `controller: true`. Default false: every owner of the type. */
  readonly onlyControllerOwner?: boolean;
}

/** Enqueues the owners of type `owner`. An update that replaces an owner enqueues both owners, because the old owner has lost an object. */
export function enqueueRequestForOwner(
  owner: ResourceType,
  options: EnqueueRequestForOwnerOptions = {},
): (event: InformerEvent) => readonly Request[] {
  const { onlyControllerOwner = false } = options;
  const isOwner = (reference: OwnerReference): boolean =>
    reference.kind === owner.kind &&
    parseApiVersion(reference.apiVersion).group === owner.group && // In any version.
    (!onlyControllerOwner || reference.controller === true);
  const ownersOf = (object: CachedObject): Request[] =>
    object.ownerReferences.filter(isOwner).map(({ name }) => ownerKey(owner, object.key, name));

  return (event) =>
    event.kind === "updated" ? [...ownersOf(event.old), ...ownersOf(event.object)] : ownersOf(event.object);
}

/** Returns the objects to reconcile because an object has changed, at once or as a promise. */
export type MapFunc<T extends KubernetesObject = KubernetesObject, R = Request> = (
  object: CachedObject<T>,
  context: HandlerContext,
) => Iterable<R> | Promise<Iterable<R>>;

/**
 * Enqueues the requests that `map` returns, for relations other than owner references, such as references by name. Both versions of an update are
 * mapped, because the object that is no longer referenced must be reconciled, too.
 *
 * ```ts
 * manager.cache.informer(MyJob).addIndex("secretName", (job) => [job.read().spec.secretName]);
 * builder.watches(Secret, enqueueRequestsFromMapFunc((secret, { cache }) => cache.byIndex(MyJob, "secretName", secret.metadata.name)));
 * ```
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject, R = Request>(
  map: MapFunc<T, R>,
): EventHandler<T, R> {
  return (event, context) => {
    if (event.kind !== "updated") return map(event.object, context);
    const before = map(event.old, context);
    if (before instanceof Promise) return joined(before, () => map(event.object, context));
    const after = map(event.object, context);
    return after instanceof Promise ? joined(before, () => after) : [...before, ...after];
  };
}

type Requests<R> = Iterable<R> | Promise<Iterable<R>>;

async function joined<R>(before: Requests<R>, after: () => Requests<R>): Promise<readonly R[]> {
  return [...(await before), ...(await after())];
}

/** An owner is in the namespace of its dependent, or is cluster-scoped. */
function ownerKey(owner: ResourceType, owned: ObjectKey, name: string): Request {
  return owner.namespaced && owned.namespace !== undefined ? { namespace: owned.namespace, name } : { name };
}

/** Handlers by event. An event without a function is dropped. */
export interface EventFuncs<T extends KubernetesObject = KubernetesObject, R = Request> {
  readonly added?: EventFunc<T, "added", R>;
  readonly updated?: EventFunc<T, "updated", R>;
  readonly deleted?: EventFunc<T, "deleted", R>;
  readonly resync?: EventFunc<T, "resync", R>;
}

type EventFunc<T extends KubernetesObject, Kind extends InformerEvent["kind"], R> = (
  event: Extract<InformerEvent<T>, { readonly kind: Kind }>,
  context: HandlerContext,
) => Iterable<R> | Promise<Iterable<R>>;

/**
 * Creates a handler of a function for each event.
 *
 * ```ts
 * builder.watches(Node, handlerFuncs({ deleted: ({ object }) => [object.key] }));
 * ```
 */
export function handlerFuncs<T extends KubernetesObject, R = Request>(funcs: EventFuncs<T, R>): EventHandler<T, R> {
  return (event, context) => {
    switch (event.kind) {
      case "added":
        return funcs.added?.(event, context) ?? [];
      case "updated":
        return funcs.updated?.(event, context) ?? [];
      case "deleted":
        return funcs.deleted?.(event, context) ?? [];
      case "resync":
        return funcs.resync?.(event, context) ?? [];
    }
  };
}
