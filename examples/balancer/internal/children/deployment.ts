/**
 * The Deployment of the proxy: one nginx with the configuration of the ConfigMap.
 *
 * The container meets the restricted Pod Security profile except for two rules: this nginx image starts as root, and needs the default
 * capabilities of the container runtime to bind low ports and to run its workers as another user.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { ApplyBody, Stored } from "@kubewright/apimachinery";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { configHash, configMap } from "./config-map.ts";
import { balancerLabel, childMetadata, configHashAnnotation, configMapName, deploymentName } from "./names.ts";

const volumeName = "nginx-config";

export function deployment(balancer: Stored<Balancer>): ApplyBody<Deployment> {
  const { name } = balancer.metadata;
  const labels = { [balancerLabel]: name };
  return {
    metadata: childMetadata(balancer, deploymentName(name)),
    spec: {
      replicas: 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels, annotations: { [configHashAnnotation]: configHash(configMap(balancer)) } },
        spec: {
          automountServiceAccountToken: false,
          containers: [
            {
              name: "nginx",
              image: "nginx:1.15.9",
              ports: [{ containerPort: 80, protocol: "TCP" }],
              volumeMounts: [{ name: volumeName, mountPath: "/etc/nginx", readOnly: true }],
              securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
            },
          ],
          volumes: [{ name: volumeName, configMap: { name: configMapName(name), defaultMode: 0o644 } }],
        },
      },
    },
  };
}
