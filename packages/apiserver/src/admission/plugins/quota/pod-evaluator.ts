/** Pods: their number and what their containers request. https://kubernetes.io/docs/concepts/policy/resource-quotas/#compute-resource-quota */
import type { Affinity, Container, Pod } from "@kubewright/api/core/v1";
import { hasPodResources } from "../../../kinds/pod/pod-demand.ts";
import { qualityOfServiceOf } from "../../../kinds/pod/quality-of-service.ts";
import { isNative } from "../../../kinds/resource-names.ts";
import type { View } from "../../../kinds/typed.ts";
import { viewOf } from "../../../kinds/typed.ts";
import type { ReadonlyObject } from "../../../objects/api-object.ts";
import type { AdmissionAttributes } from "../../../registry/admission-plugin.ts";
import type { Evaluator } from "./evaluator.ts";
import { computeUsage, deviceClassPrefix, podUsage } from "./pod-usage.ts";
import type { ScopeRequirement } from "./scopes.ts";
import { matchesValue } from "./scopes.ts";

export const podEvaluator: Evaluator = {
  resource: { group: "", resource: "pods" },
  handles: changesUsage,
  matchingResources: (names) =>
    names.filter((name) => counted.includes(name) || isPaged(name) || isExtendedRequest(name)),
  matchesScope: (scope, object) => matchesScope(scope, viewOf<Pod>(object)),
  missing,
  usage: (object, { nowMs }) => podUsage(viewOf<Pod>(object), nowMs),
};

const counted: readonly string[] = [
  "count/pods",
  "pods",
  ...["", "requests.", "limits."].flatMap((kind) => ["cpu", "memory", "ephemeral-storage"].map((name) => kind + name)),
];

function isPaged(name: string): boolean {
  return name.startsWith("hugepages-") || name.startsWith("requests.hugepages-");
}

/** `requests.example.com/gpu`, and the names of device classes. */
export function isExtendedRequest(name: string): boolean {
  return name.startsWith("requests.") && (!isNative(name) || name.startsWith(`requests.${deviceClassPrefix}`));
}

/** Containers are set by a create and by `pods/resize`. Other updates count if the Pod leaves or enters the scope `Terminating`. */
function changesUsage({ operation, subresource, object, oldObject }: AdmissionAttributes): boolean {
  if (subresource === "resize") return operation === "UPDATE";
  if (subresource !== "") return false;
  if (operation !== "UPDATE" || object === undefined || oldObject === undefined) return operation === "CREATE";
  return isTerminating(viewOf<Pod>(object)) !== isTerminating(viewOf<Pod>(oldObject));
}

function isTerminating({ spec }: View<Pod>): boolean {
  return (spec?.activeDeadlineSeconds ?? -1) >= 0;
}

function matchesScope(scope: ScopeRequirement, pod: View<Pod>): boolean {
  switch (scope.scopeName) {
    case "Terminating":
      return isTerminating(pod);
    case "NotTerminating":
      return !isTerminating(pod);
    case "BestEffort":
      return isBestEffort(pod);
    case "NotBestEffort":
      return !isBestEffort(pod);
    case "PriorityClass": {
      const name = pod.spec?.priorityClassName ?? "";
      return matchesValue(scope, name === "" ? undefined : name);
    }
    case "CrossNamespacePodAffinity":
      return crossesNamespaces(pod.spec?.affinity ?? {});
    default:
      return false;
  }
}

function isBestEffort({ spec = {}, status }: View<Pod>): boolean {
  return (status?.qosClass ?? qualityOfServiceOf(spec)) === "BestEffort";
}

function crossesNamespaces({ podAffinity, podAntiAffinity }: View<Affinity>): boolean {
  const terms = [podAffinity ?? {}, podAntiAffinity ?? {}].flatMap((affinity) => [
    ...(affinity.requiredDuringSchedulingIgnoredDuringExecution ?? []),
    ...(affinity.preferredDuringSchedulingIgnoredDuringExecution ?? []).map((term) => term.podAffinityTerm ?? {}),
  ]);
  return terms.some(
    ({ namespaces, namespaceSelector }) => (namespaces ?? []).length > 0 || namespaceSelector !== undefined,
  );
}

/** A quota of one of these requires each container to set it. Later resources do not have this rule. */
const required: readonly string[] = ["", "requests.", "limits."].flatMap((kind) => [`${kind}cpu`, `${kind}memory`]);

function missing(names: readonly string[], object: ReadonlyObject): string | undefined {
  const pod = viewOf<Pod>(object);
  if (hasPodResources(pod)) return undefined;
  const containers = [...(pod.spec?.containers ?? []), ...(pod.spec?.initContainers ?? [])];
  const problems = names
    .filter((name) => required.includes(name))
    .toSorted()
    .flatMap((name) => {
      const lacking = containers.filter((container) => !Object.hasOwn(usageOf(container), name));
      if (lacking.length === 0) return [];
      const containerNames = new Set(lacking.map((container) => container.name ?? ""));
      return [`${name} for: ${[...containerNames].toSorted().join(",")}`];
    });
  return problems.length === 0 ? undefined : `must specify ${problems.join("; ")}`;
}

function usageOf({ resources }: View<Container>): object {
  return computeUsage(resources?.requests ?? {}, resources?.limits ?? {});
}
