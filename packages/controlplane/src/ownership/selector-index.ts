/** Finds the objects whose selectors match labels. Synchronous, for event handlers. */
import { compileLabelSelector, formatKey, matchesLabels } from "@kubewright/apimachinery";
import type {
  CompiledLabelSelector,
  KubernetesObject,
  Labels,
  LabelSelector,
  ObjectKey,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { InformerCache } from "@kubewright/informer";

export interface SelectorIndex {
  /** The keys of the objects in the namespace whose selectors match these labels. */
  matching(namespace: string | undefined, labels: Labels): readonly ObjectKey[];
}

/** Follows the kind in the cache. An object without a selector matches no labels. */
export function createSelectorIndex<T extends KubernetesObject>(
  cache: InformerCache,
  type: ResourceType<T>,
  selectorOf: (object: Stored<T>) => LabelSelector | undefined,
): SelectorIndex {
  const selectors = new Map<
    string,
    Map<string, { readonly key: ObjectKey; readonly selector: CompiledLabelSelector }>
  >();

  cache.informer(type).addHandler((event) => {
    const { key } = event.object;
    const inNamespace = selectors.get(key.namespace ?? "") ?? new Map<string, never>();
    selectors.set(key.namespace ?? "", inNamespace);
    const selector = event.kind === "deleted" ? undefined : selectorOf(event.object.read());
    if (selector) inNamespace.set(formatKey(key), { key, selector: compileLabelSelector(selector) });
    else inNamespace.delete(formatKey(key));
  });

  return {
    matching(namespace = "", labels) {
      const inNamespace = [...(selectors.get(namespace)?.values() ?? [])];
      return inNamespace.filter(({ selector }) => matchesLabels(selector, labels)).map(({ key }) => key);
    },
  };
}
