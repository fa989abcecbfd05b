/**
 * Deletes the content of a terminating namespace, then finalizes it.
 *
 * A reconcile deletes all objects of every kind in the namespace, Pods first, and lists those that remain. Then it either
 * finalizes the namespace or reports in its conditions what blocks the deletion.
 * https://kubernetes.io/docs/tasks/administer-cluster/namespaces/#deleting-a-namespace
 */
import { Namespace } from "@kubewright/api/core/v1";
import { isNotFound } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource } from "@kubewright/client";
import { controllerManagedBy } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { namespaceConditions } from "./conditions.ts";
import type { Findings } from "./conditions.ts";
import { deletionAgeMs, emptyOf, isPod } from "./namespace-content.ts";
import type { Emptied, EmptyOptions } from "./namespace-content.ts";

export const namespaceControllerName = "namespace-controller";

/** The finalizer in `spec.finalizers` that this controller removes. */
const kubernetesFinalizer = "kubernetes";

export function addNamespaceController(manager: Manager): void {
  const { client, apiReader, clock } = manager;
  const discovery = createDiscovery(client.raw);

  controllerManagedBy(manager)
    .for(Namespace)
    .named(namespaceControllerName)
    .withOptions({ maxConcurrentReconciles: 4 })
    .complete(async ({ key: { name }, signal, log }) => {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (!namespace?.metadata.deletionTimestamp) return {};
      if (!namespace.spec?.finalizers?.includes(kubernetesFinalizer)) return {};

      const { resources, incomplete } = await discovery.resources({ signal });
      const ageMs = deletionAgeMs(namespace, clock.wallTime());
      const emptied = await emptyAll(resources.filter(isDeletable), {
        client,
        apiReader,
        namespace: name,
        ageMs,
        signal,
      });
      const conditions = namespaceConditions(
        namespace.status?.conditions,
        findingsOf(emptied, incomplete),
        clock.wallTime(),
      );
      const updated = await client.patchStatus(namespace, { conditions }, { signal });
      if (incomplete.length > 0 || emptied.some(({ count, failure }) => count > 0 || failure !== undefined)) {
        return { requeueAfterMs: retryAfterMs(ageMs) };
      }
      await finalize(updated, signal);
      log.info("Namespace is empty");
      return {};
    });

  async function finalize(namespace: Stored<Namespace>, signal: AbortSignal): Promise<void> {
    const finalizers = namespace.spec?.finalizers?.filter((finalizer) => finalizer !== kubernetesFinalizer) ?? [];
    const body = { ...namespace, spec: { ...namespace.spec, finalizers } };
    try {
      await client
        .subresource<Namespace>(Namespace, { name: namespace.metadata.name }, "finalize")
        .update(body, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error; // Already finalized.
    }
  }
}

/** Pods may need other objects, such as Secrets, for a graceful termination, so these are deleted after the last Pod. */
async function emptyAll(kinds: readonly DiscoveredResource[], options: EmptyOptions): Promise<readonly Emptied[]> {
  const pods = await Promise.all(kinds.filter(isPod).map((type) => emptyOf(type, options)));
  if (pods.some(({ count }) => count > 0)) return pods;
  const others = kinds.filter((type) => !isPod(type)).map((type) => emptyOf(type, options));
  return [...pods, ...(await Promise.all(others))];
}

/** As in kube-controller-manager, other objects are not counted while Pods remain, because they have not been listed. */
function findingsOf(emptied: readonly Emptied[], incomplete: readonly string[]): Findings {
  const remaining = emptied.filter(({ count }) => count > 0);
  const failures = emptied.flatMap(({ failure }) => failure ?? []);
  return { remaining: remaining.some(({ resource }) => isPod(resource)) ? [] : remaining, incomplete, failures };
}

/**
 * The delay of the next attempt: a quarter of the time since the deletion, so a namespace that a finalizer blocks forever causes few
 * requests.
 */
function retryAfterMs(ageMs: number): number {
  return Math.min(15_000, Math.max(500, ageMs / 4));
}

function isDeletable(resource: DiscoveredResource): boolean {
  return resource.namespaced && resource.preferred && ["list", "delete"].every((verb) => resource.verbs.includes(verb));
}
