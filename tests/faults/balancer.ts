/** Balancer under faults: it is created, changed, and loses a child. */
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import type { BalancerSpec } from "../../examples/balancer/api/v1alpha1/balancer.ts";
import { Balancer } from "../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { setup } from "../../examples/balancer/internal/setup.ts";
import { operateManager } from "./subject.ts";
import type { Subject } from "./subject.ts";

export const balancer: Subject = {
  name: "balancer",
  crds: [fileURLToPath(new URL("../../examples/balancer/config/crd/bases", import.meta.url))],
  controllers: [], // Without a garbage collector, the children of a deleted Balancer remain: a run takes a fraction of the time.
  kinds: [Balancer, Service, ConfigMap, Deployment],
  operate: operateManager(setup),
  async workload({ client, namespace, rests }) {
    await client.create(Balancer, balancerNamed(namespace, "b", ["v1", "v2"]));
    await rests("it has two backends");

    const key = { namespace, name: "b" };
    const { spec } = balancerNamed(namespace, "b", ["v2", "v3"]);
    await client.patch(Balancer, key, { type: "merge", body: { spec } });
    await rests("one backend is another");

    await client.delete(Balancer, key, { propagationPolicy: "Background" });
    await rests("it is deleted");
  },
};

/** The same in a complete cluster, with the garbage collector and the Deployment controller. */
export const balancerInCluster: Subject = {
  ...balancer,
  name: "balancer in a cluster",
  controllers: ["garbage-collector-controller", "deployment-controller", "replicaset-controller", "node-simulator"],
};

export function balancerNamed(namespace: string, name: string, backends: readonly string[]): Balancer {
  const spec: BalancerSpec = {
    selector: { app: "test" },
    ports: [{ name: "http", port: 80, targetPort: 5678 }],
    backends: backends.map((backend) => ({ name: backend, weight: 1, selector: { version: backend } })),
  };
  return { apiVersion: "exposer.hliangzhao.io/v1alpha1", kind: "Balancer", metadata: { namespace, name }, spec };
}
