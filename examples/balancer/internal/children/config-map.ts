/** The ConfigMap with the configuration of the proxy. */
import { createHash } from "node:crypto";
import type { ConfigMap } from "@kubewright/api/core/v1";
import type { ApplyBody, Stored } from "@kubewright/apimachinery";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { nginxConfig } from "../nginx/nginx-config.ts";
import { childMetadata, configMapName } from "./names.ts";

/** @throws {UnsafeWordError} if the spec has a value that the schema of the CRD rejects. */
export function configMap(balancer: Stored<Balancer>): ApplyBody<ConfigMap> & Required<Pick<ConfigMap, "data">> {
  const { name } = balancer.metadata;
  return {
    metadata: childMetadata(balancer, configMapName(name)),
    data: { "nginx.conf": nginxConfig(name, balancer.spec) },
  };
}

/** A hash of the data that does not depend on the order of the keys. */
export function configHash({ data = {} }: Pick<ConfigMap, "data">): string {
  const entries = Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
}
