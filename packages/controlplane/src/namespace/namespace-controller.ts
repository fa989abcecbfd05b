/**
 * Empties a namespace that is being deleted, then lets it go.
 *
 * A pass asks the server to delete everything of every kind in the namespace, looks what is left, and either finalizes the namespace
 * or says in its conditions what holds it. https://kubernetes.io/docs/tasks/administer-cluster/namespaces/#deleting-a-namespace
 */
import { Namespace } from "@kubewright/api/core/v1";
import { isNotFound } from "@kubewright/apimachinery";
import type { ResourceType, Stored } from "@kubewright/apimachinery";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource } from "@kubewright/client";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { namespaceConditions } from "./conditions.ts";
import type { Remaining } from "./conditions.ts";

export const namespaceControllerName = "namespace-controller";

/** How soon to look again at a namespace that is not empty yet. The reference waits about five seconds. */
const retryMs = 500;

/** The finalizer in `spec.finalizers` that this controller answers for. */
const kubernetesFinalizer = "kubernetes";

export function addNamespaceController(manager: Manager): void {
  const { client, apiReader } = manager;
  const discovery = createDiscovery(apiReader.raw);

  controllerManagedBy(manager)
    .for(Namespace)
    .named(namespaceControllerName)
    .withOptions({ maxConcurrentReconciles: 4 })
    .complete(async ({ name }, { signal, log }) => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (!namespace?.metadata.deletionTimestamp) return {};
      if (!namespace.spec?.finalizers?.includes(kubernetesFinalizer)) return {};

      const { resources, incomplete } = await discovery.resources({ signal });
      const kinds = resources.filter(isEmptiable);
      await Promise.all(kinds.map((type) => deleteAllOf(type, name, signal)));
      const remaining = (await Promise.all(kinds.map((type) => remainingOf(type, name, signal)))).filter(
        ({ count }) => count > 0,
      );
      if (remaining.length === 0 && incomplete.length === 0) {
        await finalize(namespace, signal);
        log.info("Namespace is empty");
        return {};
      }
      const conditions = namespaceConditions(
        namespace.status?.conditions,
        { remaining, incomplete },
        manager.clock.wallTime(),
      );
      await client.patchStatus(namespace, { conditions }, { signal });
      return { requeueAfterMs: retryMs };
    });

  async function deleteAllOf(type: ResourceType, namespace: string, signal: AbortSignal): Promise<void> {
    try {
      await apiReader.deleteAll(type, { namespace, propagationPolicy: "Background", signal });
    } catch (error) {
      if (!isNotFound(error)) throw error; // The kind is no longer served, and its objects went with it.
    }
  }

  async function remainingOf(type: DiscoveredResource, namespace: string, signal: AbortSignal): Promise<Remaining> {
    const finalizers = new Map<string, number>();
    let count = 0;
    try {
      for await (const { metadata } of apiReader.list(type, { namespace, metadataOnly: true, signal })) {
        count += 1;
        for (const finalizer of metadata.finalizers ?? [])
          finalizers.set(finalizer, (finalizers.get(finalizer) ?? 0) + 1);
      }
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return { resource: type, count, finalizers };
  }

  async function finalize(namespace: Stored<Namespace>, signal: AbortSignal): Promise<void> {
    const finalizers = namespace.spec?.finalizers?.filter((finalizer) => finalizer !== kubernetesFinalizer) ?? [];
    const body = { ...namespace, spec: { ...namespace.spec, finalizers } };
    try {
      await apiReader
        .subresource<Namespace>(Namespace, { name: namespace.metadata.name }, "finalize")
        .update(body, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error; // Somebody else finalized it.
    }
  }
}

function isEmptiable(resource: DiscoveredResource): boolean {
  return (
    resource.namespaced &&
    resource.preferred &&
    ["list", "deletecollection"].every((verb) => resource.verbs.includes(verb))
  );
}
