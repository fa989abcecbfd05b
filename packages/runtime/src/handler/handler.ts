/** Handlers: which requests an event of a watched object leads to. */
import { parseApiVersion } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType } from "@kubewright/apimachinery";
import type { CachedObject, InformerEvent } from "@kubewright/informer";
import type { Request } from "../reconcile/request.ts";

/** The objects to reconcile because of an event. It must not wait; what it throws is reported, and the event's turn is over. */
export type EventHandler<T extends KubernetesObject = KubernetesObject> = (
  event: InformerEvent<T>,
) => Iterable<Request>;

/** The object itself. */
export const enqueueRequestForObject: EventHandler = (event) => [event.object.key];

export interface EnqueueRequestForOwnerOptions {
  /** Only the owner whose reference says `controller: true`. Default true, as `owns` needs it. */
  readonly onlyController?: boolean;
}

/**
 * The owner of type `owner`. When an update takes the object from one owner to another, both are reconciled: the old one lost
 * something.
 */
export function enqueueRequestForOwner(owner: ResourceType, options: EnqueueRequestForOwnerOptions = {}): EventHandler {
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

/**
 * Whatever `map` says, for relations the API knows nothing of. For an update both states are mapped: an object that was referred to and
 * no longer is matters too.
 */
export function enqueueRequestsFromMapFunc<T extends KubernetesObject>(
  map: (object: CachedObject<T>) => Iterable<Request>,
): EventHandler<T> {
  return (event) => (event.kind === "updated" ? [...map(event.old), ...map(event.object)] : map(event.object));
}

/** An owner is in the namespace of what it owns, or belongs to the whole cluster. */
function ownerKey(owner: ResourceType, owned: ObjectKey, name: string): Request {
  return owner.namespaced && owned.namespace !== undefined ? { namespace: owned.namespace, name } : { name };
}
