/**
 * `createOrPatch` of controller-runtime: creates the object, or patches the object and then its status, each only if it differs.
 *
 *     current ──desired──► wanted ──► create, or patch of the object {uid} ──► patch of the status {resourceVersion}
 *        ▲                                     │ AlreadyExists, NotFound, another uid        │ Conflict
 *        └────────────── read from the server ◄┴─────────────────────────────────────────────┘
 */
import { ApiError, formatKey, isDeepEqual, isNotFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ObjectBody, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { CreateOrPatchOptions, CreateOrPatchResult } from "./call-options.ts";
import { isLostRace, lostAllRaces, readAgain, updateAttemptsMax } from "./guaranteed-update.ts";
import type { UpdatingClient } from "./guaranteed-update.ts";
import { sendDifference, withKey } from "./send-difference.ts";
import type { Difference } from "./send-difference.ts";

/** See `Client.createOrPatch`. */
export async function createOrPatch<T extends KubernetesObject>(
  client: UpdatingClient,
  type: ResourceType<T>,
  key: ObjectKey,
  desired: (current: Stored<T> | undefined) => ObjectBody<T>,
  options: CreateOrPatchOptions,
): Promise<CreateOrPatchResult<T>> {
  const read = options.signal ? { signal: options.signal } : {};
  const writer = new ObjectWriter(client, type, key, options);
  let current = await client.get(type, key, read);
  for (let attempt = 1; ; attempt += 1) {
    const wanted = withKey(type, key, desired(current));
    try {
      return await writer.write(current, wanted);
    } catch (error) {
      if (!isLostRace(error, writer.latest)) throw error;
      if (attempt >= updateAttemptsMax) throw lostAllRaces(type, key, error);
      current = await readAgain(client, type, key, attempt, read);
    }
  }
}

/** Writes one object and its status, and records what earlier attempts have written. */
class ObjectWriter<T extends KubernetesObject> {
  readonly #client: UpdatingClient;
  readonly #type: ResourceType<T>;
  readonly #target: Pick<Difference<T>, "key" | "write">;
  readonly #options: Pick<CreateOrPatchOptions, "beforeCreate" | "optimisticLock">;
  #written: "created" | "updated" | undefined;
  /** The object as it was last read or written; undefined if it does not exist. */
  latest: Stored<T> | undefined;

  constructor(client: UpdatingClient, type: ResourceType<T>, key: ObjectKey, options: CreateOrPatchOptions) {
    const { beforeCreate: _before, optimisticLock: _lock, ...write } = options;
    this.#client = client;
    this.#type = type;
    this.#target = { key, write };
    this.#options = options;
  }

  async write(current: Stored<T> | undefined, wanted: ObjectBody<T>): Promise<CreateOrPatchResult<T>> {
    this.latest = current;
    const object = current ? await this.#patch(current, wanted) : await this.#create(wanted);
    this.latest = object;
    if (!("status" in wanted)) return { operation: this.#written ?? "unchanged", object };
    // The desired status was computed from the status that was read.
    if (current && !isDeepEqual(statusOf(object), statusOf(current))) throw this.#statusHasChanged();

    const status = await this.#patchStatus(object, wanted);
    if (status.operation === "unchanged") return { operation: this.#written ?? "unchanged", object };
    const operation = { created: "created", updated: "updatedStatus", none: "updatedStatusOnly" } as const;
    return { operation: operation[this.#written ?? "none"], object: status.object };
  }

  async #create(wanted: ObjectBody<T>): Promise<Stored<T>> {
    await this.#options.beforeCreate?.();
    const object = await this.#client.create(this.#type, wanted, this.#target.write);
    this.#written = "created";
    return object;
  }

  async #patch(current: Stored<T>, whole: ObjectBody<T>): Promise<Stored<T>> {
    const { status: _status, ...wanted } = whole as ObjectBody<T> & { readonly status?: unknown };
    const { operation, object } = await sendDifference(this.#client, this.#type, {
      ...this.#target,
      current,
      subresource: undefined,
      wanted: wanted as ObjectBody<T>, // A status is optional in every kind.
      lock: this.#options.optimisticLock === true ? "version" : "uid",
    });
    if (operation === "updated") this.#written ??= "updated";
    return object;
  }

  async #patchStatus(current: Stored<T>, wanted: ObjectBody<T>): ReturnType<typeof sendDifference<T>> {
    try {
      return await sendDifference(this.#client, this.#type, {
        ...this.#target,
        current,
        wanted,
        subresource: "status",
        lock: "version",
      });
    } catch (error) {
      // A 404 that does not name the object means that the path does not exist, so there is no subresource.
      if (!isNotFound(error) || error.status.details?.name === this.#target.key.name) throw error;
      throw new TypeError(
        `Cannot patch the status of ${this.#type.kind} "${formatKey(this.#target.key)}": the kind has no status subresource, use createOrUpdate`,
        { cause: error },
      );
    }
  }

  #statusHasChanged(): ApiError {
    const message = "the status has changed since it was read";
    const status = { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Conflict", code: 409 } as const;
    return new ApiError(`patch the status of ${this.#type.kind} "${formatKey(this.#target.key)}"`, {
      ...status,
      message,
    });
  }
}

function statusOf(object: KubernetesObject): unknown {
  return "status" in object ? object.status : undefined;
}
