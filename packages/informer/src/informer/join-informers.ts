// Combines the informers of several namespaces into one. Each object is in exactly one of them: totals are sums, reads go to the informer of
// the namespace. Informers may be added and removed while handlers, indexes and waits exist.
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { CachedObject, IndexFunction } from "../store/cached-object.ts";
import type { CacheListOptions, HandlerOptions, Informer, InformerHandler, Registration } from "./informer.ts";

type SyncOptions = Parameters<Informer["waitForSync"]>[0];

/** An informer whose parts can change. */
export interface JoinedInformer<T extends KubernetesObject = KubernetesObject> extends Informer<T> {
  /**
   * Replaces the parts. Handlers and indexes are added to new parts, so handlers receive their objects as additions. They receive no more events of
   * removed parts.
   */
  update(parts: ReadonlyMap<string, Informer<T>>): void;
}

/**
 * Combines `parts`, informers by namespace. The part "" holds all other namespaces; without it, their objects are absent. `resourceVersion` is
 * undefined: each part has its own.
 */
export function joinInformers<T extends KubernetesObject>(
  type: ResourceType<T>,
  parts: ReadonlyMap<string, Informer<T>>,
): JoinedInformer<T> {
  return new Joined(type, parts);
}

class Joined<T extends KubernetesObject> implements JoinedInformer<T> {
  readonly type: ResourceType<T>;
  readonly resourceVersion = undefined;
  #parts: ReadonlyMap<string, Informer<T>>;
  readonly #registrations = new Set<JoinedRegistration<T>>();
  readonly #indexes = new Map<string, IndexFunction<T>>();
  /** The parts that have the indexes. A part that is removed and added again may have kept them. */
  readonly #indexed = new WeakSet<Informer<T>>();

  constructor(type: ResourceType<T>, parts: ReadonlyMap<string, Informer<T>>) {
    this.type = type;
    this.#parts = parts;
    for (const part of parts.values()) this.#indexed.add(part);
  }

  update(parts: ReadonlyMap<string, Informer<T>>): void {
    this.#parts = parts;
    for (const part of parts.values()) {
      if (this.#indexed.has(part)) continue;
      for (const [name, index] of this.#indexes) part.addIndex(name, index);
      this.#indexed.add(part);
    }
    for (const registration of this.#registrations) registration.update(parts.values());
  }

  get #all(): readonly Informer<T>[] {
    return [...this.#parts.values()];
  }

  get state(): Informer["state"] {
    const all = this.#all;
    const first =
      all.find(({ hasSynced }) => !hasSynced) ?? all.find(({ state }) => state.kind !== "watching") ?? all[0];
    return first?.state ?? { kind: "idle" };
  }

  get hasSynced(): boolean {
    for (const { hasSynced } of this.#parts.values()) if (!hasSynced) return false;
    return true;
  }

  get progressedAtMs(): number | undefined {
    const times = this.#all.map(({ progressedAtMs }) => progressedAtMs);
    return times.includes(undefined) ? undefined : Math.min(...times.filter((time) => time !== undefined));
  }

  get size(): number {
    return sum(this.#all.map(({ size }) => size));
  }

  get memory(): Informer["memory"] {
    return {
      usedBytes: sum(this.#all.map(({ memory }) => memory.usedBytes)),
      heldBytes: sum(this.#all.map(({ memory }) => memory.heldBytes)),
    };
  }

  async start(options: { readonly signal: AbortSignal }): Promise<void> {
    await Promise.all(this.#all.map((part) => part.start(options)));
  }

  waitForSync(options?: SyncOptions): Promise<void> {
    return waitForAll(() => this.#all, options);
  }

  async waitForList(options: Parameters<Informer["waitForList"]>[0]): Promise<boolean> {
    do {
      const outcomes = await Promise.all(this.#all.map((part) => part.waitForList(options)));
      if (!outcomes.every(Boolean)) return false;
    } while (!this.hasSynced); // A part may have been added meanwhile.
    return true;
  }

  async waitForVersion(...[key, wanted, options]: Parameters<Informer["waitForVersion"]>): Promise<boolean> {
    return (await this.#partOf(key)?.waitForVersion(key, wanted, options)) ?? false;
  }

  hasVersion(...[key, wanted]: Parameters<Informer["hasVersion"]>): boolean {
    return this.#partOf(key)?.hasVersion(key, wanted) ?? false;
  }

  addHandler(handler: InformerHandler<T>, options?: HandlerOptions): Registration {
    const registration = new JoinedRegistration(
      (part: Informer<T>) => part.addHandler(handler, options),
      () => this.#registrations.delete(registration),
    );
    registration.update(this.#parts.values());
    this.#registrations.add(registration);
    return registration;
  }

  addIndex(name: string, index: IndexFunction<T>): void {
    for (const part of this.#parts.values()) part.addIndex(name, index);
    this.#indexes.set(name, index);
  }

  hasIndex(name: string): boolean {
    return this.#indexes.has(name) || this.#all.every((part) => part.hasIndex(name));
  }

  get(key: ObjectKey): Stored<T> | undefined {
    return this.#partOf(key)?.get(key);
  }

  entry(key: ObjectKey): CachedObject<T> | undefined {
    return this.#partOf(key)?.entry(key);
  }

  keysByIndex(name: string, value: string): readonly ObjectKey[] {
    return this.#all.flatMap((part) => part.keysByIndex(name, value));
  }

  async *list(options: CacheListOptions = {}): AsyncGenerator<Stored<T>> {
    for (const part of this.#partsOf(options)) yield* part.list(options);
  }

  async *entries(options: CacheListOptions = {}): AsyncGenerator<CachedObject<T>> {
    for (const part of this.#partsOf(options)) yield* part.entries(options);
  }

  #partOf({ namespace = "" }: Partial<ObjectKey>): Informer<T> | undefined {
    return this.#parts.get(namespace) ?? this.#parts.get("");
  }

  #partsOf({ namespace }: CacheListOptions): readonly Informer<T>[] {
    const only = namespace === undefined ? undefined : this.#partOf({ namespace });
    return namespace === undefined ? this.#all : only ? [only] : [];
  }
}

/** One handler, registered with each part. */
class JoinedRegistration<T extends KubernetesObject> implements Registration {
  readonly #add: (part: Informer<T>) => Registration;
  readonly #remove: () => void;
  readonly #registrations = new Map<Informer<T>, Registration>();

  constructor(add: (part: Informer<T>) => Registration, remove: () => void) {
    this.#add = add;
    this.#remove = remove;
  }

  update(parts: Iterable<Informer<T>>): void {
    const wanted = new Set(parts);
    for (const [part, registration] of this.#registrations) {
      if (wanted.has(part)) continue;
      registration[Symbol.dispose]();
      this.#registrations.delete(part);
    }
    for (const part of wanted) if (!this.#registrations.has(part)) this.#registrations.set(part, this.#add(part));
  }

  get hasSynced(): boolean {
    return [...this.#registrations.values()].every(({ hasSynced }) => hasSynced);
  }

  waitForSync(options?: SyncOptions): Promise<void> {
    return waitForAll(() => [...this.#registrations.values()], options);
  }

  [Symbol.dispose](): void {
    this.#remove();
    this.update([]);
  }
}

/** Waits until all current parts have synced: those that are added meanwhile, too, and not those that are removed. */
async function waitForAll(
  current: () => readonly Pick<Registration, "waitForSync">[],
  options: SyncOptions,
): Promise<void> {
  const synced = new Set<unknown>();
  for (;;) {
    const waiting = current().filter((part) => !synced.has(part));
    if (waiting.length === 0) return;
    await Promise.all(
      waiting.map(async (part) => {
        try {
          await part.waitForSync(options);
        } catch (error) {
          if (options?.signal?.aborted === true || current().includes(part)) throw error;
        }
        synced.add(part);
      }),
    );
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
