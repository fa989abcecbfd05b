/** Defaults of Pod-level resources: the sum of the containers, or the limits of the Pod. */
import type { PodSpec } from "@kubewright/api/core/v1";
import type { Draft } from "../typed.ts";
import { isHugePages } from "../resource-names.ts";
import type { Quantities } from "./container-resources.ts";
import { sumOfContainers } from "./sum-of-containers.ts";

/** Sets missing values in `spec.resources` unless it is empty. The containers already have their defaults. */
export function defaultPodResources(spec: Draft<PodSpec>): void {
  const { resources } = spec;
  if (resources === undefined) return;
  const limits = limitsOf(spec);
  if (Object.keys(limits).length === 0) return;
  resources.limits = { ...limits };
  const summed = only(sumOfContainers(spec, "requests"), (name) => name === "cpu" || name === "memory");
  const limited = only(limits, (name) => name === "cpu" || name === "memory" || isHugePages(name));
  const requests: Quantities = { ...limited, ...summed, ...resources.requests };
  if (Object.keys(requests).length > 0) resources.requests = { ...requests };
}

/** The limit of huge pages is the sum of the limits of the containers, unless the Pod requests huge pages itself. */
function limitsOf(spec: Draft<PodSpec>): Quantities {
  const { limits = {}, requests = {} } = spec.resources ?? {};
  if (Object.keys(limits).length === 0 && Object.keys(requests).length === 0) return {};
  const pages = only(sumOfContainers(spec, "limits"), (name) => isHugePages(name) && requests[name] === undefined);
  return { ...pages, ...limits };
}

function only(quantities: Quantities, isIt: (name: string) => boolean): Quantities {
  return Object.fromEntries(Object.entries(quantities).filter(([name]) => isIt(name)));
}
