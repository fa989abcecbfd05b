/** Maps a Pod to the Services that select it, before and after a change of its labels. */
import { Service } from "@kubewright/api/core/v1";
import type { Pod } from "@kubewright/api/core/v1";
import type { InformerCache } from "@kubewright/informer";
import type { EventHandler, Request } from "@kubewright/runtime";
import { createSelectorIndex } from "../ownership/selector-index.ts";

export function selectingServices(cache: InformerCache): EventHandler<Pod> {
  const selecting = createSelectorIndex(cache, Service, ({ spec }) =>
    spec?.selector ? { matchLabels: spec.selector } : undefined,
  );
  return (event): readonly Request[] => {
    const { key, labels } = event.object;
    const before = event.kind === "updated" ? selecting.matching(key.namespace, event.old.labels) : [];
    return [...before, ...selecting.matching(key.namespace, labels)];
  };
}
