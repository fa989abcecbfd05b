/**
 * IPAddress objects: one for each address that a Service has, so that everybody can see who has it.
 * https://kubernetes.io/docs/reference/networking/virtual-ips/#ip-address-objects
 */
import type { Service } from "@kubewright/api/core/v1";
import type { ReadonlyObject } from "../../registry/api-object.ts";
import type { ServerContext } from "../../registry/server-context.ts";
import type { CommittedChange } from "../../registry/strategy.ts";
import { viewOf } from "../typed.ts";
import { parseAddress } from "./address-range.ts";

const addresses = { group: "networking.k8s.io", resource: "ipaddresses" } as const;

/** Brings the objects to what a changed Service has. */
export function followAddresses(change: CommittedChange, { read, write }: ServerContext): void {
  const before = change.type === "created" ? [] : addressesOf(change.old);
  const after = change.type === "deleted" ? [] : addressesOf(change.object);
  for (const name of before) if (!after.includes(name)) write.remove(addresses, { name });
  if (change.type === "deleted") return;
  const { name: service = "", namespace = "" } = change.object.metadata;
  for (const name of after) {
    if (before.includes(name) || read.has(addresses, { name })) continue;
    const address = {
      apiVersion: "networking.k8s.io/v1",
      kind: "IPAddress",
      metadata: {
        name,
        labels: {
          "ipaddress.kubernetes.io/ip-family": "IPv4",
          "ipaddress.kubernetes.io/managed-by": "ipallocator.k8s.io",
        },
      },
      spec: { parentRef: { resource: "services", namespace, name: service } },
    };
    write.create(addresses, address, { ownedThrough: "" });
  }
}

function addressesOf(service: ReadonlyObject): readonly string[] {
  return (viewOf<Service>(service).spec?.clusterIPs ?? []).filter((text) => parseAddress(text) !== undefined);
}
