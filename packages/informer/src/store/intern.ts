// The objects of one kind say the same few things over and over: their namespace, their labels, who owns them. Kept once, they
// cost the heap next to nothing.

import type { OwnerReference } from "@kubewright/apimachinery";

import type { ReadMetadata } from "./reduce.ts";

/** Beyond this many different values of one kind, a collection is not repeating itself, and remembering would cost more. */
const rememberedMax = 2_000;

/** Returns metadata that shares equal parts with metadata seen before. What it shares is frozen. */
export function createInterning(): (metadata: ReadMetadata) => ReadMetadata {
  const namespaces = createTable<string>();
  const labels = createTable<Readonly<Record<string, string>>>();
  const owners = createTable<readonly OwnerReference[]>();

  return (metadata) => ({
    ...metadata,
    namespace: metadata.namespace === undefined ? undefined : namespaces(metadata.namespace, metadata.namespace),
    labels: labels(JSON.stringify(metadata.labels), metadata.labels),
    ownerReferences: owners(JSON.stringify(metadata.ownerReferences), metadata.ownerReferences),
  });
}

function createTable<V>(): (key: string, value: V) => V {
  let known = new Map<string, V>();
  return (key, value) => {
    const held = known.get(key);
    if (held !== undefined) return held;
    if (known.size >= rememberedMax) known = new Map();
    known.set(key, deepFrozen(value));
    return value;
  };
}

function deepFrozen<V>(value: V): V {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFrozen(item);
  }
  return value;
}
