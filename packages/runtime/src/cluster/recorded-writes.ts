/** Records each write of a client with the version in its response, so that later reads wait for it. */
import { isApiError, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { ClientBackend } from "@kubewright/client";
import { isTransportError } from "@kubewright/transport";
import type { OwnWrites } from "./own-writes.ts";

type Write = "create" | "update" | "patch" | "delete" | "deleteAllOf";

interface RecordedCall {
  readonly type: ResourceType;
  readonly options: { readonly dryRun?: boolean; readonly subresource?: string; readonly namespace?: string };
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
  const recorded = async <R>(
    call: RecordedCall & { readonly key?: ObjectKey },
    send: () => Promise<R>,
    record: (result: R) => void,
  ): Promise<R> => {
    if (!isRecorded(call)) return await send();
    return await ownWrites.inFlight.during(call.type, call.key ?? { namespace: call.options.namespace }, async () => {
      const result = await send();
      record(result);
      return result;
    });
  };
  const written = async <T extends KubernetesObject>(
    call: RecordedCall & { readonly key: ObjectKey },
    send: () => Promise<Stored<T>>,
  ): Promise<Stored<T>> => await recorded(call, send, (result) => ownWrites.record(call.type, result));

  return {
    async create(call) {
      const { type, key } = call;
      try {
        return await written(call, () => next.create(call));
      } catch (error) {
        // A repeated create with a name is rejected. With a generated name it would make a second object, so reads must find the first one.
        if (key.name === "" && isRecorded(call) && mayHaveWritten(error)) ownWrites.recordUnknown(type, key.namespace);
        throw error;
      }
    },
    update: async (call) => await written(call, () => next.update(call)),
    patch: async (call) => await written(call, () => next.patch(call)),
    async delete(call) {
      const record = (): void => ownWrites.recordDelete(call.type, call.key, call.object);
      await recorded(call, () => next.delete(call), record);
    },
    async deleteAllOf(call) {
      const { type, options } = call;
      const record = (deleted: readonly Stored[] | undefined): void => {
        if (!deleted) ownWrites.recordUnknown(type, options.namespace);
        else for (const object of deleted) ownWrites.recordDelete(type, keyOf(object), object);
      };
      try {
        return await recorded(call, () => next.deleteAllOf(call), record);
      } catch (error) {
        if (isRecorded(call)) ownWrites.recordUnknown(type, options.namespace); // It may have deleted some objects.
        throw error;
      }
    },
  };
}

/** Whether the server may have executed a request that failed with `error`. */
function mayHaveWritten(error: unknown): boolean {
  if (isTransportError(error)) return error.mayHaveBeenProcessed;
  if (isApiError(error)) return (error.status.code ?? 500) >= 500;
  return !(error instanceof TypeError); // Errors of the call are thrown before it is sent. An abort or an unreadable response may come later.
}
