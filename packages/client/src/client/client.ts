/** The client of operators: typed objects, one method per verb. */
import type {
  ApplyBody,
  KubernetesObject,
  ObjectBody,
  ObjectKey,
  ResourceType,
  Stored,
  UnstructuredType,
} from "@kubewright/apimachinery";
import type { RestMapper } from "../discovery/rest-mapper.ts";
import type { RequestOptions, Verbs } from "../verbs/verbs.ts";
import type {
  ApplyOptions,
  ClientWatchOptions,
  CreateOrPatchOptions,
  CreateOrPatchResult,
  CreateOrUpdateOptions,
  CreateOrUpdateResult,
  DeleteAllOfOptions,
  DeleteOptions,
  KeyPatchOptions,
  KeyStatusOptions,
  ListOptions,
  ObjectPatchOptions,
  Patch,
  MetadataOnly,
  MetadataPatch,
  ReadOptions,
  StatusChange,
  StatusOptions,
  WatchEvent,
  WriteOptions,
} from "./call-options.ts";
import type { ClientInterceptor } from "./client-backend.ts";
import type { ClientDefaults } from "./client-defaults.ts";
import type { Entry } from "./entry.ts";

/** One subresource of one object, such as "scale" of a Deployment, "eviction" of a Pod, "token" of a ServiceAccount. */
export interface SubresourceClient<R extends KubernetesObject> {
  get(options?: RequestOptions): Promise<R>;
  create(body: R, options?: WriteOptions): Promise<R>;
  update(body: R, options?: WriteOptions): Promise<R>;
  patch(patch: Patch<R>, options?: WriteOptions): Promise<R>;
}

/**
 * Typed access to an API server.
 *
 * A call that sends an object names its kind by a descriptor, so `apiVersion` and `kind` may be left out, and the compiler checks the fields:
 *
 * ```ts
 * await client.create(ConfigMap, { metadata: { namespace: "default", name: "a" }, data: { colour: "red" } });
 * ```
 *
 * A call about an existing object takes the object, or a descriptor and a key: `delete(pod)`, `delete(Pod, { namespace: "default", name: "a" })`.
 *
 * The client finds the resource of an object in `types`, in the descriptors of earlier calls, or by discovery. Returned objects have
 * `apiVersion` and `kind`, and callers may change them.
 *
 * Errors:
 * - `ApiError`: an error response (`isConflict(error)`, `isInvalid(error)`…);
 * - `TransportError`: no complete response;
 * - `UnknownKindError`: a kind that is neither registered nor served;
 * - `TypeError`: an object whose kind is not that of the descriptor;
 * - the signal's reason after an abort.
 */
export interface Client {
  /** Returns the object, or `undefined` if it does not exist. A kind that is not installed throws the 404 of the server. */
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options: ReadOptions & MetadataOnly,
  ): Promise<Stored<KubernetesObject> | undefined>;
  get<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | undefined>;
  /**
   * Yields the matching objects of all pages, in the server's order. Throws an `ApiError` (`isExpired`) if the server compacts the state of the list
   * before its last page is read.
   */
  list<T extends KubernetesObject>(
    type: ResourceType<T>,
    options: ListOptions & MetadataOnly,
  ): AsyncIterable<Stored<KubernetesObject>>;
  list<T extends KubernetesObject>(type: ResourceType<T>, options?: ListOptions): AsyncIterable<Stored<T>>;
  watch<T extends KubernetesObject>(type: ResourceType<T>, options?: ClientWatchOptions): AsyncIterable<WatchEvent<T>>;
  /** Never retried: after a lost response, read the object to find out whether it was created. */
  create<T extends KubernetesObject>(type: UnstructuredType, object: T, options?: WriteOptions): Promise<Stored<T>>;
  create<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: ObjectBody<T>,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  /** Replaces the object. Fails with a conflict if `metadata.resourceVersion` is set and not the latest. */
  update<T extends KubernetesObject>(type: UnstructuredType, object: T, options?: WriteOptions): Promise<Stored<T>>;
  update<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: ObjectBody<T>,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  /** Replaces only `status`. Prefer `patchStatus`. */
  updateStatus<T extends KubernetesObject>(
    type: UnstructuredType,
    object: T,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  updateStatus<T extends KubernetesObject>(
    type: ResourceType<T>,
    object: ObjectBody<T>,
    options?: WriteOptions,
  ): Promise<Stored<T>>;
  /**
   * Server-side apply: creates the object or changes the fields that `fields` contains. Requires a field manager.
   *
   * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/
   */
  apply<T extends KubernetesObject>(type: UnstructuredType, fields: T, options?: ApplyOptions): Promise<Stored<T>>;
  apply<T extends KubernetesObject>(
    type: ResourceType<T>,
    fields: ApplyBody<T>,
    options?: ApplyOptions,
  ): Promise<Stored<T>>;
  /**
   * Reads the object of this key, calls `desired` with it, and creates or updates the object. Sends nothing if nothing differs.
   *
   * `desired` receives the object, or undefined if it does not exist, and returns the complete object; a name may be left out. Fields that it leaves
   * out are removed, including defaults of the server and fields of other managers, so spread the object and set only what you decide:
   *
   * ```ts
   * await client.createOrUpdate(ConfigMap, key, (current) => ({
   *   ...current,
   *   metadata: { ...current?.metadata, ownerReferences: [ownerReferenceTo(owner)] },
   *   data: { "nginx.conf": configuration },
   * }));
   * ```
   *
   * An update is a merge patch of the difference with the version that was read. If another writer has changed the object meanwhile, the object is
   * read from the API server and `desired` is called again. It is called at most 10 times in total.
   *
   * @throws {ApiError} `Conflict` or `AlreadyExists` only after the last attempt.
   * @throws {TypeError} if `desired` returns an object with another name.
   */
  createOrUpdate<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    desired: (current: Stored<T> | undefined) => ObjectBody<T>,
    options?: CreateOrUpdateOptions,
  ): Promise<CreateOrUpdateResult<T>>;
  /**
   * As `createOrUpdate`, with two patches: one of the object, and one of the status subresource if the status differs.
   *
   * The patch of the object contains the uid of the object that was read, and its version only if `optimisticLock` requires it. Concurrent changes of
   * other fields are therefore not a conflict. The status of a new object is written after its creation.
   *
   * ```ts
   * await client.createOrPatch(MyJob, key, (current) => ({ ...current, spec: { image: "busybox" }, status: { phase: "pending" } }));
   * ```
   *
   * @throws {ApiError} `Conflict`, `AlreadyExists` or `NotFound` only after 10 attempts.
   * @throws {TypeError} if `desired` returns an object with another name, or a status for a kind without the status subresource.
   */
  createOrPatch<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    desired: (current: Stored<T> | undefined) => ObjectBody<T>,
    options?: CreateOrPatchOptions,
  ): Promise<CreateOrPatchResult<T>>;
  /**
   * Reads the object of this key for a change in several steps, as the entry of a map (kube-rs):
   *
   * ```ts
   * const entry = await client.entry(ConfigMap, key);
   * await entry.andModify((found) => ({ ...found, data: { ...found.data, size: "2" } })).orInsert(() => ({ data: { size: "1" } })).commit();
   * ```
   *
   * Nothing is sent before `commit()`. It is not retried after a lost race: it rejects with a conflict. The options apply to every write.
   */
  entry<T extends KubernetesObject>(type: ResourceType<T>, key: ObjectKey, options?: WriteOptions): Promise<Entry<T>>;
  /** Changes a subresource, such as "scale". The compiler does not check the fields. */
  patch<T extends KubernetesObject>(
    object: T,
    patch: Patch,
    options: ObjectPatchOptions & { readonly subresource: string },
  ): Promise<Stored<T>>;
  patch<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    patch: Patch,
    options: KeyPatchOptions & { readonly subresource: string },
  ): Promise<Stored<T>>;
  /** Changes the object. The type of the patch determines the type of its body; the fields of a merge patch are those of the kind. */
  patch<T extends KubernetesObject>(
    object: T,
    patch: Patch<NoInfer<T>> | MetadataPatch,
    options?: ObjectPatchOptions,
  ): Promise<Stored<T>>;
  patch<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    patch: Patch<NoInfer<T>> | MetadataPatch,
    options?: KeyPatchOptions,
  ): Promise<Stored<T>>;
  /**
   * Sets fields of the status by a merge patch of the differences from `object.status`, at any depth; a list is one value.
   * Sends nothing and returns `object` if nothing differs.
   *
   * The patch contains the version of `object`. If the object has changed since it was read, the patch is computed again from the object on the
   * server. If one of these fields has changed, the conflict is thrown, because the new values were computed from the old ones. Pass the object that
   * the last write returned.
   *
   * With a descriptor and a key, the fields are set regardless of their current values.
   */
  patchStatus<T extends KubernetesObject>(
    object: Stored<T>,
    status: StatusChange<T>,
    options?: StatusOptions,
  ): Promise<Stored<T>>;
  patchStatus<T extends KubernetesObject>(
    type: ResourceType<T>,
    key: ObjectKey,
    status: StatusChange<T>,
    options?: KeyStatusOptions,
  ): Promise<Stored<T>>;
  /**
   * Deletes the object. Succeeds if it does not exist. With an object, the uid of that object is a precondition; with a descriptor and a key, the object
   * that has the name is deleted.
   */
  delete(object: Stored<KubernetesObject>, options?: DeleteOptions): Promise<void>;
  delete<T extends KubernetesObject>(type: ResourceType<T>, key: ObjectKey, options?: DeleteOptions): Promise<void>;
  /** Deletes all matching objects with one request. */
  deleteAllOf<T extends KubernetesObject>(type: ResourceType<T>, options?: DeleteAllOfOptions): Promise<void>;
  subresource<R extends KubernetesObject>(type: ResourceType, key: ObjectKey, name: string): SubresourceClient<R>;
  /** A client with other defaults, over this one. The options of a call override them. */
  withOptions(options: ClientDefaults): Client;
  /** A client whose requests pass through `interceptor`, over this one. `raw` replaces methods of its verbs on bytes in the same way. */
  intercept(interceptor: ClientInterceptor, raw?: (next: Verbs) => Partial<Verbs>): Client;
  /**
   * Waits before a write is retried that has lost `lostRaces` races in a row against other writers. The pause is random: at most 10 ms after the first
   * lost race, and at most twice as long after each further one. Uses the clock and the random numbers of the client.
   */
  waitBeforeRetry(lostRaces: number, options?: Pick<RequestOptions, "signal">): Promise<void>;
  /** The field manager of writes that do not name one. */
  readonly fieldManager: string | undefined;
  /** Maps kinds to resources: registered descriptors first, then discovery. */
  readonly mapper: RestMapper;
  /** The same verbs on bytes. Defaults and the first argument of `intercept` do not apply to them. */
  readonly raw: Verbs;
}
