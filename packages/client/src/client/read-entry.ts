/** Reads an entry: the implementation of `Client.entry`. */
import type { KubernetesObject, ObjectBody, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { CreateOrUpdateResult, WriteOptions } from "./call-options.ts";
import type { Client } from "./client.ts";
import type { Entry, OccupiedEntry, VacantEntry } from "./entry.ts";
import { sendDifference, withKey } from "./send-difference.ts";

type EntryClient = Pick<Client, "get" | "create" | "update" | "updateStatus" | "patch" | "delete">;

/** See `Client.entry`. */
export async function readEntry<T extends KubernetesObject>(
  client: EntryClient,
  type: ResourceType<T>,
  key: ObjectKey,
  write: WriteOptions,
): Promise<Entry<T>> {
  const current = await client.get(type, key, write.signal ? { signal: write.signal } : {});
  const context = { client, type, key, write, current };
  return current ? new Occupied(context, current) : new Vacant(context);
}

interface EntryContext<T extends KubernetesObject> {
  readonly client: EntryClient;
  readonly type: ResourceType<T>;
  readonly key: ObjectKey;
  readonly write: WriteOptions;
  /** The object as it was read. */
  readonly current: Stored<T> | undefined;
}

class Vacant<T extends KubernetesObject> implements VacantEntry<T> {
  readonly kind = "vacant";
  readonly key: ObjectKey;
  readonly #context: EntryContext<T>;

  constructor(context: EntryContext<T>) {
    this.key = context.key;
    this.#context = context;
  }

  andModify(): VacantEntry<T> {
    return this;
  }

  orInsert(create: () => ObjectBody<T>): OccupiedEntry<T> {
    return new Occupied(this.#context, withKey(this.#context.type, this.key, create()));
  }
}

class Occupied<T extends KubernetesObject> implements OccupiedEntry<T> {
  readonly kind = "occupied";
  readonly key: ObjectKey;
  readonly object: ObjectBody<T>;
  readonly #context: EntryContext<T>;

  constructor(context: EntryContext<T>, object: ObjectBody<T>) {
    this.key = context.key;
    this.object = object;
    this.#context = context;
  }

  andModify(change: (object: ObjectBody<T>) => ObjectBody<T>): OccupiedEntry<T> {
    return new Occupied(this.#context, withKey(this.#context.type, this.key, change(this.object)));
  }

  orInsert(): OccupiedEntry<T> {
    return this;
  }

  async commit(): Promise<CreateOrUpdateResult<T>> {
    const { client, type, key, write, current } = this.#context;
    if (!current) return { operation: "created", object: await client.create(type, this.object, write) };
    const difference = { key, current, wanted: this.object, subresource: undefined, write, lock: "version" } as const;
    return await sendDifference(client, type, difference);
  }

  async delete(): Promise<void> {
    const { client, type, key, current } = this.#context;
    if (!current) return;
    const { dryRun, signal } = this.#context.write;
    const { uid, resourceVersion } = current.metadata;
    await client.delete(type, key, {
      preconditions: { uid, resourceVersion },
      ...(dryRun === undefined ? {} : { dryRun }),
      ...(signal === undefined ? {} : { signal }),
    });
  }
}
