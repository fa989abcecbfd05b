/** The client over a backend: it finds the resource of an object, adds the kind to objects, and composes calls of several requests. */
import { formatKey, isUnstructuredType, keyOf } from "@kubewright/apimachinery";
import type {
  KubernetesObject,
  ObjectBody,
  ObjectKey,
  ResourceType,
  Stored,
  WriteType,
} from "@kubewright/apimachinery";

import type { RestMapper } from "../discovery/rest-mapper.ts";
import type { RequestOptions, Verbs } from "../verbs/verbs.ts";
import { intercepted } from "./client-backend.ts";
import type { ClientBackend, ClientInterceptor } from "./client-backend.ts";
import { withDefaults } from "./client-defaults.ts";
import type { ClientDefaults } from "./client-defaults.ts";
import type {
  ApplyOptions,
  ClientWatchOptions,
  CreateOrPatchOptions,
  CreateOrPatchResult,
  CreateOrUpdateOptions,
  CreateOrUpdateResult,
  DeleteAllOfOptions,
  DeleteOptions,
  ListOptions,
  ObjectPatchOptions,
  Patch,
  ReadOptions,
  StatusChange,
  StatusOptions,
  WatchEvent,
  WriteOptions,
} from "./call-options.ts";
import type { Client, SubresourceClient } from "./client.ts";
import { createOrPatch } from "./create-or-patch.ts";
import type { Entry } from "./entry.ts";
import { readEntry } from "./read-entry.ts";
import { guaranteedUpdate } from "./guaranteed-update.ts";
import { isLimited, limitedList } from "./limited-list.ts";
import { assertKind, completeObject } from "./objects.ts";
import { lockedPatch } from "./locked-patch.ts";
import { resourceOf } from "./resource-of.ts";
import { patchStatusOf } from "./patch-status.ts";
import { defaultPageSize } from "./server-backend.ts";
import { scopedKey, scopedOptions } from "./scope.ts";

/** What the clients over one server share. */
export interface ClientParts {
  readonly raw: Verbs;
  readonly mapper: RestMapper;
  /** The default field manager, which `apply` requires unless the call has one. */
  readonly fieldManager: string | undefined;
  readonly waitBeforeRetry: Client["waitBeforeRetry"];
}

export function createBackendClient(backend: ClientBackend, parts: ClientParts): Client {
  return new BackendClient(backend, parts);
}

class BackendClient implements Client {
  readonly mapper: RestMapper;
  readonly raw: Verbs;
  readonly fieldManager: string | undefined;
  readonly waitBeforeRetry: Client["waitBeforeRetry"];
  readonly #backend: ClientBackend;
  readonly #parts: ClientParts;

  constructor(backend: ClientBackend, parts: ClientParts) {
    this.#backend = backend;
    this.#parts = parts;
    this.mapper = parts.mapper;
    this.raw = parts.raw;
    this.fieldManager = parts.fieldManager;
    this.waitBeforeRetry = parts.waitBeforeRetry;
  }

  async get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: ReadOptions = {},
  ): Promise<Stored<T> | undefined> {
    this.mapper.register(type);
    return await this.#backend.get({ type, key: scopedKey(type, key), options });
  }

  list<T extends KubernetesObject>(type: ResourceType<T>, options: ListOptions = {}): AsyncIterable<Stored<T>> {
    this.mapper.register(type);
    const placed = scopedOptions(type, options, "list");
    const read = (call: ListOptions): AsyncIterable<Stored<T>> => this.#backend.list({ type, options: call });
    return isLimited(placed) ? limitedList(read, placed, defaultPageSize) : read(placed);
  }

  watch<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ClientWatchOptions = {},
  ): AsyncIterable<WatchEvent<T>> {
    this.mapper.register(type);
    return this.#backend.watch({ type, options: scopedOptions(type, options, "watch") });
  }

  async create<T extends KubernetesObject>(
    kind: WriteType,
    body: KubernetesObject,
    options: WriteOptions = {},
  ): Promise<Stored<T>> {
    const { type, object } = await this.#written<T>(kind, body, "create", options);
    return await this.#backend.create({ type, key: keyOf(object), object, options });
  }

  async update<T extends KubernetesObject>(
    kind: WriteType,
    body: KubernetesObject,
    options: WriteOptions = {},
  ): Promise<Stored<T>> {
    const { type, object } = await this.#written<T>(kind, body, "update", options);
    return await this.#backend.update({ type, key: keyOf(object), object, options });
  }

  async updateStatus<T extends KubernetesObject>(
    kind: WriteType,
    body: KubernetesObject,
    options: WriteOptions = {},
  ): Promise<Stored<T>> {
    const { type, object } = await this.#written<T>(kind, body, "update the status of", options);
    return await this.#backend.update({
      type,
      key: keyOf(object),
      object,
      options: { ...options, subresource: "status" },
    });
  }

  async apply<T extends KubernetesObject>(
    kind: WriteType,
    fields: object,
    { force, ...options }: ApplyOptions = {},
  ): Promise<Stored<T>> {
    const { type, object } = await this.#written<T>(kind, fields, "apply", options);
    if ((options.fieldManager ?? this.fieldManager ?? "") === "") {
      throw new TypeError(
        `Cannot apply ${type.kind}: there is no field manager, set it in createClient({ fieldManager })`,
      );
    }
    const patch: Patch = { type: "apply", body: object, ...(force === undefined ? {} : { force }) };
    return await this.#backend.patch({ type, key: keyOf(object), patch, options });
  }

  async createOrPatch<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    desired: (current: Stored<T> | undefined) => ObjectBody<T>,
    options: CreateOrPatchOptions = {},
  ): Promise<CreateOrPatchResult<T>> {
    return await createOrPatch(this, type, key, desired, options);
  }

  async entry<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: WriteOptions = {},
  ): Promise<Entry<T>> {
    return await readEntry(this, type, key, options);
  }

  async createOrUpdate<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    desired: (current: Stored<T> | undefined) => ObjectBody<T>,
    options: CreateOrUpdateOptions = {},
  ): Promise<CreateOrUpdateResult<T>> {
    const result = await guaranteedUpdate(this, type, key, desired, options);
    if (result.operation === "absent") {
      throw new TypeError(
        `Cannot create ${type.kind} "${key.name}": the callback returns undefined, must be an object`,
      );
    }
    return result;
  }

  async patch<T extends KubernetesObject>(
    target: T | ResourceType<T>,
    second: ObjectKey | Patch,
    third: Patch | ObjectPatchOptions = {},
    fourth: ObjectPatchOptions = {},
  ): Promise<Stored<T>> {
    if (isDescriptor(target)) {
      const [key, patch] = [scopedKey(target, second as ObjectKey), third as Patch]; // The overload with a key.
      assertNoLock(target, key, fourth);
      this.mapper.register(target);
      return await this.#backend.patch({ type: target, key, patch, options: fourth });
    }
    const { optimisticLock = false, ...options } = third as ObjectPatchOptions; // The overload with an object.
    const type = await resourceOf(this.mapper, target, "patch", options);
    const patch = optimisticLock ? lockedPatch(target, second as Patch) : (second as Patch);
    return await this.#backend.patch({ type, key: keyOf(target), patch, options });
  }

  async patchStatus<T extends KubernetesObject>(
    target: Stored<T> | ResourceType<T>,
    second: StatusChange<T> | ObjectKey,
    third: StatusChange<T> | StatusOptions = {},
    fourth: StatusOptions = {},
  ): Promise<Stored<T>> {
    if (!isDescriptor(target)) return await patchStatusOf(this, target, second as StatusChange<T>, third);
    assertNoLock(target, second as ObjectKey, fourth); // The overload with a key.
    const status = Object.entries(third).map(([name, value]) => [name, value ?? null] as const);
    const patch: Patch = { type: "merge", body: { status: Object.fromEntries(status) } };
    return await this.patch(target, second as ObjectKey, patch, { ...fourth, subresource: "status" });
  }

  async delete<T extends KubernetesObject>(
    target: Stored<KubernetesObject> | ResourceType<T>,
    second: ObjectKey | DeleteOptions = {},
    third: DeleteOptions = {},
  ): Promise<void> {
    if (isDescriptor(target)) {
      this.mapper.register(target);
      const key = scopedKey(target, second as ObjectKey); // The overload with a key.
      await this.#backend.delete({ type: target, key, options: third });
      return;
    }
    const { preconditions = { uid: target.metadata.uid }, ...rest } = second as DeleteOptions;
    const type = await resourceOf(this.mapper, target, "delete", rest);
    const options = { ...rest, preconditions };
    await this.#backend.delete({ type, key: keyOf(target), object: target, options });
  }

  async deleteAllOf<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: DeleteAllOfOptions = {},
  ): Promise<void> {
    this.mapper.register(type);
    await this.#backend.deleteAllOf({ type, options });
  }

  subresource<R extends KubernetesObject>(
    type: ResourceType,
    key: ObjectKey,
    subresource: string,
  ): SubresourceClient<R> {
    this.mapper.register(type);
    const backend = this.#backend;
    const of = type as ResourceType<R>; // The responses are of the type of the subresource.
    // The caller declares R; the response is not validated.
    const body = async (response: Promise<KubernetesObject | undefined>): Promise<R> => (await response) as R;
    return {
      get: (options) => body(backend.get({ type: of, key, options: { ...options, subresource } })),
      create: (object, options) =>
        body(backend.create({ type: of, key, object, options: { ...options, subresource } })),
      update: (object, options) =>
        body(backend.update({ type: of, key, object, options: { ...options, subresource } })),
      patch: (patch, options) => body(backend.patch({ type: of, key, patch, options: { ...options, subresource } })),
    };
  }

  withOptions(defaults: ClientDefaults): Client {
    const fieldManager = defaults.fieldManager ?? this.fieldManager;
    return new BackendClient(withDefaults(this.#backend, defaults), { ...this.#parts, fieldManager });
  }

  intercept(interceptor: ClientInterceptor, raw?: (next: Verbs) => Partial<Verbs>): Client {
    const parts = raw ? { ...this.#parts, raw: { ...this.raw, ...raw(this.raw) } } : this.#parts;
    return new BackendClient(intercepted(this.#backend, interceptor), parts);
  }

  /** The resource of a write, and its object with `apiVersion` and `kind`. */
  async #written<T extends KubernetesObject>(
    kind: WriteType,
    body: KubernetesObject,
    action: string,
    options: RequestOptions,
  ): Promise<{ readonly type: ResourceType<T>; readonly object: KubernetesObject }> {
    if (isUnstructuredType(kind)) {
      const type = await resourceOf(this.mapper, body, action, options);
      return { type: type as ResourceType<T>, object: body }; // The overload has the type of the object.
    }
    if (typeof body !== "object")
      throw new TypeError(`Cannot ${action} an object: pass its descriptor, or Unstructured, before it`);
    this.mapper.register(kind);
    assertKind(kind, body, action);
    return { type: kind as ResourceType<T>, object: completeObject(kind, body) };
  }
}

/** An optimistic lock needs the version of an object, which a key does not have. */
function assertNoLock(type: ResourceType, key: ObjectKey, { optimisticLock = false }: ObjectPatchOptions): void {
  if (!optimisticLock) return;
  throw new TypeError(
    `Cannot patch ${type.kind} "${formatKey(key)}": optimisticLock is true, which needs an object instead of a key`,
  );
}

/** Whether the argument is a descriptor and not an object: every object that a caller holds has metadata. */
function isDescriptor<T extends KubernetesObject>(
  target: KubernetesObject | ResourceType<T>,
): target is ResourceType<T> {
  return "plural" in target && !("metadata" in target);
}
