/** The writes of a client, each recorded with the version in its response, so that later reads wait for it. */
import { groupVersionKindOf, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import type { OwnWrites } from "./own-writes.ts";

type Write = "create" | "update" | "updateStatus" | "patch" | "patchKey" | "patchStatus" | "apply";
type Delete = "delete" | "deleteKey" | "deleteAll";

/** Dry runs, and writes of kinds that are not cached, are not recorded. */
export function recordWrites(
  direct: Client,
  ownWrites: OwnWrites,
  isCachedKind: (type: ResourceType) => boolean,
): Pick<Client, Write | Delete> {
  const record = (type: ResourceType, key: ObjectKey, { metadata }: Stored<KubernetesObject>): void => {
    const { uid, resourceVersion } = metadata;
    if (isCachedKind(type)) ownWrites.record(type, key, { uid, resourceVersion });
  };
  const recorded = async <T extends KubernetesObject>(
    sent: KubernetesObject,
    write: Promise<Stored<T>>,
    { dryRun }: { readonly dryRun?: boolean } = {},
  ): Promise<Stored<T>> => {
    const written = await write;
    const type = direct.mapper.known(groupVersionKindOf(sent)); // The response to a subresource may be of another kind.
    const isWrite = !dryRun && written !== sent; // `patchStatus` returns its argument if nothing differed.
    if (type && isWrite) record(type, keyOf(written), written);
    return written;
  };
  return {
    create: (object, options) => recorded(object, direct.create(object, options), options),
    update: (object, options) => recorded(object, direct.update(object, options), options),
    updateStatus: (object, options) => recorded(object, direct.updateStatus(object, options), options),
    patch: (object, patch, options) => recorded(object, direct.patch(object, patch, options), options),
    apply: (object, options) => recorded(object, direct.apply(object, options), options),
    patchStatus: (object, status, options) => recorded(object, direct.patchStatus(object, status, options), options),
    async patchKey(type, key, patch, options) {
      const written = await direct.patchKey(type, key, patch, options);
      if (!options?.dryRun) record(type, key, written);
      return written;
    },
    ...recordDeletes(direct, ownWrites, isCachedKind),
  };
}

function recordDeletes(
  direct: Client,
  ownWrites: OwnWrites,
  isCachedKind: (type: ResourceType) => boolean,
): Pick<Client, Delete> {
  return {
    async delete(object, options) {
      await direct.delete(object, options);
      const type = direct.mapper.known(groupVersionKindOf(object));
      const { uid, resourceVersion } = object.metadata;
      if (type && isCachedKind(type) && !options?.dryRun)
        ownWrites.record(type, keyOf(object), { uid, resourceVersion, deleted: true });
    },
    async deleteKey(type, key, options) {
      await direct.deleteKey(type, key, options);
      if (isCachedKind(type) && !options?.dryRun) ownWrites.recordDelete(type, key);
    },
    async deleteAll(type, options) {
      await direct.deleteAll(type, options);
      if (isCachedKind(type) && !options?.dryRun) ownWrites.recordDeleteAll(type, options?.namespace);
    },
  };
}
