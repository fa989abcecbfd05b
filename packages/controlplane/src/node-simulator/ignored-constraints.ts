/** The constraints of a Pod that a scheduler would respect, and that the node simulator ignores. */
import type { Pod } from "@kubewright/api/core/v1";
import { addQuantities, compareQuantities, formatQuantity, parseQuantity } from "@kubewright/apimachinery";
import { nodeLabels, nodeResources } from "./node-object.ts";

/** The ignored constraints of a Pod on this node, as texts for an Event. Empty if the Pod would fit. */
export function ignoredConstraints({ spec }: Pick<Pod, "spec">, node: string): readonly string[] {
  const { nodeSelector = {}, affinity = {}, topologySpreadConstraints = [] } = spec ?? {};
  const labels: Readonly<Record<string, string>> = nodeLabels(node);
  const unmatched = Object.entries(nodeSelector).filter(([name, value]) => labels[name] !== value);
  return [
    ...unmatched.map(([name, value]) => `nodeSelector ${name}=${value}`),
    ...(["nodeAffinity", "podAffinity", "podAntiAffinity"] as const).filter(
      (name) => affinity[name]?.requiredDuringSchedulingIgnoredDuringExecution !== undefined,
    ),
    ...(topologySpreadConstraints.some(({ whenUnsatisfiable }) => whenUnsatisfiable === "DoNotSchedule")
      ? ["topologySpreadConstraints"]
      : []),
    ...tooLargeRequests(spec),
  ];
}

/** The requests that are larger than the node, or of resources that the node does not have. */
function tooLargeRequests(spec: Pod["spec"]): readonly string[] {
  const sums = new Map<string, ReturnType<typeof parseQuantity>>();
  for (const { resources } of spec?.containers ?? []) {
    for (const [name, text] of Object.entries(resources?.requests ?? {})) {
      const quantity = parseQuantity(String(text));
      const before = sums.get(name);
      sums.set(name, before === undefined ? quantity : addQuantities(before, quantity));
    }
  }
  const available: Readonly<Record<string, string>> = nodeResources;
  return [...sums]
    .filter(([name, sum]) => compareQuantities(sum, parseQuantity(available[name] ?? "0")) > 0)
    .map(([name, sum]) => `request of ${formatQuantity(sum)} ${name}`);
}
