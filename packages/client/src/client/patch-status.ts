/** `patchStatus` of an object that the caller holds. */
import { keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, Stored } from "@kubewright/apimachinery";
import type { StatusChange, StatusOptions } from "./call-options.ts";
import type { Client } from "./client.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import { resourceOf } from "./resource-of.ts";
import { isStatusOutdated, statusPatch, withStatus } from "./status-patch.ts";

/** See `Client.patchStatus`. */
export async function patchStatusOf<T extends KubernetesObject>(
  client: Client,
  object: Stored<T>,
  status: StatusChange<T>,
  { optimisticLock = false, ...write }: StatusOptions,
): Promise<Stored<T>> {
  if (statusPatch(object, status) === undefined) return object;
  const type = await resourceOf(client.mapper, object, "patch the status of", write);
  const isOutdated = (fresh: Stored<T>): boolean =>
    optimisticLock || fresh.metadata.uid !== object.metadata.uid || isStatusOutdated(object, fresh, status);
  const result = await guaranteedUpdate<T>(
    client,
    type,
    keyOf(object),
    (current, lost) => {
      if (lost && (!current || isOutdated(current))) throw lost;
      return withStatus(current ?? object, status);
    },
    { ...write, current: object, subresource: "status" },
  );
  return result.object ?? object;
}
