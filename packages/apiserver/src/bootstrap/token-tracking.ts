/**
 * The ConfigMap with the time since which the server tracks the use of legacy service account tokens. kube-controller-manager reads it:
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#legacy-serviceaccount-token-tracking-controller
 */
import type { BootstrapObject } from "./bootstrap-object.ts";

/** The ConfigMap of a server that starts at `time`, an RFC 3339 timestamp. */
export function tokenTrackingConfigMap(time: string): BootstrapObject {
  const [since = ""] = time.split("T");
  return {
    resource: { group: "", resource: "configmaps" },
    object: {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "kube-apiserver-legacy-service-account-token-tracking", namespace: "kube-system" },
      data: { since },
    },
    fieldsV1: { "f:data": { ".": {}, "f:since": {} } },
  };
}
