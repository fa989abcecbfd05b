/** The sum of the resources of a Pod's containers: https://kubernetes.io/docs/concepts/workloads/pods/init-containers/#resource-sharing-within-containers */
import type { Container, PodSpec } from "@kubewright/api/core/v1";
import { compareQuantities, sumOfQuantities } from "../quantities.ts";
import type { View } from "../typed.ts";
import type { Quantities } from "./container-resources.ts";

/**
 * Containers run together with all sidecars. Each init container runs with the sidecars before it.
 * The result is the maximum of these sums. `of` returns the resources of a container. Default: those in its spec.
 */
export function sumOfContainers(
  spec: View<PodSpec>,
  kind: "requests" | "limits",
  of: (container: View<Container>) => Quantities = ({ resources }) => resources?.[kind] ?? {},
): Quantities {
  const { initContainers = [] } = spec;
  const containers = spec.containers ?? [];
  let sidecars: Quantities = {};
  let most: Quantities = {};
  for (const container of initContainers) {
    const together = added(sidecars, of(container));
    if (container.restartPolicy === "Always") sidecars = together;
    most = greater(most, together);
  }
  return greater(most, containers.map(of).reduce(added, sidecars));
}

function added(left: Quantities, right: Quantities): Quantities {
  return merged(left, right, (a, b) => sumOfQuantities(a, b));
}

function greater(left: Quantities, right: Quantities): Quantities {
  return merged(left, right, (a, b) => (compareQuantities(a, b) >= 0 ? a : b));
}

function merged(
  left: Quantities,
  right: Quantities,
  join: (a: string | number, b: string | number) => string | number,
): Quantities {
  const result = new Map(Object.entries(left));
  for (const [name, quantity] of Object.entries(right)) {
    const other = result.get(name);
    result.set(name, other === undefined ? quantity : join(other, quantity));
  }
  return Object.fromEntries(result);
}
