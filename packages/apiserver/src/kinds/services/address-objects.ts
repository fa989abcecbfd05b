/**
 * IPAddress objects: one for each address that a Service has. When a client writes a Service, the server writes its IPAddresses as a client, so that
 * admission reviews them. https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects
 */
import type { Service } from "@kubewright/api/core/v1";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { FieldsV1, ServerContext } from "../../contracts/server-context.ts";
import type { CommittedChange } from "../../contracts/strategy.ts";
import { viewOf } from "../typed.ts";
import { parseAddress } from "./address-range.ts";

export const addressResource = { group: "networking.k8s.io", resource: "ipaddresses" } as const;

/** The labels of the IPAddress of a Service. */
export const addressLabels = {
  "ipaddress.kubernetes.io/ip-family": "IPv4",
  "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
} as const;

/** Creates the IPAddress of a Service. Rejects with the `ApiError` of admission, and with AlreadyExists. */
export function claimAddress(name: string, service: ReadonlyObject, { write }: ServerContext): Promise<void> {
  return write.createReviewed(addressResource, addressObject(name, service));
}

/** Deletes an IPAddress that no Service has. If the deletion fails, the IPAddress remains until the next start repairs it. */
export async function deleteAddress(name: string, { write }: ServerContext): Promise<void> {
  try {
    await write.deleteReviewed(addressResource, { name });
  } catch {
    // The write of the Service has succeeded, so the error cannot be returned to a client.
  }
}

/** Creates the IPAddresses of a Service that the server itself has written, without admission. */
export function addMissingAddresses(change: CommittedChange, { read, write }: ServerContext): void {
  if (change.type !== "created") return;
  for (const name of addressNamesOf(change.object)) {
    if (read.has(addressResource, { name })) continue;
    write.create(addressResource, addressObject(name, change.object), { fieldsV1: addressFields });
  }
}

/** The fields of an IPAddress that the server manages. */
export const addressFields: FieldsV1 = {
  "f:metadata": {
    "f:labels": { ".": {}, "f:ipaddress.kubernetes.io/ip-family": {}, "f:ipaddress.kubernetes.io/managed-by": {} },
  },
  "f:spec": { "f:parentRef": { ".": {}, "f:name": {}, "f:namespace": {}, "f:resource": {} } },
};

/** The addresses of a Service. */
export function addressNamesOf(service: ReadonlyObject): readonly string[] {
  return (viewOf<Service>(service).spec?.clusterIPs ?? []).filter((text) => parseAddress(text) !== undefined);
}

/** The IPAddress of a Service. */
export function addressObject(name: string, { metadata }: ReadonlyObject): ApiObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "IPAddress",
    metadata: { name, labels: { ...addressLabels } },
    spec: { parentRef: { resource: "services", namespace: metadata.namespace ?? "", name: metadata.name ?? "" } },
  };
}
