/**
 * Creates, reads and deletes workspaces. It does not depend on gRPC.
 *
 * A call creates the Pod and waits until the reconciler reports that it runs. The waiter is registered before the Pod is created, so that no
 * state is missed. The wait ends when the Pod runs, when it can no longer run, or when the call is cancelled.
 *
 * A call that is interrupted after the creation, by a lost connection or a restart, leaves the Pod, which has a hash of the call. The same call
 * of the same caller then waits for this Pod; any other call fails because the name is taken. The Pod is created with `create` and not with an
 * apply, which would change the Pod of another call instead of failing.
 */
import { Pod } from "@kubewright/api/core/v1";
import { formatKey, isAlreadyExists } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import type { ApiReader, Client } from "@kubewright/client";
import type { PodInfo__Output as PodInfo } from "./pb/zz_generated/pb/PodInfo.ts";
import type { PodSpaceInfo__Output as PodSpaceInfo } from "./pb/zz_generated/pb/PodSpaceInfo.ts";
import type { PodStatus__Output as PodStatus } from "./pb/zz_generated/pb/PodStatus.ts";
import type { QueryOption__Output as QueryOption } from "./pb/zz_generated/pb/QueryOption.ts";
import type { Response__Output as Response } from "./pb/zz_generated/pb/Response.ts";
import { SpaceError } from "./space-error.ts";
import { isOfSameCall, isSpace, podFor, spaceInfoOf, spaceState } from "./space-pod.ts";
import { checkImage, spaceKey } from "./space-policy.ts";
import type { SpacePolicy } from "./space-policy.ts";
import type { SeenPod, StatusInformer, StatusWaiter } from "./status-informer.ts";

/** A call ends when its signal is aborted, and rejects with the reason. */
export interface CallContext {
  readonly signal: AbortSignal;
  /** The authenticated caller. Requests of different callers are different calls. */
  readonly caller: string;
}

/** Rejects with a `SpaceError` for errors that the caller can correct, and otherwise with an error of the client. */
export interface SpaceService {
  /** Creates the Pod, or finds the Pod that the same call created before, and resolves once it runs. */
  createSpaceAndWaitForRunning(info: PodInfo, context: CallContext): Promise<PodSpaceInfo>;
  /** Resolves once the API server has accepted the deletion. */
  deleteSpace(query: QueryOption, context: CallContext): Promise<Response>;
  /** `{0, "NotExist"}` if the workspace does not exist, otherwise `{1, phase}`. */
  getPodSpaceStatus(query: QueryOption, context: CallContext): Promise<PodStatus>;
  getPodSpaceInfo(query: QueryOption, context: CallContext): Promise<PodSpaceInfo>;
}

export interface SpaceServiceOptions {
  readonly client: Client;
  /** Reads from the API server, because the cache may be older. */
  readonly apiReader: ApiReader;
  readonly statuses: StatusInformer;
  readonly policy: SpacePolicy;
}

export function createSpaceService(options: SpaceServiceOptions): SpaceService {
  const { client, apiReader, statuses, policy } = options;

  return {
    async createSpaceAndWaitForRunning(info, { signal, caller }) {
      const key = spaceKey(policy, info);
      checkImage(policy, info.image);
      const desired = podFor(key, info, caller);

      using waiter = statuses.add(key);
      const pod = await ensurePod(options, key, desired, signal);
      return spaceInfoOf(await waitForRunning(options, pod, waiter, signal));
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
}

async function ensurePod(
  { client, apiReader }: SpaceServiceOptions,
  key: ObjectKey,
  desired: Pod,
  signal: AbortSignal,
): Promise<Stored<Pod>> {
  try {
    return await client.create(Pod, desired, { signal });
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    const found = await apiReader.get(Pod, key, { signal });
    if (found && isOfSameCall(found, desired) && spaceState(found) !== "deleted") return found;
    const why = found && spaceState(found) === "deleted" ? "it is being deleted" : "another call created it";
    throw new SpaceError("AlreadyExists", `Cannot create workspace "${formatKey(key)}": ${why}`, { cause: error });
  }
}

async function waitForRunning(
  { apiReader }: SpaceServiceOptions,
  created: Stored<Pod>,
  waiter: StatusWaiter,
  signal: AbortSignal,
): Promise<Stored<Pod>> {
  const { uid, namespace, name } = created.metadata;
  const key: ObjectKey = { name, ...(namespace === undefined ? {} : { namespace }) };
  let pod: SeenPod = created;
  for (;;) {
    // The Pod was deleted, or the cache still has an earlier Pod of this name.
    if (pod?.metadata.uid !== uid) pod = await apiReader.get(Pod, key, { signal });
    const state = pod?.metadata.uid === uid ? spaceState(pod) : "deleted";
    if (pod && state === "running") return pod;
    if (state !== "starting") throw notRunningError(key, state, pod);
    pod = await waiter.next({ signal });
  }
}

function notFound(key: ObjectKey): SpaceError {
  return new SpaceError("NotFound", `Cannot find workspace "${formatKey(key)}": it does not exist`);
}

function notRunningError(key: ObjectKey, state: "running" | "ended" | "deleted", pod: SeenPod): SpaceError {
  const action = `Cannot wait for workspace "${formatKey(key)}" to run`;
  if (state === "deleted") return new SpaceError("Aborted", `${action}: it was deleted`);
  const { phase = "ended", reason, message } = pod?.status ?? {};
  const why = [phase, reason, message].filter((part) => part !== undefined && part !== "").join(": ");
  return new SpaceError("FailedPrecondition", `${action}: its Pod has ended (${why}): delete it and create it again`);
}
