/** Limits the number of addresses of an Endpoints object. EndpointSlices have all of them. Pure functions. */
import type { Subset } from "./subsets.ts";

/** The limit of kube-controller-manager. */
const addressesMax = 1000;

export interface WithinCapacity {
  readonly subsets: readonly Subset[];
  readonly annotations: Readonly<Record<string, string>>;
}

/** Drops surplus addresses, those that are not ready first, from each subset in proportion. Sets the annotation for this. */
export function withinCapacity(subsets: readonly Subset[]): WithinCapacity {
  const ready = subsets.reduce((total, { addresses = [] }) => total + addresses.length, 0);
  const notReady = subsets.reduce((total, { notReadyAddresses = [] }) => total + notReadyAddresses.length, 0);
  if (ready + notReady <= addressesMax) return { subsets, annotations: {} };

  const cut = ready > addressesMax ? "addresses" : "notReadyAddresses";
  const room = ready > addressesMax ? addressesMax : addressesMax - ready;
  const total = ready > addressesMax ? ready : notReady;
  let left = room;
  const fitting = subsets.map(({ addresses, notReadyAddresses, ...rest }): Subset => {
    const present = (cut === "addresses" ? addresses : notReadyAddresses) ?? [];
    const kept = present.slice(0, Math.min(left, Math.ceil((present.length / total) * room)));
    left -= kept.length;
    const untouched = cut === "notReadyAddresses" && addresses ? { addresses } : {};
    return { ...untouched, ...(kept.length > 0 ? { [cut]: kept } : {}), ...rest };
  });
  return { subsets: fitting, annotations: { [overCapacityAnnotation]: "truncated" } };
}

export const overCapacityAnnotation = "endpoints.kubernetes.io/over-capacity";
