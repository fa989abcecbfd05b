// Repairs the IPAddresses of a store whose last server ended in the middle of a write. An IPAddress is written before its Service and deleted after it,
// so either may be missing. kube-apiserver repairs the same in a loop, and keeps IPAddresses younger than a minute, because a write of their
// Services may not have ended yet; when a server starts, nothing is in flight. Node ports need no repair: they are in Services only.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/registry/core/service/ipallocator/controller/repairip.go
import type { IPAddress } from "@kubewright/api/networking.k8s.io/v1";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { ServerContext } from "../../contracts/server-context.ts";
import { viewOf } from "../typed.ts";
import { addressFields, addressLabels, addressNamesOf, addressObject, addressResource } from "./address-objects.ts";
import { parseAddress } from "./address-range.ts";
import { isServiceAddress } from "./service-ranges.ts";
import type { AddressRange } from "./address-range.ts";

const services = { group: "", resource: "services" } as const;
const managedBy = "ipaddress.kubernetes.io/managed-by";

/**
 * Repairs IPAddresses. Creates those that Services of the ranges lack, and rewrites those with wrong labels or without a Service of that address.
 * Deletes those of the allocator that no Service has.
 */
export function repairAddresses(context: ServerContext, range: AddressRange): void {
  for (const service of context.read.list(services)) {
    for (const name of addressNamesOf(service)) {
      const address = parseAddress(name);
      if (address !== undefined && isServiceAddress(context, range, address)) repairAddressOf(service, name, context);
    }
  }
  for (const address of context.read.list(addressResource)) {
    const isAllocated = address.metadata.labels?.[managedBy] === addressLabels[managedBy];
    if (isAllocated && parentOf(address, context) === undefined) deleteAddressObject(address, context);
  }
}

/** If two Services have the address, the IPAddress remains that of the Service that it names. */
function repairAddressOf(service: ReadonlyObject, name: string, context: ServerContext): void {
  const { read, write } = context;
  const address = read.get(addressResource, { name });
  if (address !== undefined) {
    if (hasLabels(address) && parentOf(address, context) !== undefined) return;
    deleteAddressObject(address, context);
    if (read.has(addressResource, { name })) return; // Its finalizers keep it.
  }
  write.create(addressResource, addressObject(name, service), { fieldsV1: addressFields });
}

function deleteAddressObject({ metadata: { name = "" } }: ReadonlyObject, { write }: ServerContext): void {
  write.delete(addressResource, { name });
}

function hasLabels({ metadata: { labels } }: ReadonlyObject): boolean {
  return Object.entries(addressLabels).every(([key, value]) => labels?.[key] === value);
}

/** The Service that an IPAddress names, if it has the address. */
function parentOf(address: ReadonlyObject, { read }: ServerContext): ReadonlyObject | undefined {
  const { group = "", resource, namespace = "", name = "" } = viewOf<IPAddress>(address).spec?.parentRef ?? {};
  if (group !== "" || resource !== "services") return undefined;
  const service = read.get(services, { namespace, name });
  return service !== undefined && addressNamesOf(service).includes(address.metadata.name ?? "") ? service : undefined;
}
