/** Sets the default requests and limits of LimitRanges on containers that lack them. */
import type { Container, LimitRangeItem, Pod } from "@kubewright/api/core/v1";
import type { Quantities } from "../../../kinds/pod/container-resources.ts";
import type { Draft, View } from "../../../kinds/typed.ts";

const annotation = "kubernetes.io/limit-ranger";

/** Changes the containers of a Pod, and lists in an annotation what it has set. */
export function defaultResources(pod: Draft<Pod>, limits: readonly View<LimitRangeItem>[]): void {
  const ofContainers = limits.filter(({ type }) => type === "Container");
  const requests = Object.assign({}, ...ofContainers.map(({ defaultRequest }) => defaultRequest)) as Quantities;
  const most = Object.assign({}, ...ofContainers.map((limit) => limit.default)) as Quantities;
  const containers = pod.spec?.containers ?? [];
  const initContainers = pod.spec?.initContainers ?? [];
  const set = [
    ...containers.flatMap((container) => setMissing(container, "container", requests, most)),
    ...initContainers.flatMap((container) => setMissing(container, "init container", requests, most)),
  ];
  if (set.length === 0) return;
  const metadata = (pod.metadata ??= {});
  metadata.annotations = { ...metadata.annotations, [annotation]: `LimitRanger plugin set: ${set.join("; ")}` };
}

/** Returns the defaults that it has set, as the annotation lists them. */
function setMissing(container: Draft<Container>, role: string, requests: Quantities, limits: Quantities): string[] {
  const own = container.resources ?? {};
  const added = { requests: missing(requests, own.requests), limits: missing(limits, own.limits) };
  const set = (["requests", "limits"] as const).flatMap((kind) => {
    const names = Object.keys(added[kind]);
    if (names.length === 0) return [];
    container.resources = { ...container.resources, [kind]: sorted({ ...own[kind], ...added[kind] }) };
    const noun = kind === "requests" ? "request" : "limit";
    return [`${names.join(", ")} ${noun} for ${role} ${container.name ?? ""}`];
  });
  return set;
}

function missing(defaults: Quantities, own: Quantities = {}): Quantities {
  return sorted(Object.fromEntries(Object.entries(defaults).filter(([name]) => !Object.hasOwn(own, name))));
}

function sorted(quantities: Quantities): Quantities {
  return Object.fromEntries(Object.entries(quantities).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
