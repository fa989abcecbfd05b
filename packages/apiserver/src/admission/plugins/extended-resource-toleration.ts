/**
 * ExtendedResourceToleration: a Pod tolerates the taints of nodes with the extended resources that it requests.
 * https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#extendedresourcetoleration
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { Pod, PodSpec, Toleration } from "@kubewright/api/core/v1";
import { isExtended } from "../../kinds/resource-names.ts";
import type { Draft } from "../../kinds/typed.ts";
import { draftOf } from "../../kinds/typed.ts";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { isAbout } from "./forbid.ts";

export const extendedResourceToleration: AdmissionPlugin = {
  name: "ExtendedResourceToleration",
  mutate: (attributes) => {
    const { object, operation } = attributes;
    if (object === undefined || !isAbout(attributes, "", "pods")) return;
    if (operation !== "CREATE" && operation !== "UPDATE") return;
    const spec = draftOf<Pod>(object).spec ?? {};
    for (const key of extendedResourcesOf(spec)) {
      const toleration = { key, operator: "Exists", effect: "NoSchedule" } as const;
      spec.tolerations = withToleration(spec.tolerations ?? [], toleration);
    }
  },
};

function extendedResourcesOf({ containers, initContainers }: Draft<PodSpec>): readonly string[] {
  const all = [...(containers ?? []), ...(initContainers ?? [])];
  const names = all.flatMap(({ resources }) => Object.keys(resources?.requests ?? {}).filter(isExtended));
  return [...new Set(names)].toSorted();
}

/** Adds a toleration, or replaces the one that differs from it only in its seconds. */
function withToleration(given: readonly Draft<Toleration>[], added: Draft<Toleration>): Draft<Toleration>[] {
  const isSame = ({ key, effect, operator, value = "" }: Draft<Toleration>): boolean =>
    key === added.key && effect === added.effect && operator === added.operator && value === "";
  if (!given.some(isSame)) return [...given, added];
  return given.map((each) => (isSame(each) && !isDeepEqual(each, added) ? { ...added } : each));
}
