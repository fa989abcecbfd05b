/** The evaluator of each resource. By default, a quota counts the objects of a resource. */
import type { GroupResource } from "@kubewright/apimachinery";
import { claimEvaluator } from "./claim-evaluator.ts";
import { deviceClaimEvaluator } from "./device-claim-evaluator.ts";
import type { Evaluator } from "./evaluator.ts";
import { countName } from "./evaluator.ts";
import { podEvaluator } from "./pod-evaluator.ts";
import { serviceEvaluator } from "./service-evaluator.ts";

const special: readonly Evaluator[] = [podEvaluator, serviceEvaluator, claimEvaluator, deviceClaimEvaluator];

/** Resources of the core group that a quota also counts under their plain name. */
const plainNames: readonly string[] = ["configmaps", "resourcequotas", "replicationcontrollers", "secrets"];

/** Reviews and bindings are not stored, and Events are not counted. */
const ignored: readonly GroupResource[] = [
  { group: "", resource: "bindings" },
  { group: "", resource: "componentstatuses" },
  { group: "authentication.k8s.io", resource: "tokenreviews" },
  { group: "authentication.k8s.io", resource: "selfsubjectreviews" },
  { group: "authorization.k8s.io", resource: "subjectaccessreviews" },
  { group: "authorization.k8s.io", resource: "selfsubjectaccessreviews" },
  { group: "authorization.k8s.io", resource: "localsubjectaccessreviews" },
  { group: "authorization.k8s.io", resource: "selfsubjectrulesreviews" },
  { group: "", resource: "events" },
  { group: "events.k8s.io", resource: "events" },
];

/** Returns `undefined` for a resource that no quota counts. */
export function evaluatorOf(resource: GroupResource): Evaluator | undefined {
  const isSame = (other: GroupResource): boolean =>
    other.group === resource.group && other.resource === resource.resource;
  if (ignored.some(isSame)) return undefined;
  return special.find((evaluator) => isSame(evaluator.resource)) ?? objectCount(resource);
}

function objectCount(resource: GroupResource): Evaluator {
  const plain = resource.group === "" && plainNames.includes(resource.resource) ? [resource.resource] : [];
  const counted = [countName(resource), ...plain];
  return {
    resource,
    countsObjects: true,
    handles: ({ operation, subresource }) => subresource === "" && operation === "CREATE",
    matchingResources: (names) => names.filter((name) => counted.includes(name)),
    usage: () => Object.fromEntries(counted.map((name) => [name, "1"])),
  };
}
