/**
 * Keeps the address ranges of Services that are in use: a ServiceCIDR gets a finalizer and the condition `Ready`. A deleted one remains until no
 * Service has an address that is in no other range.
 * https://kubernetes.io/docs/reference/networking/virtual-ips/#service-cidr-objects
 */
import { IPAddress, ServiceCIDR } from "@kubewright/api/networking.k8s.io/v1";
import { addFinalizer, hasFinalizer, isTerminating, removeFinalizer, setCondition } from "@kubewright/apimachinery";
import type { ConditionUpdate, Stored } from "@kubewright/apimachinery";
import { controllerManagedBy, enqueueRequestsFromMapFunc } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import { containsPrefix, containsServiceAddress, parsePrefix } from "./prefix.ts";
import type { Prefix } from "./prefix.ts";

export const serviceCidrControllerName = "service-cidr-controller";

const finalizer = "networking.k8s.io/service-cidr-finalizer";
const managedBy = "ipaddress.kubernetes.io/managed-by";
const allocator = "ipallocator.k8s.io";

const ready: ConditionUpdate = {
  type: "Ready",
  status: "True",
  reason: "",
  message: "Kubernetes Service CIDR is ready",
};
const inUse: ConditionUpdate = {
  type: "Ready",
  status: "False",
  reason: "Terminating",
  message: "There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR",
};

export function addServiceCidrController(manager: Manager): void {
  const { client, clock } = manager;
  // A change of any range or address may permit a deletion. There are few ranges, so all of them are reconciled.
  const names = new Set<string>();
  const enqueueAll = enqueueRequestsFromMapFunc<IPAddress | ServiceCIDR>(() => [...names].map((name) => ({ name })));

  async function setReady(cidr: Stored<ServiceCIDR>, condition: ConditionUpdate, signal: AbortSignal): Promise<void> {
    const conditions = setCondition(cidr.status?.conditions, condition, clock.wallTime());
    await client.patchStatus(cidr, { conditions }, { signal });
  }

  controllerManagedBy(manager)
    .for(ServiceCIDR)
    .watches(ServiceCIDR, enqueueAll)
    .watches(IPAddress, enqueueAll)
    .named(serviceCidrControllerName)
    .complete(async ({ key: { name }, signal }) => {
      const cidr = await client.get(ServiceCIDR, { name }, { signal });
      if (cidr === undefined) {
        names.delete(name);
        return;
      }
      names.add(name);
      if (!isTerminating(cidr)) {
        const kept = hasFinalizer(cidr, finalizer)
          ? cidr
          : await client.update(ServiceCIDR, addFinalizer(cidr, finalizer), { signal });
        await setReady(kept, ready, signal);
        return;
      }
      if (!hasFinalizer(cidr, finalizer)) return;
      const all = await Array.fromAsync(client.list(ServiceCIDR, { signal }));
      const addresses = await Array.fromAsync(client.list(IPAddress, { signal }));
      if (isNeeded(cidr, all, addresses)) await setReady(cidr, inUse, signal);
      // The server allocates no address from a terminating range, so no Service gets one after this decision.
      else await client.update(ServiceCIDR, removeFinalizer(cidr, finalizer), { signal });
    });
}

/** Whether a Service has an address of this range that is in no other range. */
export function isNeeded(
  cidr: Stored<ServiceCIDR>,
  all: readonly Stored<ServiceCIDR>[],
  addresses: readonly Stored<IPAddress>[],
): boolean {
  const others = all.filter(({ metadata }) => metadata.name !== cidr.metadata.name).flatMap(prefixesOf);
  const own = prefixesOf(cidr);
  if (own.every((prefix) => others.some((other) => containsPrefix(other, prefix)))) return false;
  return addresses.some(({ metadata: { name, labels } }) => {
    if (labels?.[managedBy] !== allocator) return false;
    const isIn = (prefix: Prefix): boolean => containsServiceAddress(prefix, name);
    return own.some(isIn) && !others.some(isIn);
  });
}

function prefixesOf({ spec }: ServiceCIDR): readonly Prefix[] {
  return (spec?.cidrs ?? []).map(parsePrefix).filter((prefix) => prefix !== undefined);
}
