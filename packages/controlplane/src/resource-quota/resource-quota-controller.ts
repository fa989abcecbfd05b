/**
 * Writes the status of ResourceQuotas: the limits of the spec, and the usage. Admission adds to the usage; this controller counts it again when a limit
 * changes, when a counted object is deleted, and every five minutes.
 * https://kubernetes.io/docs/concepts/policy/resource-quotas/
 */
import { ResourceQuota } from "@kubewright/api/core/v1";
import { DeviceClass } from "@kubewright/api/resource.k8s.io/v1";
import { quotaCount, withUsage } from "@kubewright/apiserver";
import type { ResourceList, UsageContext } from "@kubewright/apiserver";
import { isDeepEqual, isNotFound } from "@kubewright/apimachinery";
import { deadlineSignal } from "@kubewright/async";
import { createDiscovery } from "@kubewright/client";
import type { DiscoveredResource } from "@kubewright/client";
import { controllerManagedBy, createChannelSource } from "@kubewright/runtime";
import type { Manager, Predicate, ReconcileContext } from "@kubewright/runtime";
import { createCountedKinds } from "./counted-kinds.ts";
import type { CountedKind } from "./counted-kinds.ts";

export const resourceQuotaControllerName = "resourcequota-controller";

/** The default of kube-controller-manager (`--resource-quota-sync-period`). */
const resyncMs = 5 * 60_000;
/** A kind that a quota names may be served later, or be listable again, for example once its conversion webhook works. */
const recountMs = 30_000;
/** A list that takes longer counts as failed, so that it does not delay the usage of other kinds. */
const listTimeoutMs = 10_000;
const reconciliationTimeoutMs = 30_000;

export function addResourceQuotaController(manager: Manager): void {
  const { client, apiReader, cache, clock } = manager;
  const discovery = createDiscovery(client.raw);
  const changed = createChannelSource("objects that quotas count");
  const kinds = createCountedKinds(cache, (quota) => changed.push(quota));

  controllerManagedBy(manager)
    .for(ResourceQuota, { predicates: [limitsChanged] })
    .watchesRawSource(changed)
    .named(resourceQuotaControllerName)
    .withOptions({ maxConcurrentReconciles: 4, reconciliationTimeoutMs })
    .complete(async ({ key: request, signal, log }) => {
      const known = await client.get(ResourceQuota, request, { signal });
      const counted = known === undefined ? [] : await countedBy(known, signal);
      await kinds.follow(request, counted);

      // Read before the objects are listed: a charge of admission in between makes the update a conflict, and the controller counts again.
      const quota = known && (await apiReader.get(ResourceQuota, request, { signal }));
      if (quota === undefined) return {};
      const usages = await usagesOf(counted, request.namespace ?? "", { apiReader, clock, signal, log });
      const updated = withUsage(quota, usages);
      if (updated !== undefined) await client.updateStatus(ResourceQuota, updated, { signal }).catch(unlessGone);
      return { requeueAfterMs: isComplete(quota, usages) ? resyncMs : recountMs };
    });

  /** The kinds that the quota counts. */
  async function countedBy(quota: ResourceQuota, signal: AbortSignal): Promise<readonly CountedKind[]> {
    const { resources } = await discovery.resources({ signal });
    const classes = await deviceClassesOf(quota, signal);
    const context: UsageContext = { nowMs: clock.wallTime(), deviceClasses: () => classes };
    return resources.filter(isCountable).flatMap((type) => {
      const count = quotaCount(quota, { group: type.group, resource: type.plural }, context);
      return count === undefined ? [] : [{ type, count }];
    });
  }

  /** Only limits of extended resources depend on device classes. */
  async function deviceClassesOf({ spec }: ResourceQuota, signal: AbortSignal): Promise<readonly DeviceClass[]> {
    const isExtended = (name: string): boolean => name.startsWith("requests.") && name.includes("/");
    if (!Object.keys(spec?.hard ?? {}).some(isExtended)) return [];
    return await Array.fromAsync(apiReader.list(DeviceClass, { signal }));
  }
}

/** The usages of the kinds that can be listed. Other kinds keep their last usage. */
async function usagesOf(
  counted: readonly CountedKind[],
  namespace: string,
  { apiReader, clock, signal, log }: Pick<Manager, "apiReader" | "clock"> & Pick<ReconcileContext, "signal" | "log">,
): Promise<readonly ResourceList[]> {
  const usages = counted.map(async (kind) => {
    const { type, count } = kind;
    using deadline = deadlineSignal(clock, listTimeoutMs, signal);
    const { metadataOnly } = count;
    try {
      const objects = apiReader.list(type, { namespace, metadataOnly, signal: deadline.signal });
      return [count.usageOf(await Array.fromAsync(objects))];
    } catch (error) {
      signal.throwIfAborted();
      log.warn("Cannot list a kind that a quota counts, retrying", { resource: resourceOf(kind), error });
      return [];
    }
  });
  return (await Promise.all(usages)).flat();
}

function resourceOf({ type: { plural, group } }: CountedKind): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** Drops changes of the status, which only admission and this controller write. */
const limitsChanged: Predicate<ResourceQuota> = (event) =>
  event.kind !== "updated" || !isDeepEqual(event.object.read().spec ?? {}, event.old.read().spec ?? {});

function isCountable({ namespaced, preferred, verbs }: DiscoveredResource): boolean {
  return namespaced && preferred && ["create", "list", "watch", "delete"].every((verb) => verbs.includes(verb));
}

/** Whether all limits have been counted. */
function isComplete({ spec }: ResourceQuota, usages: readonly ResourceList[]): boolean {
  return Object.keys(spec?.hard ?? {}).every((name) => usages.some((usage) => Object.hasOwn(usage, name)));
}

function unlessGone(error: unknown): void {
  if (!isNotFound(error)) throw error;
}
