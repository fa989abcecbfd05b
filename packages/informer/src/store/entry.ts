// One version of an object in the cache: its bytes in a slab and the fields that are read without parsing.

import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType, Stored } from "@kubewright/apimachinery";
import { storedObject } from "@kubewright/client";

import type { CachedObject } from "./cached-object.ts";
import type { ReadMetadata } from "./reduce.ts";
import type { Block } from "./slab.ts";

/** A `CachedObject` of the store. There are many, so methods are shared and fields are few. */
export class Entry<T extends KubernetesObject> implements CachedObject<T> {
  readonly #type: ResourceType<T>;
  readonly #metadata: ReadMetadata;
  readonly block: Block;

  constructor(type: ResourceType<T>, metadata: ReadMetadata, block: Block) {
    this.#type = type;
    this.#metadata = metadata;
    this.block = block;
  }

  get key(): ObjectKey {
    const { namespace, name } = this.#metadata;
    return namespace === undefined ? { name } : { namespace, name };
  }
  get namespace(): string | undefined {
    return this.#metadata.namespace;
  }
  get uid(): string {
    return this.#metadata.uid;
  }
  get resourceVersion(): string {
    return this.#metadata.resourceVersion;
  }
  get generation(): number | undefined {
    return this.#metadata.generation;
  }
  get labels(): Readonly<Record<string, string>> {
    return this.#metadata.labels;
  }
  get ownerReferences(): readonly OwnerReference[] {
    return this.#metadata.ownerReferences;
  }
  get deletionTimestamp(): string | undefined {
    return this.#metadata.deletionTimestamp;
  }

  read(): Stored<T> {
    return storedObject(this.#type, this.block.view());
  }
}
