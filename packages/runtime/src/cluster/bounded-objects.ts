/**
 * Keeps complete objects of kinds whose metadata only is cached, up to a total size. The metadata has the current version, so an object that was read
 * is valid until the watch reports another version. Above the size, the least recently read objects are evicted.
 */
import { encodeJsonBytes, formatKey } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import { storedObject } from "@kubewright/client";

/** A kind with a bounded cache. */
export interface BoundedKind {
  readonly type: ResourceType;
  /** The total size of the objects that each client of the cluster keeps, in bytes of JSON. A larger object is not kept. Must be positive. */
  readonly maxBytes: number;
}

/** The version of an object. */
export interface ObjectVersion {
  readonly uid: string;
  readonly resourceVersion: string;
}

interface KeptObject extends ObjectVersion {
  readonly json: Uint8Array;
}

/** The kept objects of all bounded kinds, for one client. */
export class BoundedObjects {
  readonly #kinds = new Map<string, BoundedStore>();

  /** @throws {RangeError} if a `maxBytes` is not a positive number. */
  constructor(kinds: readonly BoundedKind[] = []) {
    for (const { type, maxBytes } of kinds) {
      if (!(maxBytes > 0)) {
        throw new RangeError(
          `Cannot create a cache: maxBytes of "${type.kind}" is ${maxBytes}, must be a positive number`,
        );
      }
      this.#kinds.set(idOf(type), new BoundedStore(maxBytes));
    }
  }

  has(type: ResourceType): boolean {
    return this.#kinds.has(idOf(type));
  }

  /** A new copy of the object, if it is kept in this version. */
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    version: ObjectVersion,
  ): Stored<T> | undefined {
    const json = this.#kinds.get(idOf(type))?.get(keyOf(type, key), version);
    return json && storedObject(type, json);
  }

  put<T extends KubernetesObject>(type: ResourceType<T>, key: ObjectKey, object: Stored<T>): void {
    this.#kinds.get(idOf(type))?.put(keyOf(type, key), object);
  }

  /** Drops an object that no longer exists. */
  delete(type: ResourceType, key: ObjectKey): void {
    this.#kinds.get(idOf(type))?.delete(keyOf(type, key));
  }
}

class BoundedStore {
  readonly #maxBytes: number;
  /** In the order of the last read or write: the first object is evicted next. */
  readonly #objects = new Map<string, KeptObject>();
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string, { uid, resourceVersion }: ObjectVersion): Uint8Array | undefined {
    const kept = this.#objects.get(key);
    if (!kept || kept.uid !== uid || kept.resourceVersion !== resourceVersion) return undefined;
    this.#objects.delete(key);
    this.#objects.set(key, kept);
    return kept.json;
  }

  put(key: string, object: Stored<KubernetesObject>): void {
    this.delete(key);
    const { uid, resourceVersion } = object.metadata;
    const json = encodeJsonBytes(object);
    if (json.length > this.#maxBytes) return;
    this.#objects.set(key, { uid, resourceVersion, json });
    this.#bytes += json.length;
    for (const oldest of this.#objects.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    this.#bytes -= this.#objects.get(key)?.json.length ?? 0;
    this.#objects.delete(key);
  }
}

/** Contains the API version, because objects have other fields in another version. */
function keyOf({ version }: ResourceType, key: ObjectKey): string {
  return `${version} ${formatKey(key)}`;
}

function idOf({ group, plural }: ResourceType): string {
  return `${plural}.${group}`;
}
