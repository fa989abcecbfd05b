// One version of an object in the cache: its bytes in a slab, and getters that read single fields of them.

import { isJsonObject } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, OwnerReference, ResourceType, Stored } from "@kubewright/apimachinery";
import { storedObject } from "@kubewright/client";

import type { CachedObject } from "./cached-object.ts";
import { jsonLength } from "./compression.ts";
import type { Compression } from "./compression.ts";
import { stringAt, valueAt } from "./json-value.ts";
import { markedFields } from "./reduce.ts";
import type { MarkedField, ReducedObject } from "./reduce.ts";
import type { Block } from "./slab.ts";

const noLabels: Readonly<Record<string, string>> = Object.freeze({});
const noOwners: readonly OwnerReference[] = Object.freeze([]);

/** What the entries of a store have in common. */
export interface EntryKind<T extends KubernetesObject> {
  readonly type: ResourceType<T>;
  readonly compression: Compression;
}

/** A `CachedObject` of the store. There are many, so methods are shared and fields are few. */
export class Entry<T extends KubernetesObject> implements CachedObject<T> {
  readonly #kind: EntryKind<T>;
  /** The key of the store: `namespace/name`, or `name`. */
  readonly storeKey: string;
  readonly #namespaceLength: number;
  readonly block: Block;

  constructor(kind: EntryKind<T>, { key, namespaceLength }: ReducedObject, block: Block) {
    this.#kind = kind;
    this.storeKey = key;
    this.#namespaceLength = namespaceLength;
    this.block = block;
  }

  get key(): ObjectKey {
    const { namespace, storeKey } = this;
    return namespace === undefined ? { name: storeKey } : { namespace, name: storeKey.slice(namespace.length + 1) };
  }
  get namespace(): string | undefined {
    return this.#namespaceLength < 0 ? undefined : this.storeKey.slice(0, this.#namespaceLength);
  }
  get name(): string {
    return this.key.name;
  }
  /** This entry has all of its fields. */
  get metadata(): CachedObject["metadata"] {
    return this;
  }
  get uid(): string {
    return this.#string("uid") ?? "";
  }
  get resourceVersion(): string {
    return this.#string("resourceVersion") ?? "";
  }
  get generation(): number | undefined {
    const generation = this.#value("generation");
    return typeof generation === "number" ? generation : undefined;
  }
  get labels(): Readonly<Record<string, string>> {
    const labels = this.#value("labels");
    // The API server has validated labels and owner references against the schema of ObjectMeta.
    return isJsonObject(labels) ? (labels as Record<string, string>) : noLabels;
  }
  get ownerReferences(): readonly OwnerReference[] {
    const owners = this.#value("ownerReferences");
    return Array.isArray(owners) && owners.length > 0 ? (owners as OwnerReference[]) : noOwners;
  }
  get deletionTimestamp(): string | undefined {
    return this.#string("deletionTimestamp");
  }

  read(): Stored<T> {
    const { type, compression } = this.#kind;
    return storedObject(type, compression.decompress(this.block.view()));
  }

  /** The length of the JSON that `read` parses. */
  get jsonLength(): number {
    return jsonLength(this.block.view());
  }

  #string(field: MarkedField): string | undefined {
    const mark = this.#mark(field);
    return mark === 0 ? undefined : stringAt(this.block.view(), mark);
  }

  #value(field: MarkedField): unknown {
    const mark = this.#mark(field);
    return mark === 0 ? undefined : valueAt(this.block.view(), mark);
  }

  #mark(field: MarkedField): number {
    return this.block.mark(markedFields.indexOf(field));
  }
}
