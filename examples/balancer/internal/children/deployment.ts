/**
 * The Deployment of the proxy: one nginx with the configuration of the ConfigMap.
 *
 * The container keeps to the restricted Pod Security profile but for two rules: this image of nginx starts as root, and needs the
 * capabilities of its runtime to bind low ports and to give its workers another user.
 */
import type { Deployment } from "@kubewright/api/apps/v1";
import type { ConfigMap, Container, PodTemplateSpec } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { configHash } from "./config-map.ts";
import { balancerLabel, configHashAnnotation, configMapName, deploymentName } from "./names.ts";
import { ownedMetadata } from "./owned.ts";

const containerName = "nginx";
const volumeName = "nginx-config";

export function deployment(
  balancer: Stored<Balancer>,
  config: ConfigMap,
  current: Stored<Deployment> | undefined,
): Deployment {
  const labels = { [balancerLabel]: balancer.metadata.name };
  return {
    ...current,
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: ownedMetadata(balancer, deploymentName(balancer.metadata.name), current),
    spec: {
      ...current?.spec,
      replicas: 1,
      selector: current?.spec?.selector ?? { matchLabels: labels },
      template: template(balancer, config, current?.spec?.template),
    },
  };
}

function template(
  balancer: Stored<Balancer>,
  config: ConfigMap,
  current: PodTemplateSpec | undefined,
): PodTemplateSpec {
  const { name } = balancer.metadata;
  return {
    ...current,
    metadata: {
      ...current?.metadata,
      labels: { ...current?.metadata?.labels, [balancerLabel]: name },
      annotations: { ...current?.metadata?.annotations, [configHashAnnotation]: configHash(config) },
    },
    spec: {
      ...current?.spec,
      automountServiceAccountToken: false,
      containers: [container(current?.spec?.containers?.find((each) => each.name === containerName))],
      volumes: [{ name: volumeName, configMap: { name: configMapName(name), defaultMode: 0o644 } }],
    },
  };
}

function container(current: Container | undefined): Container {
  return {
    ...current,
    name: containerName,
    image: "nginx:1.15.9",
    ports: [{ containerPort: 80, protocol: "TCP" }],
    volumeMounts: [{ name: volumeName, mountPath: "/etc/nginx", readOnly: true }],
    securityContext: { allowPrivilegeEscalation: false, seccompProfile: { type: "RuntimeDefault" } },
  };
}
