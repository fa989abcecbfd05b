/** `pods/eviction`: a delete that disruption budgets may reject. https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/ */
import type { ApiError, LabelSelector, ObjectKey } from "@kubewright/apimachinery";
import {
  apiErrorFrom,
  badRequest,
  compileLabelSelector,
  field,
  fieldPath,
  forbidden,
  formatTime,
  invalid,
  matchesLabels,
  setCondition,
  tooManyRequests,
} from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import type { Eviction, PodDisruptionBudget } from "@kubewright/api/policy/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import { checkDeleteOptions, isPropagationPolicy } from "../../writes/check-delete-options.ts";
import { assertPreconditions } from "../../writes/preconditions.ts";
import type { ActionSubresource } from "../../contracts/subresource.ts";
import { setPodCondition } from "./pod-condition.ts";
import type { Draft, View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

const pods = { group: "", resource: "pods" } as const;
const budgets = { group: "policy", resource: "poddisruptionbudgets" } as const;

/** The maximum number of evicted Pods in a budget whose deletion its controller has not observed. */
const disruptedPodsMax = 2000;

export const evictionSubresource: ActionSubresource = {
  type: "action",
  name: "eviction",
  gvk: { group: "policy", version: "v1", kind: "Eviction" },
  olderVersions: ["v1beta1"],
  verbs: ["create"],
  check: checkEviction,
  run: evict,
};

function checkEviction(body: ReadonlyObject, { name }: ObjectKey): void {
  if (body.metadata.name !== name) throw badRequest("name in URL does not match name in Eviction object");
  rejectUnsafeDelete(viewOf<Eviction>(body).deleteOptions ?? {}, name);
}

function evict(body: ApiObject, parent: ReadonlyObject, request: RequestContext): ApiObject {
  const { name = "", namespace = "" } = parent.metadata;
  const { deleteOptions = {} } = draftOf<Eviction>(body);
  checkDeleteOptions(deleteOptions);
  const pod = viewOf<Pod>(parent);
  const kind = { group: "", kind: "Pod", plural: "pods", strategy: {} };
  assertPreconditions(kind, deleteOptions.preconditions ?? {}, parent);
  // A dry run can be requested in the query and in the delete options of the body.
  const context = { ...request, dryRun: request.dryRun || (deleteOptions.dryRun ?? []).length > 0 };
  if (!canIgnoreBudgets(pod)) useBudget(pod, namespace, context);
  if (!context.dryRun) deleteEvicted({ namespace, name }, deleteOptions, context);
  return { apiVersion: "v1", kind: "Status", metadata: {}, status: "Success", code: 201 };
}

/** Rejects an eviction with the option to delete unreadable objects. */
function rejectUnsafeDelete(options: EvictionOptions, name: string): void {
  if (options.ignoreStoreReadErrorWithClusterBreakingPotential !== true) return;
  const path = fieldPath("deleteOptions", "ignoreStoreReadErrorWithClusterBreakingPotential");
  const text = "can not be set for pod eviction, try after removing the option";
  throw invalid({ group: "policy", kind: "Eviction" }, name, [field.invalid(path, true, text)]);
}

/** Whether the Pod is not running or is terminating, so that its deletion disrupts nothing. */
function canIgnoreBudgets({ status, metadata }: View<Pod>): boolean {
  const phase = status?.phase ?? "";
  return ["Succeeded", "Failed", "Pending"].includes(phase) || metadata?.deletionTimestamp !== undefined;
}

function useBudget(pod: View<Pod>, namespace: string, context: RequestContext): void {
  const matching = Array.from(context.read.list(budgets, namespace)).filter((budget) => selects(budget, pod));
  const [object, ...others] = matching;
  if (object === undefined) return;
  if (others.length > 0) throw tooManyBudgets();
  const budget = viewOf<PodDisruptionBudget>(object);
  const name = object.metadata.name ?? "";
  if (!isReady(pod) && allowsUnreadyEviction(budget)) return;
  assertAllowsDisruption(budget, name);
  if (context.dryRun) return;
  context.write.update(
    budgets,
    { namespace, name },
    (draft) => {
      const { status = {} } = draftOf<PodDisruptionBudget>(draft);
      status.disruptionsAllowed = (status.disruptionsAllowed ?? 0) - 1;
      const now = context.clock.wallTime();
      status.disruptedPods = { ...status.disruptedPods, [pod.metadata?.name ?? ""]: formatTime(now) };
      if (status.disruptionsAllowed === 0) recordEviction(status, now);
    },
    { ownedThrough: "status" }, // kube-apiserver sends this update to itself.
  );
}

function recordEviction(status: NonNullable<Draft<PodDisruptionBudget>["status"]>, now: number): void {
  const update = { type: "DisruptionAllowed", status: "False", reason: "InsufficientPods", message: "" } as const;
  const { observedGeneration = 0, conditions = [] } = status;
  // Conditions here have all their fields: the server has checked them.
  const before = conditions as Parameters<typeof setCondition>[0];
  status.conditions = setCondition(before, { ...update, observedGeneration }, now).map((each) => ({ ...each }));
}

function selects(object: ReadonlyObject, pod: View<Pod>): boolean {
  const { selector } = viewOf<PodDisruptionBudget>(object).spec ?? {};
  if (selector === undefined) return false;
  // The selector of a stored budget is valid.
  return matchesLabels(compileLabelSelector(selector as LabelSelector), pod.metadata?.labels ?? {});
}

function isReady({ status }: View<Pod>): boolean {
  return (status?.conditions ?? []).some((condition) => condition.type === "Ready" && condition.status === "True");
}

/** Whether a Pod that is not ready may be evicted without using the budget. */
function allowsUnreadyEviction({ spec, status = {} }: View<PodDisruptionBudget>): boolean {
  if (spec?.unhealthyPodEvictionPolicy === "AlwaysAllow") return true;
  const { currentHealthy = 0, desiredHealthy = 0 } = status;
  return currentHealthy >= desiredHealthy && desiredHealthy > 0;
}

function assertAllowsDisruption({ metadata, status = {} }: View<PodDisruptionBudget>, name: string): void {
  if ((status.observedGeneration ?? 0) < (metadata?.generation ?? 0)) {
    throw disruptionNotAllowed(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const { disruptionsAllowed = 0, disruptedPods = {} } = status;
  const resource = { group: "policy", resource: "poddisruptionbudget" };
  if (disruptionsAllowed < 0) throw forbidden(resource, name, "pdb disruptions allowed is negative");
  if (Object.keys(disruptedPods).length > disruptedPodsMax) {
    const why = "DisruptedPods map too big - too many evictions not confirmed by PDB controller";
    throw forbidden(resource, name, why);
  }
  if (disruptionsAllowed === 0) throw disruptionNotAllowed(disruptionProblem(status, name), 0);
}

function disruptionProblem(status: NonNullable<View<PodDisruptionBudget>["status"]>, name: string): string {
  const { currentHealthy = 0, desiredHealthy = 0, conditions = [] } = status;
  const condition = conditions.find(({ type }) => type === "DisruptionAllowed");
  const message = condition?.status === "False" ? (condition.message ?? "") : "";
  const lead = `The disruption budget ${name} does not allow evicting pods currently`;
  if (message !== "" && condition?.reason === "SyncFailed") return `${lead} because it failed sync: ${message}`;
  if (currentHealthy <= desiredHealthy) {
    return `The disruption budget ${name} needs ${desiredHealthy} healthy pods and has ${currentHealthy} currently`;
  }
  return message === "" ? lead : `${lead} (${condition?.reason ?? ""}): ${message}`;
}

function disruptionNotAllowed(message: string, retryAfterSeconds: number): ApiError {
  const text = "Cannot evict pod as it would violate the pod's disruption budget.";
  const { status } = tooManyRequests(text, retryAfterSeconds);
  return apiErrorFrom({
    ...status,
    details: { ...status.details, causes: [{ reason: "DisruptionBudget", message }] },
  });
}

function tooManyBudgets(): ApiError {
  return apiErrorFrom({
    status: "Failure",
    message: "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    code: 500,
  });
}

type EvictionOptions = NonNullable<View<Eviction>["deleteOptions"]>;

function deleteEvicted(key: ObjectKey, options: EvictionOptions, context: RequestContext): void {
  context.write.update(pods, key, (draft) => {
    const condition = { type: "DisruptionTarget", status: "True", reason: "EvictionByEvictionAPI" };
    setPodCondition(draftOf<Pod>(draft), { ...condition, message: "Eviction API: evicting" }, context.clock.wallTime());
  });
  const { gracePeriodSeconds, orphanDependents, propagationPolicy = "" } = options;
  context.write.delete(pods, key, {
    gracePeriodSeconds,
    orphanDependents,
    propagationPolicy: isPropagationPolicy(propagationPolicy) ? propagationPolicy : undefined,
  });
}
