/** Reads objects of a kind from the store of an informer, without requests, as generated listers do. */
import type { KubernetesObject, LabelSelector, Stored } from "@kubewright/apimachinery";
import type { Informer } from "../informer/informer.ts";

/** Reads the cache of an informer. Callers may change the returned objects. */
export interface Lister<T extends KubernetesObject> extends NamespaceLister<T> {
  /** A lister of one namespace. */
  namespace(name: string): NamespaceLister<T>;
}

export interface NamespaceLister<T extends KubernetesObject> {
  list(selector?: string | LabelSelector): AsyncIterable<Stored<T>>;
  /** By name; in all namespaces, only what is in none has a name alone. */
  get(name: string): Stored<T> | undefined;
}

export function createLister<T extends KubernetesObject>(informer: Informer<T>): Lister<T> {
  return {
    ...inNamespace(informer),
    namespace: (name) => inNamespace(informer, name),
  };
}

function inNamespace<T extends KubernetesObject>(informer: Informer<T>, namespace?: string): NamespaceLister<T> {
  const where = namespace === undefined ? {} : { namespace };
  return {
    list: (labelSelector) => informer.list({ ...where, ...(labelSelector === undefined ? {} : { labelSelector }) }),
    get: (name) => informer.get({ ...where, name }),
  };
}
