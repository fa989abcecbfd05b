/**
 * Makes, finds and deletes workspaces. It knows nothing of gRPC, which only carries its questions and answers.
 *
 * To make one is to create its Pod and to wait until the reconciler has seen it run. The waiter is registered before the Pod is created, so
 * the wait misses nothing, and it ends with the call: when the Pod runs, when it never will, and when the caller has gone.
 *
 * A call that is cut off after the Pod was created, by a lost connection or a restart, leaves the Pod. It carries a hash of the call, so
 * the same call made again by the same caller finds its own Pod and waits for that one; any other call hears that the name is taken.
 */
import { Pod } from "@kubewright/api/core/v1";
import { formatKey, isAlreadyExists } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { Client } from "@kubewright/client";
import type { PodInfo__Output as PodInfo } from "./pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "./pb/zz_generated/pb/PodSpaceInfo.ts";
import type { PodStatus__Output as PodStatus } from "./pb/zz_generated/pb/PodStatus.ts";
import type { QueryOption__Output as QueryOption } from "./pb/zz_generated/pb/QueryOption.ts";
import type { Response__Output as Response } from "./pb/zz_generated/pb/Response.ts";
import { SpaceError } from "./space-error.ts";
import { isMadeBySameCall, isSpace, podFor, spaceInfoOf, spaceState } from "./space-pod.ts";
import { checkImage, spaceKey } from "./space-policy.ts";
import type { SpacePolicy } from "./space-policy.ts";
import type { SeenPod, StatusInformer, StatusWaiter } from "./status-informer.ts";

/** A call ends when its signal is aborted, and rejects with the reason. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** Who calls, as far as is known: the same call of another caller is another call. */
  readonly caller: string;
}

/** Rejects with a `SpaceError` where the caller is to act, and with the client's errors where the API server is. */
export interface SpaceService {
  /** Creates the Pod, or finds the one that the same call created before, and resolves once it runs. */
  createSpaceAndWaitForRunning(info: PodInfo, context: CallContext): Promise<PodSpaceInfo>;
  /** Resolves once the deletion has begun. */
  deleteSpace(query: QueryOption, context: CallContext): Promise<Response>;
  /** `{0, "NotExist"}` when there is no such workspace, else `{1, phase}`. */
  getPodSpaceStatus(query: QueryOption, context: CallContext): Promise<PodStatus>;
  getPodSpaceInfo(query: QueryOption, context: CallContext): Promise<PodSpaceInfo>;
}

export interface SpaceServiceOptions {
  readonly client: Client;
  /** Reads at the server, where a cache may be behind. */
  readonly apiReader: Client;
  readonly statuses: StatusInformer;
  readonly policy: SpacePolicy;
}

export function createSpaceService(options: SpaceServiceOptions): SpaceService {
  const { client, apiReader, statuses, policy } = options;

  return {
    async createSpaceAndWaitForRunning(info, { signal, caller }) {
      const key = spaceKey(policy, info);
      checkImage(policy, info.image);
      const wanted = podFor(key, info, caller);

      using waiter = statuses.add(key);
      const pod = await createOrFind(key, wanted, signal);
      return spaceInfoOf(await untilRunning(pod, waiter, signal));
    },

    async deleteSpace(query, { signal }) {
      const key = spaceKey(policy, query);
      const pod = await apiReader.get(Pod, key, { signal });
      if (!pod || !isSpace(pod)) throw notFound(key);
      await client.delete(pod, { signal });
      return { status: 200, message: "success" };
    },

    async getPodSpaceStatus(query, { signal }) {
      const pod = await client.get(Pod, spaceKey(policy, query), { signal });
      if (!pod || !isSpace(pod)) return { status: 0, message: "NotExist" };
      return { status: 1, message: pod.status?.phase ?? "Unknown" };
    },

    async getPodSpaceInfo(query, { signal }) {
      const key = spaceKey(policy, query);
      const pod = await client.get(Pod, key, { signal });
      if (!pod || !isSpace(pod)) throw notFound(key);
      return spaceInfoOf(pod);
    },
  };

  async function createOrFind(key: ObjectKey, wanted: Pod, signal: AbortSignal): Promise<Stored<Pod>> {
    try {
      return await client.create(Pod, wanted, { signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const found = await apiReader.get(Pod, key, { signal });
      if (found && isMadeBySameCall(found, wanted) && spaceState(found) !== "deleted") return found;
      const why = found && spaceState(found) === "deleted" ? "it is being deleted" : "another call made it";
      throw new SpaceError("AlreadyExists", `Cannot create workspace "${formatKey(key)}": ${why}`, { cause: error });
    }
  }

  async function untilRunning(created: Stored<Pod>, waiter: StatusWaiter, signal: AbortSignal): Promise<Stored<Pod>> {
    const { uid, namespace, name } = created.metadata;
    const key: ObjectKey = { name, ...(namespace === undefined ? {} : { namespace }) };
    let pod: SeenPod = created;
    for (;;) {
      // Either our Pod is gone, or what was seen is older than it: an earlier one of this name. The server knows.
      if (pod?.metadata.uid !== uid) pod = await apiReader.get(Pod, key, { signal });
      const state = pod?.metadata.uid === uid ? spaceState(pod) : "deleted";
      if (pod && state === "running") return pod;
      if (state !== "starting") throw neverRuns(key, state, pod);
      pod = await waiter.next({ signal });
    }
  }
}

function notFound(key: ObjectKey): SpaceError {
  return new SpaceError("NotFound", `Cannot find workspace "${formatKey(key)}": there is none of this name`);
}

function neverRuns(key: ObjectKey, state: "running" | "ended" | "deleted", pod: SeenPod): SpaceError {
  const action = `Cannot wait for workspace "${formatKey(key)}" to run`;
  if (state === "deleted") return new SpaceError("Aborted", `${action}: it was deleted`);
  const { phase = "ended", reason, message } = pod?.status ?? {};
  const why = [phase, reason, message].filter((part) => part !== undefined && part !== "").join(": ");
  return new SpaceError("FailedPrecondition", `${action}: its Pod has ended (${why}): delete it and create it again`);
}
