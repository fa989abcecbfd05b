// Combines the informers of several namespaces into one. Each object is in exactly one of them: totals are sums, reads go to the informer of
// the namespace.
import type { KubernetesObject, ObjectKey, ResourceType } from "@kubewright/apimachinery";
import type { CacheListOptions, Informer, Registration } from "./informer.ts";

/**
 * Combines `parts`, informers by namespace. The part "" holds all other namespaces; without it, their objects are absent. `resourceVersion` is
 * undefined: each part has its own.
 */
export function joinInformers<T extends KubernetesObject>(
  type: ResourceType<T>,
  parts: ReadonlyMap<string, Informer<T>>,
): Informer<T> {
  const all = [...parts.values()];
  const partOf = ({ namespace = "" }: Partial<ObjectKey>): Informer<T> | undefined =>
    parts.get(namespace) ?? parts.get("");
  const partsOf = ({ namespace }: CacheListOptions): readonly Informer<T>[] =>
    namespace === undefined ? all : all.filter((part) => part === partOf({ namespace }));

  return {
    type,
    get state() {
      return (
        (all.find(({ hasSynced }) => !hasSynced) ?? all.find(({ state }) => state.kind !== "watching") ?? all[0])
          ?.state ?? { kind: "idle" }
      );
    },
    get hasSynced() {
      return all.every(({ hasSynced }) => hasSynced);
    },
    resourceVersion: undefined,
    get progressedAtMs() {
      const times = all.map(({ progressedAtMs }) => progressedAtMs);
      return times.includes(undefined) ? undefined : Math.min(...times.filter((time) => time !== undefined));
    },
    get size() {
      return sum(all.map(({ size }) => size));
    },
    get memory() {
      return {
        usedBytes: sum(all.map(({ memory }) => memory.usedBytes)),
        heldBytes: sum(all.map(({ memory }) => memory.heldBytes)),
      };
    },
    async start(options) {
      await Promise.all(all.map((part) => part.start(options)));
    },
    async waitForSync(options) {
      await Promise.all(all.map((part) => part.waitForSync(options)));
    },
    waitForVersion: async (key, wanted, options) => (await partOf(key)?.waitForVersion(key, wanted, options)) ?? false,
    hasVersion: (key, wanted) => partOf(key)?.hasVersion(key, wanted) ?? false,
    addHandler: (handler, options) => joinRegistrations(all.map((part) => part.addHandler(handler, options))),
    addIndex(name, index) {
      for (const part of all) part.addIndex(name, index);
    },
    get: (key) => partOf(key)?.get(key),
    entry: (key) => partOf(key)?.entry(key),
    keysByIndex: (name, value) => all.flatMap((part) => part.keysByIndex(name, value)),
    async *list(options = {}) {
      for (const part of partsOf(options)) yield* part.list(options);
    },
    async *entries(options = {}) {
      for (const part of partsOf(options)) yield* part.entries(options);
    },
  };
}

function joinRegistrations(registrations: readonly Registration[]): Registration {
  return {
    get hasSynced() {
      return registrations.every(({ hasSynced }) => hasSynced);
    },
    async waitForSync(options) {
      await Promise.all(registrations.map((registration) => registration.waitForSync(options)));
    },
    [Symbol.dispose]() {
      for (const registration of registrations) registration[Symbol.dispose]();
    },
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
