/**
 * The health checks of a server, with the names and in the order of kube-apiserver. All start hooks have run before the first request, so their checks
 * always pass. The hooks for components that this server does not have (logs, informers, proxies to other servers) are left out.
 */
import type { HealthCheck } from "./health.ts";

const startHooks = [
  "priority-and-fairness-config-consumer",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "apiservice-status-local-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
] as const;

const openApiHooks = ["apiservice-openapi-controller", "apiservice-openapiv3-controller"] as const;

/** The checks of a server. `closing` aborts when the server shuts down. */
export function healthChecks(closing: AbortSignal, isStoreHealthy: () => boolean): readonly HealthCheck[] {
  const isHealthy = (): boolean => true;
  const hook = (name: string): HealthCheck => ({ name: `poststarthook/${name}`, isHealthy });
  return [
    { name: "ping", isHealthy },
    { name: "etcd", isHealthy: isStoreHealthy },
    { name: "etcd-readiness", isHealthy: isStoreHealthy, endpoints: ["readyz"] },
    ...startHooks.map(hook),
    { name: "autoregister-completion", isHealthy },
    ...openApiHooks.map(hook),
    { name: "shutdown", isHealthy: () => !closing.aborted, endpoints: ["readyz"] },
  ];
}
