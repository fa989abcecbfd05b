/**
 * The read-modify-write loop: read, compute the change, send the difference, and repeat all three after a short pause if another writer was
 * faster.
 *
 *     current ──change──► wanted ──difference──► merge patch + resourceVersion ──► API server
 *        ▲                                │ none: nothing is sent              │ Conflict, AlreadyExists
 *        └───────────────────── read from the server ◄──── pause ◄─────────────┘
 *
 * The first read may come from a cache: the server rejects a write that was computed from an old object by its resourceVersion.
 * Reads after a rejection go to the server, because the cache may still contain the old object.
 */
import {
  ApiError,
  formatKey,
  isAlreadyExists,
  isApplyConflict,
  isConflict,
  isInvalid,
  isNotFound,
} from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectBody, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { CreateOrUpdateOptions, WriteOptions } from "./call-options.ts";
import type { Client } from "./client.ts";
import { sendDifference, withKey } from "./send-difference.ts";

/**
 * The maximum number of attempts. After that the server's last error is thrown. Twenty writers of one object on a kube-apiserver need up to
 * 8 attempts; with the 5 of client-go's `retry.DefaultRetry`, a third of them fail.
 */
export const updateAttemptsMax = 10;

/**
 * Returns the complete desired object, whose kind and key may be left out, or undefined to leave the object unchanged. Called once per attempt.
 * Must not change its argument. `lost` is the error of the previous attempt.
 */
export type ObjectChange<T extends KubernetesObject> = (
  current: Stored<T> | undefined,
  lost: ApiError | undefined,
) => ObjectBody<T> | undefined;

export interface GuaranteedUpdateOptions<T extends KubernetesObject> extends CreateOrUpdateOptions {
  /** The object that the caller has read, which may be out of date. Absent: `client.get` reads it, from the client's cache if it has one. */
  readonly current?: Stored<T>;
  /** Writes only the status. */
  readonly subresource?: "status";
}

/** What was done, and the object afterwards. */
export type GuaranteedUpdateResult<T extends KubernetesObject> =
  | { readonly operation: "created" | "updated" | "unchanged"; readonly object: Stored<T> }
  /** The object does not exist, and the change does not create it. */
  | { readonly operation: "absent"; readonly object?: undefined };

/** The methods of a client that a guaranteed update uses. */
export type UpdatingClient = Pick<Client, "get" | "create" | "update" | "updateStatus" | "patch" | "waitBeforeRetry">;

/**
 * Writes the result of `change` for one object.
 *
 * An object that does not exist is created. Otherwise the difference is sent as a merge patch with the resourceVersion that was read, so that no
 * concurrent write is lost. Nothing is sent if nothing differs. Fields that only the server sets (such as `metadata.uid` and `managedFields`) are
 * ignored, and a status that `change` leaves out is kept. An object with a null, which a merge patch cannot set, is sent as a PUT.
 *
 * @throws {ApiError} the error response of the server; `Conflict` or `AlreadyExists` only after 10 attempts, with pauses between them
 * (`Client.waitBeforeRetry`).
 * @throws {TypeError} if `change` returns an object with another name.
 */
export async function guaranteedUpdate<T extends KubernetesObject>(
  client: UpdatingClient,
  type: ResourceType<T>,
  key: ObjectKey,
  change: ObjectChange<T>,
  options: GuaranteedUpdateOptions<T> = {},
): Promise<GuaranteedUpdateResult<T>> {
  const { current: given, beforeCreate, subresource, ...write } = options;
  const read = write.signal ? { signal: write.signal } : {};
  let current = given ?? (await client.get(type, key, read));
  let lost: ApiError | undefined;

  for (let attempt = 1; ; attempt += 1) {
    const changed = change(current, lost);
    if (!changed) return current ? { operation: "unchanged", object: current } : { operation: "absent" };
    const wanted = withKey(type, key, changed);
    try {
      if (current)
        return await sendDifference(client, type, { key, current, wanted, subresource, write, lock: "version" });
      await beforeCreate?.();
      return { operation: "created", object: await client.create(type, wanted, write) };
    } catch (error) {
      if (!isLostRace(error, current)) throw error;
      if (attempt >= updateAttemptsMax) throw lostAllRaces(type, key, error);
      lost = error;
      current = isNotFound(error) ? undefined : await readAgain(client, type, key, attempt, read);
    }
  }
}

/** Reads the object from the server after a random pause. */
export async function readAgain<T extends KubernetesObject>(
  client: UpdatingClient,
  type: ResourceType<T>,
  key: ObjectKey,
  lostRaces: number,
  read: Pick<WriteOptions, "signal">,
): Promise<Stored<T> | undefined> {
  await client.waitBeforeRetry(lostRaces, read);
  return client.get(type, key, { ...read, consistency: "latest" });
}

/** Whether another writer was faster, so that the change must be computed again from the current object. */
export function isLostRace(error: unknown, current: KubernetesObject | undefined): error is ApiError {
  if (!current) return isAlreadyExists(error);
  return (isConflict(error) && !isApplyConflict(error)) || isNotFound(error) || isOtherUid(error);
}

/** Whether the uid in a patch belongs to another object: uids are immutable, so the server rejects the patch as invalid. */
function isOtherUid(error: unknown): boolean {
  return isInvalid(error) && (error.status.details?.causes ?? []).some(({ field }) => field === "metadata.uid");
}

/** The last error of the server, with the number of attempts in its message. */
export function lostAllRaces(type: ResourceType, key: ObjectKey, cause: ApiError): ApiError {
  const action = `update ${type.kind} "${formatKey(key)}": other writers were faster in all of ${updateAttemptsMax} attempts`;
  return new ApiError(action, cause.status, { cause });
}
