/** Conditions of built-in kinds, for `waitFor`. */
import type { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { Deployment } from "@kubewright/api/apps/v1";
import type { Job } from "@kubewright/api/batch/v1";
import type { Pod, Service } from "@kubewright/api/core/v1";
import type { Ingress } from "@kubewright/api/networking.k8s.io/v1";

import { hasCondition, named } from "./condition.ts";
import type { WaitCondition } from "./condition.ts";

/** The Pod runs: all of its containers have been created, and at least one is running, starting or restarting. */
export const isPodRunning: WaitCondition<Pod> = named("isPodRunning", (pod) => pod?.status?.phase === "Running");

/** The Pod runs and its readiness probes succeed. */
export const isPodReady: WaitCondition<Pod> = named("isPodReady", hasCondition("Ready"));

/** The Job has succeeded. A failed Job has the condition `Failed`. */
export const isJobCompleted: WaitCondition<Job> = named("isJobCompleted", hasCondition("Complete"));

/** The rollout of the Deployment's current template has succeeded, by the rule of `kubectl rollout status`. */
export const isDeploymentCompleted: WaitCondition<Deployment> = named("isDeploymentCompleted", (deployment) => {
  if (deployment?.status === undefined) return false;
  const { observedGeneration = 0, replicas = 0, updatedReplicas = 0, availableReplicas = 0 } = deployment.status;
  return (
    observedGeneration >= (deployment.metadata.generation ?? 0) &&
    updatedReplicas >= (deployment.spec?.replicas ?? 1) &&
    replicas <= updatedReplicas &&
    availableReplicas >= updatedReplicas
  );
});

/** The API server serves the custom resource. */
export const isCrdEstablished: WaitCondition<CustomResourceDefinition> = named(
  "isCrdEstablished",
  hasCondition("Established"),
);

/** The load balancer of the Service has an address. */
export const isServiceLoadBalancerProvisioned: WaitCondition<Service> = named(
  "isServiceLoadBalancerProvisioned",
  (service) => hasAddress(service?.status?.loadBalancer?.ingress),
);

/** The load balancer of the Ingress has an address. */
export const isIngressProvisioned: WaitCondition<Ingress> = named("isIngressProvisioned", (ingress) =>
  hasAddress(ingress?.status?.loadBalancer?.ingress),
);

function hasAddress(points: readonly { readonly ip?: string; readonly hostname?: string }[] | undefined): boolean {
  if (points === undefined || points.length === 0) return false;
  return points.every(({ ip = "", hostname = "" }) => ip !== "" || hostname !== "");
}
