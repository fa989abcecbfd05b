/**
 * Empties a namespace that is being deleted, then lets it go.
 *
 * A pass asks the server to delete everything of every kind in the namespace, Pods before all others, looks what is left, and either
 * finalizes the namespace or says in its conditions what holds it.
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

/** The finalizer in `spec.finalizers` that this controller answers for. */
const kubernetesFinalizer = "kubernetes";

export function addNamespaceController(manager: Manager): void {
  const { client, apiReader, clock } = manager;
  const discovery = createDiscovery(apiReader.raw);

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
        client: apiReader,
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
      await apiReader
        .subresource<Namespace>(Namespace, { name: namespace.metadata.name }, "finalize")
        .update(body, { signal });
    } catch (error) {
      if (!isNotFound(error)) throw error; // Somebody else finalized it.
    }
  }
}

/** As long as Pods are left they may need the rest, such as their Secrets, for an orderly end. */
async function emptyAll(kinds: readonly DiscoveredResource[], options: EmptyOptions): Promise<readonly Emptied[]> {
  const pods = await Promise.all(kinds.filter(isPod).map((type) => emptyOf(type, options)));
  if (pods.some(({ count }) => count > 0)) return pods;
  const others = kinds.filter((type) => !isPod(type)).map((type) => emptyOf(type, options));
  return [...pods, ...(await Promise.all(others))];
}

/** While Pods are left the reference does not count anything as remaining: it has not looked at the rest. */
function findingsOf(emptied: readonly Emptied[], incomplete: readonly string[]): Findings {
  const remaining = emptied.filter(({ count }) => count > 0);
  const failures = emptied.flatMap(({ failure }) => failure ?? []);
  return { remaining: remaining.some(({ resource }) => isPod(resource)) ? [] : remaining, incomplete, failures };
}

/**
 * How soon to look again: a quarter of the time it has taken so far, so that a namespace which a finalizer holds for ever costs next
 * to nothing.
 */
function retryAfterMs(ageMs: number): number {
  return Math.min(15_000, Math.max(500, ageMs / 4));
}

function isDeletable(resource: DiscoveredResource): boolean {
  return resource.namespaced && resource.preferred && ["list", "delete"].every((verb) => resource.verbs.includes(verb));
}
