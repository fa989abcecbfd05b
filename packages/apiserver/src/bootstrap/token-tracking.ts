/**
 * The ConfigMap that says since when the server tracks the use of legacy service account tokens; kube-controller-manager reads it:
 * https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/#legacy-serviceaccount-token-tracking-controller
 */
import { formatTime } from "@kubewright/apimachinery";
import type { ApiObject } from "../objects/api-object.ts";

/** The ConfigMap of a server that started at this time, in milliseconds since the Unix epoch. */
export function tokenTrackingConfigMap(wallTime: number): ApiObject {
  const [since = ""] = formatTime(wallTime).split("T");
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "kube-apiserver-legacy-service-account-token-tracking", namespace: "kube-system" },
    data: { since },
  };
}
