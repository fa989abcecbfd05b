/** Functions for `eventually` and `consistently`, by the names of controller-runtime's komega. */
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { formatKey } from "@kubewright/apimachinery";
import type { Client, ListOptions } from "@kubewright/client";
import { EnvironmentError } from "../errors.ts";

/** Each member returns a function, which sends its requests each time it is called. */
export interface Komega {
  /** Rejects if the object does not exist. */
  object<T extends KubernetesObject>(type: ResourceType<T>, key: ObjectKey): () => Promise<Stored<T>>;
  /** `undefined` if the object does not exist. */
  get<T extends KubernetesObject>(type: ResourceType<T>, key: ObjectKey): () => Promise<Stored<T> | undefined>;
  list<T extends KubernetesObject>(type: ResourceType<T>, options?: ListOptions): () => Promise<readonly Stored<T>[]>;
  /** The name of `list` in komega where it returns objects. */
  objectList<T extends KubernetesObject>(
    type: ResourceType<T>,
    options?: ListOptions,
  ): () => Promise<readonly Stored<T>[]>;
  /** Reads the object, changes it and updates it. Rejects on conflicts, after which it can be called again. */
  update<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    change: (object: Stored<T>) => Stored<T>,
  ): () => Promise<Stored<T>>;
  /** `update` of the status subresource. */
  updateStatus<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    change: (object: Stored<T>) => Stored<T>,
  ): () => Promise<Stored<T>>;
}

/**
 * ```ts
 * const k = createKomega(env);
 * await eventually(k.update(Deployment, key, (found) => ({ ...found, spec: { ...found.spec, replicas: 3 } })), env);
 * ```
 */
export function createKomega({ client }: { readonly client: Client }): Komega {
  const object: Komega["object"] = (type, key) => async () => {
    const found = await client.get(type, key);
    if (found) return found;
    throw new EnvironmentError(`${type.kind} "${formatKey(key)}" does not exist`);
  };
  const list: Komega["list"] = (type, options) => () => Array.fromAsync(client.list(type, options));
  return {
    object,
    get: (type, key) => () => client.get(type, key),
    list,
    objectList: list,
    update: (type, key, change) => async () => await client.update(type, change(await object(type, key)())),
    updateStatus: (type, key, change) => async () => await client.updateStatus(type, change(await object(type, key)())),
  };
}
