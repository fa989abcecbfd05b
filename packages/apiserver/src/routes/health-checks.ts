/**
 * The health checks of a server, with the names and in the order of kube-apiserver. All start hooks have run before the first request, so their checks
 * always pass, also those of components that this server does not have.
 */
import type { HealthCheck, HealthEndpoint } from "./health.ts";

const startHooks = [
  "start-apiserver-admission-initializer",
  "generic-apiserver-start-informers",
  "priority-and-fairness-config-consumer",
  "priority-and-fairness-filter",
  "storage-object-count-tracker-hook",
  "start-apiextensions-informers",
  "start-apiextensions-controllers",
  "crd-informer-synced",
  "start-system-namespaces-controller",
  "peer-endpoint-reconciler-controller",
  "start-cluster-authentication-info-controller",
  "start-kube-apiserver-identity-lease-controller",
  "start-kube-apiserver-identity-lease-garbage-collector",
  "storage-readiness",
  "start-legacy-token-tracking-controller",
  "start-service-ip-repair-controllers",
  "rbac/bootstrap-roles",
  "scheduling/bootstrap-system-priority-classes",
  "priority-and-fairness-config-producer",
  "bootstrap-controller",
  "start-kubernetes-service-cidr-controller",
  "start-kube-aggregator-informers",
  "apiservice-status-local-available-controller",
  "apiservice-status-remote-available-controller",
  "apiservice-registration-controller",
  "apiservice-discovery-controller",
  "kube-apiserver-autoregistration",
] as const;

const openApiHooks = ["apiservice-openapi-controller", "apiservice-openapiv3-controller"] as const;

/** The checks of a server. `closing` aborts when the server shuts down. */
export function healthChecks(closing: AbortSignal, isStoreHealthy: () => boolean): readonly HealthCheck[] {
  const check = (
    name: string,
    { isHealthy = () => true, endpoints }: Partial<Omit<HealthCheck, "name">> = {},
  ): HealthCheck => ({ name, isHealthy, ...(endpoints === undefined ? {} : { endpoints }) });
  const hook = (name: string): HealthCheck => check(`poststarthook/${name}`);
  const readiness: readonly HealthEndpoint[] = ["readyz"];
  return [
    check("ping"),
    check("log"),
    check("loopback-serving-certificate", { endpoints: ["healthz", "livez"] }),
    check("etcd", { isHealthy: isStoreHealthy }),
    check("etcd-readiness", { isHealthy: isStoreHealthy, endpoints: readiness }),
    check("informer-sync", { endpoints: readiness }),
    ...startHooks.map(hook),
    check("autoregister-completion"),
    ...openApiHooks.map(hook),
    check("shutdown", { isHealthy: () => !closing.aborted, endpoints: readiness }),
  ];
}
