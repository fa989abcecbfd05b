/** Which objects with a selector select some labels, answered at once, as a handler of events has to. */
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
  /** The keys of those in the namespace that select these labels. */
  matching(namespace: string | undefined, labels: Labels): readonly ObjectKey[];
}

/** Follows the kind in the cache. An object without a selector selects nothing. */
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
