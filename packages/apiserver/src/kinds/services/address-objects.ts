/**
 * IPAddress objects: one for each address that a Service has, so that everybody can see who has it. The server writes them as a client of
 * its own: admission reviews them. https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects
 */
import { isNotFound } from "@kubewright/apimachinery";
import type { Service } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange } from "../../registry/strategy.ts";
import { viewOf } from "../typed.ts";
import { parseAddress } from "./address-range.ts";

const addresses = { group: "networking.k8s.io", resource: "ipaddresses" } as const;

/** Says whose an address is. Rejects with the `ApiError` of whoever refuses that, and when somebody has it. */
export function claimAddress(name: string, service: ReadonlyObject, { write }: ServerContext): Promise<void> {
  return write.createReviewed(addresses, addressObject(name, service));
}

/** Resolves with whether the address is nobody's any more: it stays taken when somebody refuses its end. */
export async function freeAddress(name: string, { write }: ServerContext): Promise<boolean> {
  try {
    await write.deleteReviewed(addresses, { name });
    return true;
  } catch (error) {
    // The Service is gone all the same, so that there is nobody to be told.
    return isNotFound(error);
  }
}

/** Makes the objects of a Service that was written past admission, as the server's own is. */
export function addMissingAddresses(change: CommittedChange, { read, write }: ServerContext): void {
  if (change.type !== "created") return;
  for (const name of addressesOf(change.object)) {
    if (read.has(addresses, { name })) continue;
    write.create(addresses, addressObject(name, change.object), { ownedThrough: "" });
  }
}

/** The addresses that a Service had and has no more. */
export function freedAddresses(change: CommittedChange): readonly string[] {
  if (change.type === "created") return [];
  const kept = change.type === "deleted" ? [] : addressesOf(change.object);
  return addressesOf(change.old).filter((name) => !kept.includes(name));
}

function addressesOf(service: ReadonlyObject): readonly string[] {
  return (viewOf<Service>(service).spec?.clusterIPs ?? []).filter((text) => parseAddress(text) !== undefined);
}

function addressObject(name: string, { metadata }: ReadonlyObject): ApiObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "IPAddress",
    metadata: {
      name,
      labels: {
        "ipaddress.kubernetes.io/ip-family": "IPv4",
        "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
      },
    },
    spec: { parentRef: { resource: "services", namespace: metadata.namespace ?? "", name: metadata.name ?? "" } },
  };
}
