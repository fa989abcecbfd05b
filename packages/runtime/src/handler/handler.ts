/** Handlers: which requests an event of a watched object leads to. */
import { parseApiVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType } from "@kubewright/apimachinery";
import type { CachedObject, InformerCache, InformerEvent } from "@kubewright/informer";
import type { Request } from "../reconcile/request.ts";

/** What a handler may use to find the objects to reconcile. */
export interface HandlerContext {
  /** Looks up objects by an index: `cache.byIndex(MyJob, "secretName", name)`. */
  readonly cache: InformerCache;
  /** Aborted when the source ends. */
  readonly signal: AbortSignal;
}

/** The objects to reconcile because of an event. A promise may be returned: the workers of the controller start after those of the first list. */
export type EventHandler<T extends KubernetesObject = KubernetesObject> = (
  event: InformerEvent<T>,
  context: HandlerContext,
) => Iterable<Request> | Promise<Iterable<Request>>;

/** The object itself. */
export const enqueueRequestForObject = (event: InformerEvent): readonly Request[] => [event.object.key];

export interface EnqueueRequestForOwnerOptions {
  /** Only the owner whose reference says `controller: true`. Default true, as `owns` needs it. */
  readonly onlyController?: boolean;
}

/**
 * The owner of type `owner`. When an update takes the object from one owner to another, both are reconciled: the old one lost
 * something.
 */
export function enqueueRequestForOwner(
  owner: ResourceType,
  options: EnqueueRequestForOwnerOptions = {},
): (event: InformerEvent) => readonly Request[] {
  const { onlyController = true } = options;
  const isOwner = (reference: OwnerReference): boolean =>
    reference.kind === owner.kind &&
    parseApiVersion(reference.apiVersion).group === owner.group && // Whatever version it was written in.
    (!onlyController || reference.controller === true);
  const ownersOf = (object: CachedObject): Request[] =>
    object.ownerReferences.filter(isOwner).map(({ name }) => ownerKey(owner, object.key, name));

  return (event) =>
    event.kind === "updated" ? [...ownersOf(event.old), ...ownersOf(event.object)] : ownersOf(event.object);
}

/** Returns the objects to reconcile because an object has changed, at once or as a promise. */
export type MapFunc<T extends KubernetesObject = KubernetesObject> = (
  object: CachedObject<T>,
  context: HandlerContext,
) => Iterable<Request> | Promise<Iterable<Request>>;

/**
 * The requests that `map` returns, for relations that the API does not know, such as references by name. Both versions of an update are mapped,
 * because an object that is no longer referred to matters, too.
 *
 * ```ts
 * manager.cache.informer(MyJob).addIndex("secretName", (job) => [job.read().spec.secretName]);
 * builder.watches(Secret, enqueueRequestsFromMapFunc((secret, { cache }) => cache.byIndex(MyJob, "secretName", secret.metadata.name)));
 * ```
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject>(map: MapFunc<T>): EventHandler<T> {
  return (event, context) => {
    if (event.kind !== "updated") return map(event.object, context);
    const [before, after] = [map(event.old, context), map(event.object, context)];
    if (before instanceof Promise || after instanceof Promise) return joined(before, after);
    return [...before, ...after];
  };
}

/** Handlers may wait, for example for a read of the API server. */
async function joined(
  ...parts: readonly (Iterable<Request> | Promise<Iterable<Request>>)[]
): Promise<readonly Request[]> {
  const all = await Promise.all(parts.map(async (requests) => [...(await requests)]));
  return all.flat();
}

/** An owner is in the namespace of what it owns, or belongs to the whole cluster. */
function ownerKey(owner: ResourceType, owned: ObjectKey, name: string): Request {
  return owner.namespaced && owned.namespace !== undefined ? { namespace: owned.namespace, name } : { name };
}
