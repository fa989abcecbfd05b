/** Balancer with the defects of the program in the article: B1 to B6. The tests expect it to fail. */
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import { isAlreadyExists, isTerminating, ownerReferenceTo } from "@kubewright/apimachinery";
import type { ApplyBody, KubernetesObject, ObjectBody, ResourceType, Stored } from "@kubewright/apimachinery";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager, Reconciler } from "@kubewright/runtime";
import type { BalancerSpec } from "../../../examples/balancer/api/v1alpha1/balancer.ts";
import { Balancer } from "../../../examples/balancer/api/v1alpha1/zz_generated.balancer.ts";
import { configMap } from "../../../examples/balancer/internal/children/config-map.ts";
import { deployment } from "../../../examples/balancer/internal/children/deployment.ts";
import { backendService, frontService } from "../../../examples/balancer/internal/children/services.ts";
import { balancerInCluster } from "../balancer.ts";
import { operateManager } from "../subject.ts";
import type { Subject } from "../subject.ts";

export const originalBalancer: Subject = {
  ...balancerInCluster,
  name: "original balancer",
  operate: operateManager(setup),
};

export function setup(manager: Manager): void {
  // B4: Deployments are not watched.
  controllerManagedBy(manager).for(Balancer).owns(Service).owns(ConfigMap).complete(createReconciler(manager));
}

function createReconciler({ cluster: { client, apiReader } }: Manager): Reconciler {
  // B5: it writes without leadership, and ignores the signal of the reconcile.
  return async ({ key: request, signal }) => {
    // B2: an error of the read counts as "does not exist", and the reconcile succeeds.
    const read = await apiReader.get(Balancer, request, { signal }).catch(() => undefined);
    if (!read || isTerminating(read)) return {};
    const found: Stored<Balancer> = read;

    const steps = [
      async () => {
        for (const backend of found.spec.backends) await createOrIgnore(Service, backendService(found, backend));
      },
      () => createOrIgnore(ConfigMap, configMap(found)),
      () => createOrUpdateAlways(found, request.name),
      () => createOrIgnore(Service, frontService(found)),
    ];
    for (const step of steps) {
      try {
        await step();
      } catch {
        return {}; // B1: the error is not returned to the queue.
      }
    }
    return {};

    async function createOrIgnore<T extends KubernetesObject>(
      type: ResourceType<T>,
      fields: ApplyBody<T>,
    ): Promise<void> {
      await client.create(type, owned(fields)).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    }

    /** B3: the Deployment is written on every pass. */
    async function createOrUpdateAlways(owner: Stored<Balancer>, name: string): Promise<void> {
      const key = { namespace: owner.metadata.namespace ?? "", name: `${name}proxy` };
      const current = await apiReader.get(Deployment, key, { signal });
      const desired = owned<Deployment>(deployment(owner));
      if (!current) await client.create(Deployment, desired);
      else await client.update(Deployment, { ...desired, metadata: { ...current.metadata, ...desired.metadata } });
    }

    function owned<T extends KubernetesObject>({ metadata, ...fields }: ApplyBody<T>): ObjectBody<T> {
      const { namespace } = request;
      const ownerReferences = [ownerReferenceTo(found)];
      return { ...fields, metadata: { ...metadata, namespace, ownerReferences } } as ObjectBody<T>; // The children are complete objects.
    }
  };
}

/** B6: names are concatenated into the text. */
export function originalConfig(name: string, { ports, backends }: BalancerSpec): string {
  const upstreams = ports.map((port) => {
    const servers = backends.map(
      (backend) => `    server ${name}-${backend.name}-backend:${port.port} weight=${backend.weight};\n`,
    );
    return `  upstream upstream_${port.name} {\n${servers.join("")}  }\n`;
  });
  const servers = ports.map(({ name: port, port: number, protocol }) => {
    const listen = `${number}${protocol === "UDP" ? " udp" : ""}`;
    return `  server {\n    listen ${listen};\n    proxy_pass upstream_${port};\n  }\n`;
  });
  return `events {\n  worker_connections 1024;\n}\nstream {\n${servers.join("")}${upstreams.join("")}}\n`;
}
