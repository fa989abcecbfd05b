// The client is a thin layer: it finds the resource of an object, hands bytes to the verbs, and makes objects of the answers.
// What it decides itself is small: which patch a status needs, what a 404 means, and which deletions are already done.

import { backoffMs, createSystemClock, createSystemRandom } from "@kubewright/async";
import type { Backoff, Clock, Random } from "@kubewright/async";
import {
  encodeJson,
  compileLabelSelector,
  formatLabelSelector,
  isConflict,
  isNotFound,
  keyOf,
} from "@kubewright/apimachinery";
import type { KubernetesObject, LabelSelector, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Transport } from "@kubewright/transport";

import { createDiscovery } from "../discovery/create-discovery.ts";
import { createRestMapper } from "../discovery/create-rest-mapper.ts";
import type { ClientObserver } from "../observer.ts";
import { createVerbs } from "../verbs/create-verbs.ts";
import { listPages } from "../verbs/list-pages.ts";
import { createSender } from "../verbs/sender.ts";
import type { RawWriteOptions, Verbs } from "../verbs/verbs.ts";
import type {
  ApplyOptions,
  Client,
  ClientWatchOptions,
  DeleteAllOptions,
  DeleteKeyOptions,
  DeleteOptions,
  ListOptions,
  Patch,
  PatchOptions,
  ReadOptions,
  StatusChange,
  StatusOptions,
  SubresourceClient,
  WatchEvent,
  WriteOptions,
} from "./client.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import { decodedBody, storedObject } from "./objects.ts";
import { resourceOf } from "./resource-of.ts";
import { isStatusOutdated, statusPatch, withStatus } from "./status-patch.ts";

/** Items asked for at a time by `list`: what client-go's pager and kubectl ask for. */
export const defaultPageSize = 500;

/**
 * After a lost race. client-go waits 10 ms each time; the growing interval lets twenty writers of one object take turns. All of it is random:
 * writers that have lost the same race must not meet again.
 */
const lostRaceBackoff: Backoff = { initialMs: 10, maxMs: 1000, jitter: 1 };

export interface CreateClientOptions {
  readonly transport: Transport;
  /** Descriptors known from the start. Others become known by calls with them, or through discovery. */
  readonly types?: readonly ResourceType[];
  readonly clock?: Clock;
  readonly random?: Random;
  /** Recorded in `managedFields` with every write. Required for `apply`. */
  readonly fieldManager?: string;
  /** Default: `kubewright`. */
  readonly userAgent?: string;
  /** The server's host and port, for measurements only. Default: "in-process". */
  readonly host?: string;
  readonly observer?: ClientObserver;
}

/** A client over a transport. It owns nothing: the transport is the caller's to dispose. */
export function createClient(options: CreateClientOptions): Client {
  const { clock = createSystemClock(), random = createSystemRandom(), fieldManager } = options;
  const send = createSender({
    transport: options.transport,
    clock,
    userAgent: options.userAgent ?? "kubewright",
    host: options.host ?? "in-process",
    observer: options.observer ?? {},
  });
  const raw: Verbs = createVerbs({ send, random, ...(fieldManager === undefined ? {} : { fieldManager }) });
  const mapper = createRestMapper({ discovery: createDiscovery(raw), types: options.types ?? [] });

  const client: Client = {
    mapper,
    raw,
    get,
    list,
    watch,
    create,
    update,
    updateStatus,
    patch,
    patchKey,
    apply,
    patchStatus,
    delete: deleteObject,
    deleteKey,
    deleteAll,
    subresource,
    waitBeforeRetry: (lostRaces, { signal } = {}) =>
      clock.sleep(backoffMs(lostRaceBackoff, lostRaces, random), signal ? { signal } : {}),
  };

  return client;

  async function get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | undefined> {
    mapper.register(type);
    try {
      return storedObject(type, await raw.get(type, key, options));
    } catch (error) {
      // A 404 that names the object says that it is not there; any other says that the kind is not.
      if (isNotFound(error) && error.status.details?.name === key.name) return undefined;
      throw error;
    }
  }

  async function* list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ListOptions = {},
  ): AsyncGenerator<Stored<T>> {
    mapper.register(type);
    const { pageSize = defaultPageSize, labelSelector, ...rest } = options;
    for await (const chunk of listPages(raw, type, { ...rest, ...selectorText(labelSelector), limit: pageSize })) {
      if (chunk.kind === "item") yield storedObject(type, chunk.bytes);
    }
  }

  async function* watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ClientWatchOptions = {},
  ): AsyncGenerator<WatchEvent<T>> {
    mapper.register(type);
    const { labelSelector, ...rest } = options;
    const events = raw.watch(type, { ...rest, ...selectorText(labelSelector), allowWatchBookmarks: false });
    for await (const event of events) {
      if (event.type !== "BOOKMARK") yield { type: event.type, object: storedObject(type, event.bytes) };
    }
  }

  async function create<T extends KubernetesObject>(object: T, options: WriteOptions = {}): Promise<Stored<T>> {
    const type = await resourceOf(mapper, object, "create", options);
    return storedObject(type, await raw.create(type, keyOf(object), encodeJson(object), options));
  }

  function update<T extends KubernetesObject>(object: T, options?: WriteOptions): Promise<Stored<T>> {
    return replace("update", object, options);
  }

  function updateStatus<T extends KubernetesObject>(object: T, options?: WriteOptions): Promise<Stored<T>> {
    return replace("update status of", object, options, "status");
  }

  async function replace<T extends KubernetesObject>(
    action: string,
    object: T,
    options: WriteOptions = {},
    name?: string,
  ): Promise<Stored<T>> {
    const type = await resourceOf(mapper, object, action, options);
    const written: RawWriteOptions = name === undefined ? options : { ...options, subresource: name };
    return storedObject(type, await raw.update(type, keyOf(object), encodeJson(object), written));
  }

  async function patch<T extends KubernetesObject>(
    object: T,
    change: Patch,
    options: PatchOptions = {},
  ): Promise<Stored<T>> {
    const type = await resourceOf(mapper, object, "patch", options);
    return patchKey(type, keyOf(object), change, options);
  }

  async function patchKey<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    change: Patch,
    options: PatchOptions = {},
  ): Promise<Stored<T>> {
    mapper.register(type);
    return storedObject(type, await sendPatch(type, key, change, options));
  }

  async function apply<T extends KubernetesObject>(object: T, options: ApplyOptions = {}): Promise<Stored<T>> {
    const { force, ...rest } = options;
    const type = await resourceOf(mapper, object, "apply", options);
    if ((options.fieldManager ?? fieldManager ?? "") === "") {
      throw new TypeError(
        `Cannot apply ${type.kind}: there is no field manager, set it in createClient({ fieldManager })`,
      );
    }
    const change: Patch = { type: "apply", body: object, ...(force === undefined ? {} : { force }) };
    return patchKey(type, keyOf(object), change, rest);
  }

  async function patchStatus<T extends KubernetesObject>(
    object: Stored<T>,
    status: StatusChange<T>,
    options: StatusOptions = {},
  ): Promise<Stored<T>> {
    const { expectResourceVersion = false, ...write } = options;
    if (statusPatch(object, status) === undefined) return object;

    const type = await resourceOf(mapper, object, "patch status of", write);
    const isOutdated = (fresh: Stored<T>): boolean =>
      expectResourceVersion || fresh.metadata.uid !== object.metadata.uid || isStatusOutdated(object, fresh, status);
    const result = await guaranteedUpdate(
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

  async function deleteObject(object: Stored<KubernetesObject>, options: DeleteOptions = {}): Promise<void> {
    const { expectUid = true, expectResourceVersion = false, ...rest } = options;
    const type = await resourceOf(mapper, object, "delete", rest);
    const { uid, resourceVersion } = object.metadata;
    const preconditions = { ...(expectUid ? { uid } : {}), ...(expectResourceVersion ? { resourceVersion } : {}) };
    try {
      await raw.delete(type, keyOf(object), { ...rest, ...preconditions });
    } catch (error) {
      if (isNotFound(error) || (expectUid && isOtherUid(error))) return; // The object that was meant is gone.
      throw error;
    }
  }

  async function deleteKey<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: DeleteKeyOptions = {},
  ): Promise<void> {
    mapper.register(type);
    try {
      await raw.delete(type, key, options);
    } catch (error) {
      if (isNotFound(error)) return; // Nothing of that name is what was asked for.
      throw error;
    }
  }

  async function deleteAll<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: DeleteAllOptions = {},
  ): Promise<void> {
    mapper.register(type);
    const { labelSelector, ...rest } = options;
    if (type.namespaced && options.namespace === undefined) {
      throw new TypeError(
        `Cannot delete ${type.plural}: namespace is not set, and the API deletes in one namespace only`,
      );
    }
    await raw.deleteCollection(type, { ...rest, ...selectorText(labelSelector) });
  }

  function subresource<R extends KubernetesObject>(
    type: ResourceType,
    key: ObjectKey,
    name: string,
  ): SubresourceClient<R> {
    mapper.register(type);
    const within = { subresource: name };
    return {
      get: async (options) => decodedBody<R>(await raw.get(type, key, { ...options, ...within })),
      create: async (body, options) =>
        decodedBody<R>(await raw.create(type, key, encodeJson(body), { ...options, ...within })),
      update: async (body, options) =>
        decodedBody<R>(await raw.update(type, key, encodeJson(body), { ...options, ...within })),
      patch: async (change, options) => decodedBody<R>(await sendPatch(type, key, change, { ...options, ...within })),
    };
  }

  function sendPatch(type: ResourceType, key: ObjectKey, change: Patch, options: PatchOptions): Promise<Uint8Array> {
    const force = change.type === "apply" && change.force !== undefined ? { force: change.force } : {};
    return raw.patch(type, key, encodeJson(change.body), { ...options, type: change.type, ...force });
  }
}

/**
 * A delete whose uid precondition names another object is a Conflict like any other: only its text tells. There are two, of the
 * registry ("the UID in the precondition (…) does not match") and of the storage below it ("UID in precondition: …").
 */
function isOtherUid(error: unknown): boolean {
  return isConflict(error) && /UID in (?:the )?precondition/u.test(error.status.message ?? "");
}

function selectorText(selector: string | LabelSelector | undefined): { readonly labelSelector?: string } {
  if (selector === undefined) return {};
  return {
    labelSelector: typeof selector === "string" ? selector : formatLabelSelector(compileLabelSelector(selector)),
  };
}
