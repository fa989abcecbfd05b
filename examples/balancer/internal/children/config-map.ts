/** The ConfigMap with the proxy's configuration. */
import { createHash } from "node:crypto";
import type { ConfigMap } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { nginxConfig } from "../nginx/nginx-config.ts";
import { configMapName } from "./names.ts";
import { ownedMetadata } from "./owned.ts";

export function configMap(balancer: Stored<Balancer>, current: Stored<ConfigMap> | undefined): ConfigMap {
  return {
    ...current,
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: ownedMetadata(balancer, configMapName(balancer.metadata.name), current),
    data: { "nginx.conf": nginxConfig(balancer.metadata.name, balancer.spec) },
  };
}

/** A hash of the data, the same for the same data in whatever order. */
export function configHash({ data = {} }: ConfigMap): string {
  const entries = Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
}
