// Lists the objects in an informer's store by namespace, labels or an index.
import { compileLabelSelector, matchesLabels, parseLabelSelector } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type { CompiledLabelSelector, KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { Entry } from "../store/entry.ts";
import { namespaceIndex } from "../store/store.ts";
import type { Store } from "../store/store.ts";
import type { CachedObject } from "../store/cached-object.ts";
import type { CacheListOptions } from "./informer.ts";

/** The iteration lets other tasks run after this number of bytes: parsing them takes about 2 ms. */
const turnBytes = 256 * 1024;

/**
 * Iterates over the objects that the store holds now and that match `options`.
 *
 * @throws TypeError if the store has no such index.
 */
export async function* listEntries<T extends KubernetesObject>(
  store: Store<T>,
  clock: Clock,
  type: ResourceType<T>,
  options: CacheListOptions,
): AsyncGenerator<CachedObject<T>> {
  const selector = selectorOf(options.labelSelector);
  let bytes = 0;
  for (const entry of candidates(store, type, options)) {
    if (selector !== undefined && !matchesLabels(selector, entry.labels)) continue;
    if (options.namespace !== undefined && entry.key.namespace !== options.namespace) continue;
    yield entry;
    bytes += entry instanceof Entry ? entry.jsonLength : 0;
    if (bytes >= turnBytes) {
      bytes = 0;
      await clock.nextTurn();
    }
  }
}

/** Returns the smallest indexed set that contains every match. */
export function candidates<T extends KubernetesObject>(
  store: Store<T>,
  type: ResourceType<T>,
  { namespace, index }: CacheListOptions,
): readonly CachedObject<T>[] {
  if (index !== undefined) {
    if (!store.hasIndex(index.name)) {
      throw new TypeError(`Cannot list ${type.plural}: the informer has no index "${index.name}"`);
    }
    return store.byIndex(index.name, index.value);
  }
  if (namespace !== undefined) return store.byIndex(namespaceIndex, namespace);
  return store.entries();
}

function selectorOf(selector: CacheListOptions["labelSelector"]): CompiledLabelSelector {
  return typeof selector === "string" ? parseLabelSelector(selector) : compileLabelSelector(selector);
}
