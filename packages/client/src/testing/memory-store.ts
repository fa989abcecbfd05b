/**
 * The objects of the server and their history. One revision counts all writes; it is the `resourceVersion` of objects and lists. Objects are
 * immutable, so an earlier state is the current state without the later changes.
 */
import { formatKey, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";

/** A stored object, or a draft of one. Its fields are JSON values. */
export type MemoryObject = Stored & { readonly [field: string]: unknown };

/** One write. `before` is absent for a new object, `after` for a removed one. */
export interface Change {
  readonly revision: number;
  readonly resource: string;
  readonly key: string;
  readonly before?: MemoryObject;
  readonly after?: MemoryObject;
}

/** The identifier of a resource, which does not depend on the version. */
export function resourceIdOf({ group, plural }: Pick<ResourceType, "group" | "plural">): string {
  return `${plural}.${group}`;
}

export class MemoryStore {
  readonly #objects = new Map<string, Map<string, MemoryObject>>();
  readonly #onChange: () => void;
  #changes: Change[] = [];
  #revision = 1;
  #compacted = 0;

  /** @param onChange called synchronously after each write. */
  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** The revision of the last write. */
  get revision(): number {
    return this.#revision;
  }

  /** The changes up to this revision have been deleted. */
  get compacted(): number {
    return this.#compacted;
  }

  get(resource: string, key: ObjectKey): MemoryObject | undefined {
    return this.#objects.get(resource)?.get(formatKey(key));
  }

  /** The objects of a resource at a revision, in the order of their keys; undefined if that revision is compacted. */
  list(resource: string, revision: number = this.#revision): readonly MemoryObject[] | undefined {
    if (revision < this.#compacted) return undefined;
    const objects = new Map(this.#objects.get(resource));
    for (const { key, before, ...change } of this.changesAfter(revision).toReversed()) {
      if (change.resource !== resource) continue;
      if (before === undefined) objects.delete(key);
      else objects.set(key, before);
    }
    return [...objects].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object);
  }

  /** Stores the object under its key and returns it with its `resourceVersion`. */
  write(resource: string, draft: KubernetesObject): MemoryObject {
    const object = this.#nextVersion(draft as MemoryObject); // The caller has completed the metadata.
    const objects = this.#objects.get(resource) ?? new Map<string, MemoryObject>();
    const key = formatKey(keyOf(object));
    this.#record(resource, key, objects.get(key), object);
    this.#objects.set(resource, objects.set(key, object));
    this.#onChange();
    return object;
  }

  /** Removes an object, if it exists. */
  remove(resource: string, objectKey: ObjectKey): void {
    const key = formatKey(objectKey);
    const before = this.#objects.get(resource)?.get(key);
    if (before === undefined) return;
    this.#revision += 1;
    this.#record(resource, key, before, undefined);
    this.lose(resource, objectKey);
    this.#onChange();
  }

  /** Removes an object without a change in the history, as after a restore of the storage from a backup. */
  lose(resource: string, key: ObjectKey): void {
    this.#objects.get(resource)?.delete(formatKey(key));
  }

  changesAfter(revision: number): readonly Change[] {
    return this.#changes.slice(this.#changes.findLastIndex((change) => change.revision <= revision) + 1);
  }

  /** Advances the revision, as a write of another resource does. */
  advance(): void {
    this.#revision += 1;
    this.#onChange();
  }

  /** Deletes all changes so far. */
  compact(): void {
    this.#compacted = this.#revision;
    this.#changes = [];
  }

  #nextVersion(draft: MemoryObject): MemoryObject {
    this.#revision += 1;
    return { ...draft, metadata: { ...draft.metadata, resourceVersion: String(this.#revision) } } as MemoryObject; // A draft with a version is a stored object.
  }

  #record(resource: string, key: string, before: MemoryObject | undefined, after: MemoryObject | undefined): void {
    this.#changes.push({
      revision: this.#revision,
      resource,
      key,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    });
  }
}
