/** The Pod templates of objects, and the changes of Pods that matter to checks. */
import type { Pod } from "@kubewright/api/core/v1";
import type { GroupResource } from "@kubewright/apimachinery";
import { formatGroupResource } from "@kubewright/apimachinery";
import type { BuiltinKind, PodTemplateRules } from "../../kinds/generic/builtin-kind.ts";
import type { View } from "../../kinds/typed.ts";

/** Returns the function that reads the Pod template of an object; `undefined` for resources without Pod templates. */
export type TemplateReaders = (resource: GroupResource) => PodTemplateRules["templateOf"] | undefined;

export function templateReaders(kinds: readonly BuiltinKind[]): TemplateReaders {
  const readers = new Map<string, PodTemplateRules["templateOf"]>();
  for (const { group, plural, podTemplate } of kinds) {
    if (podTemplate !== undefined)
      readers.set(formatGroupResource({ group, resource: plural }), podTemplate.templateOf);
  }
  return (resource) => readers.get(formatGroupResource(resource));
}

/** Whether an update of a Pod changes what checks depend on: an image, or the number of containers. */
export function changesContainers(pod: View<Pod>, old: View<Pod>): boolean {
  const [next, before] = [pod.spec ?? {}, old.spec ?? {}];
  const isChanged = (["containers", "initContainers"] as const).some((list) => {
    const [containers, oldContainers] = [next[list] ?? [], before[list] ?? []];
    if (containers.length !== oldContainers.length) return true;
    return containers.some(({ image }, index) => image !== oldContainers[index]?.image);
  });
  if (isChanged) return true;
  return (next.ephemeralContainers ?? []).some(({ name, image }) => {
    const same = before.ephemeralContainers?.find((each) => each.name === name);
    return same === undefined || same.image !== image;
  });
}
