/** Records each write of a client with the version in its response, so that later reads wait for it. */
import { keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ClientBackend } from "@kubewright/client";
import type { OwnWrites } from "./own-writes.ts";

type Write = "create" | "update" | "patch" | "delete" | "deleteAllOf";

interface RecordedCall {
  readonly type: ResourceType;
  readonly options: { readonly dryRun?: boolean; readonly subresource?: string };
}

/**
 * The writes of `next`, which are recorded. Dry runs, writes of kinds that are not cached, and writes of subresources other than the status are not
 * recorded.
 */
export function recordWrites(
  next: ClientBackend,
  ownWrites: OwnWrites,
  isCachedKind: (type: ResourceType) => boolean,
): Pick<ClientBackend, Write> {
  const isRecorded = ({ type, options: { dryRun, subresource } }: RecordedCall): boolean =>
    dryRun !== true && isCachedKind(type) && (subresource === undefined || subresource === "status");
  const record = <T extends KubernetesObject>(call: RecordedCall, written: Stored<T>): Stored<T> => {
    const { uid, resourceVersion } = written.metadata;
    if (isRecorded(call)) ownWrites.record(call.type, keyOf(written), { uid, resourceVersion });
    return written;
  };
  return {
    create: async (call) => record(call, await next.create(call)),
    update: async (call) => record(call, await next.update(call)),
    patch: async (call) => record(call, await next.patch(call)),
    async delete(call) {
      await next.delete(call);
      if (!isRecorded(call)) return;
      const { type, key, object } = call;
      if (!object) return ownWrites.recordDelete(type, key);
      const { uid, resourceVersion } = object.metadata;
      ownWrites.record(type, key, { uid, resourceVersion, deleted: true });
    },
    async deleteAllOf(call) {
      await next.deleteAllOf(call);
      if (isRecorded(call)) ownWrites.recordDeleteAll(call.type, call.options.namespace);
    },
  };
}
