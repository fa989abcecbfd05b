/**
 * The kinds that the API server stores and no controller of this package processes, so that their objects do not progress. Creates of them get a
 * warning, and the objects an Event. Remove the entry of a kind with the commit that adds its controller.
 */
import { HorizontalPodAutoscaler } from "@kubewright/api/autoscaling/v2";
import { CronJob, Job } from "@kubewright/api/batch/v1";
import { CertificateSigningRequest } from "@kubewright/api/certificates.k8s.io/v1";
import { PersistentVolume, PersistentVolumeClaim, ReplicationController } from "@kubewright/api/core/v1";
import { DaemonSet, StatefulSet } from "@kubewright/api/apps/v1";
import { Ingress } from "@kubewright/api/networking.k8s.io/v1";
import { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { ResourceClaim } from "@kubewright/api/resource.k8s.io/v1";
import type { GroupVersionResource, ResourceType } from "@kubewright/apimachinery";

export interface MissingController {
  readonly type: ResourceType;
  /** What does not happen. Completes "so …". */
  readonly effect: string;
}

export const missingControllers: readonly MissingController[] = [
  { type: Job, effect: "its Pods are not created" },
  { type: CronJob, effect: "its Jobs are not created" },
  { type: StatefulSet, effect: "its Pods are not created" },
  { type: DaemonSet, effect: "its Pods are not created" },
  { type: ReplicationController, effect: "its Pods are not created" },
  { type: HorizontalPodAutoscaler, effect: "nothing is scaled" },
  { type: PodDisruptionBudget, effect: "its status stays empty and evictions of its Pods are rejected" },
  { type: PersistentVolumeClaim, effect: "it is not bound to a volume" },
  { type: PersistentVolume, effect: "it is not bound to a claim" },
  { type: CertificateSigningRequest, effect: "it is not signed" },
  { type: Ingress, effect: "it gets no address and routes nothing" },
  { type: ResourceClaim, effect: "no device is allocated" },
];

/** The warning for a create of this object; `undefined` if a controller processes it, or no controller has to. */
export function missingControllerWarning(
  { group, resource }: GroupVersionResource,
  object: Readonly<Record<string, unknown>>,
): string | undefined {
  const missing = missingControllers.find(({ type }) => type.group === group && type.plural === resource);
  if (missing !== undefined) return textOf(missing);
  if (resource === "services" && group === "" && isLoadBalancer(object)) return loadBalancerText;
  // Without an Event: it would need a watch of all Secrets.
  const isTokenSecret =
    resource === "secrets" && group === "" && object["type"] === "kubernetes.io/service-account-token";
  return isTokenSecret
    ? textFor("service-account-token Secret", "it gets no token; use kubectl create token")
    : undefined;
}

export function isLoadBalancer({ spec }: { readonly spec?: unknown }): boolean {
  return typeof spec === "object" && spec !== null && "type" in spec && spec.type === "LoadBalancer";
}

/** The text of the warning and of the Event. It names the explanation in docs/troubleshooting.md. */
export function textOf({ type, effect }: MissingController): string {
  return textFor(type.kind, effect);
}

export const loadBalancerText: string = textFor("LoadBalancer Service", "it gets no external address");

function textFor(objects: string, effect: string): string {
  return `this cluster has no controller for ${objects} objects, so ${effect}: npx kubewright troubleshoot missing-controller`;
}
