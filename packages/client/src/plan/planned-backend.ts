/** The backend of a plan: reads return planned objects, and writes are dry runs whose results become planned objects. */
import {
  alreadyExists,
  applyMergePatch,
  asResourceVersion,
  createMergePatch,
  isDeepEqual,
  keyOf,
  notFound,
} from "@kubewright/apimachinery";
import type { JsonValue, KubernetesObject, ObjectKey, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import type {
  ClientBackend,
  DeleteAllOfCall,
  DeleteCall,
  GetCall,
  PatchCall,
  WriteCall,
} from "../client/client-backend.ts";
import { fieldDifferences } from "./field-differences.ts";
import { patchedObject, replaced, statusOf, withoutServerFields, withStatus } from "./local-write.ts";
import type { PlannedWrite } from "./planned-write.ts";
import { PlannedObjects, shownAs } from "./planned-objects.ts";
import type { PlannedObject } from "./planned-objects.ts";

export interface PlannedBackendOptions {
  readonly next: ClientBackend;
  readonly clock: Clock;
  readonly record: (write: PlannedWrite) => void;
}

/** The verb and the object of a write. */
interface Target {
  readonly verb: PlannedWrite["verb"];
  readonly type: ResourceType;
  readonly key: ObjectKey;
  readonly subresource?: string | undefined;
}

/** The object of a write: on the server, and after the earlier writes of the plan. */
interface Current {
  readonly base: Stored | undefined;
  /** Absent: the plan has not changed it. */
  readonly planned: PlannedObject | undefined;
}

export class PlannedBackend {
  readonly #next: ClientBackend;
  readonly #clock: Clock;
  readonly #record: (write: PlannedWrite) => void;
  readonly #objects = new PlannedObjects();
  #created = 0;

  constructor({ next, clock, record }: PlannedBackendOptions) {
    this.#next = next;
    this.#clock = clock;
    this.#record = record;
  }

  /** The methods that replace those of `next`. */
  methods(): Partial<ClientBackend> {
    return {
      get: (call) => this.#get(call),
      list: (call) => this.#objects.listed(call.type, call.options, this.#next.list(call)),
      create: (call) => this.#create(call),
      update: (call) => this.#update(call),
      patch: (call) => this.#patch(call),
      delete: (call) => this.#delete(call),
      deleteAllOf: (call) => this.#deleteAllOf(call),
    };
  }

  async #get<T extends KubernetesObject>(call: GetCall<T>): Promise<Stored<T> | undefined> {
    const { type, key, options } = call;
    const planned = options.subresource === undefined ? this.#objects.get(type, key) : undefined;
    if (!planned) return await this.#next.get(call);
    return planned.object && shownAs(planned.object as Stored<T>, options); // Planned as an object of this type.
  }

  async #create<T extends KubernetesObject>(call: WriteCall<T>): Promise<Stored<T>> {
    const { type, key, object } = call;
    const { subresource } = call.options;
    if (subresource !== undefined)
      return await this.#other({ verb: "create", type, key, subresource }, object, () => this.#next.create(dry(call)));

    const created = this.#isLocal(type, key) ? this.#invented<T>(object) : await this.#next.create(dry(call));
    const planned = this.#objects.get(type, created.metadata);
    if (planned?.object) throw alreadyExists(resourceIn(type), created.metadata.name);
    const isOnServer = planned?.isOnServer ?? false;
    return this.#commit({ verb: "create", type, key: keyOf(created) }, undefined, withVersion(created), isOnServer);
  }

  async #update<T extends KubernetesObject>(call: WriteCall<T>): Promise<Stored<T>> {
    const { type, key, object } = call;
    const { subresource } = call.options;
    const target = { verb: "update", type, key, subresource } as const;
    if (isOther(subresource)) return await this.#other(target, object, () => this.#next.update(dry(call)));

    const { base, planned } = await this.#read(call);
    if (planned && !planned.isOnServer) {
      const before = existing(type, key, planned);
      return this.#commit(target, before, replaced(before, object, subresource) as Stored<T>, false); // Of the type of the call.
    }
    const result = await this.#next.update(dry(call));
    const before = this.#latest(type, key, base);
    const isUnchanged = isDeepEqual(statusOf(result), statusOf(base));
    const after =
      subresource === "status"
        ? withStatus(before, statusOf(result))
        : isUnchanged
          ? withStatus(result, statusOf(before))
          : result;
    return this.#commit(target, before, after as Stored<T>, true); // Of the type of the call.
  }

  async #patch<T extends KubernetesObject>(call: PatchCall<T>): Promise<Stored<T>> {
    const { type, key, patch } = call;
    const { subresource } = call.options;
    const target = { verb: patch.type === "apply" ? "apply" : "patch", type, key, subresource } as const;
    if (isOther(subresource)) return await this.#other(target, patch.body, () => this.#next.patch(dry(call)));

    const { base, planned } = await this.#read(call);
    if (planned?.object && !planned.isOnServer && patch.type !== "apply")
      return this.#commit(target, planned.object, patchedObject(planned.object, call) as Stored<T>, false); // As above.
    if (patch.type === "apply" && !planned?.object && (base === undefined || planned) && this.#isLocal(type, key))
      return this.#commit(target, undefined, this.#invented<T>(patch.body), planned?.isOnServer ?? false);
    if (planned && !planned.object) throw notFound(resourceIn(type), key.name);

    const result = withVersion(await this.#next.patch(dry(call)));
    const isOnServer = base !== undefined;
    const before = isOnServer || this.#objects.get(type, key) ? this.#latest(type, key, base) : undefined;
    if (!before || before === base) return this.#commit(target, before, result, isOnServer);
    // Only the changes of this patch are applied to the result of the earlier writes. An apply to a planned object changes the fields that it sets.
    const change = isOnServer ? createMergePatch(base, result) : withoutServerFields(result);
    const after = applyMergePatch(before as unknown as JsonValue, (change ?? {}) as JsonValue); // Objects are JSON.
    return this.#commit(target, before, after as unknown as Stored<T>, isOnServer);
  }

  async #delete(call: DeleteCall): Promise<void> {
    const { type, key } = call;
    const { base, planned } = await this.#read(call);
    if (!planned || planned.isOnServer) await this.#next.delete(dry(call));
    const before = this.#objects.get(type, key) ?? planned ?? { object: base };
    const { uid = before.object?.metadata.uid } = call.options.preconditions ?? {};
    if (before.object?.metadata.uid === uid && before.object) this.#remove(type, before.object);
  }

  async #deleteAllOf(call: DeleteAllOfCall): Promise<readonly Stored[]> {
    const { type, options } = call;
    await this.#next.deleteAllOf(dry(call));
    const { gracePeriodSeconds: _grace, propagationPolicy: _policy, dryRun: _dryRun, ...selection } = options;
    const list = this.#next.list({ type, options: { ...selection, consistency: "latest" } });
    const removed: Stored[] = [];
    for await (const object of this.#objects.listed(type, selection, list)) {
      this.#remove(type, object);
      removed.push(object);
    }
    return removed;
  }

  /** Deletes an object that exists. An object with finalizers remains until they are removed. */
  #remove(type: ResourceType, before: Stored): void {
    const { metadata } = before;
    const isOnServer = this.#objects.get(type, metadata)?.isOnServer ?? true;
    const deletionTimestamp = metadata.deletionTimestamp ?? new Date(this.#clock.wallTime()).toISOString();
    this.#commit(
      { verb: "delete", type, key: keyOf(before) },
      before,
      { ...before, metadata: { ...metadata, deletionTimestamp } },
      isOnServer,
    );
  }

  /** A write of a subresource other than the status. It is recorded, but later reads do not return it. */
  async #other<T extends KubernetesObject>(
    target: Target,
    sent: object,
    send: () => Promise<Stored<T>>,
  ): Promise<Stored<T>> {
    const response = await send();
    const after = sent as KubernetesObject; // Only its fields are read.
    this.#record({
      ...recordedTarget(target),
      before: undefined,
      after,
      differences: fieldDifferences(undefined, after),
    });
    return response;
  }

  /** Records a write of an object and makes its result visible to reads. */
  #commit<T extends KubernetesObject>(
    target: Target,
    before: Stored | undefined,
    result: Stored<T>,
    isOnServer: boolean,
  ): Stored<T> {
    const { deletionTimestamp, finalizers = [] } = result.metadata;
    const after = deletionTimestamp !== undefined && finalizers.length === 0 ? undefined : result;
    this.#record({ ...recordedTarget(target), before, after, differences: fieldDifferences(before, after) });
    this.#objects.set(target.type, target.key, { object: after, isOnServer });
    return structuredClone(result);
  }

  /** Both states of an object. The state of the server is read from the server, because a cache may be out of date. */
  async #read(call: {
    readonly type: ResourceType;
    readonly key: ObjectKey;
    readonly options: Signal;
  }): Promise<Current> {
    const { type, key, options } = call;
    const read = { consistency: "latest", ...(options.signal ? { signal: options.signal } : {}) } as const;
    const base = this.#isNamespaceLocal(type, key) ? undefined : await this.#next.get({ type, key, options: read });
    return { base, planned: this.#objects.get(type, key) };
  }

  /** The object before a write. It is read after the dry run, because other writes of the plan may have completed meanwhile. */
  #latest(type: ResourceType, key: ObjectKey, base: Stored | undefined): Stored {
    return existing(type, key, this.#objects.get(type, key) ?? { object: base });
  }

  /** Whether the server cannot execute a create: it still has the object that the plan has deleted, or it does not have the namespace. */
  #isLocal(type: ResourceType, key: ObjectKey): boolean {
    const planned = this.#objects.get(type, key);
    return (planned !== undefined && !planned.object) || this.#isNamespaceLocal(type, key);
  }

  #isNamespaceLocal({ namespaced }: ResourceType, { namespace = "" }: ObjectKey): boolean {
    return namespaced && this.#objects.get(namespaces, { name: namespace })?.isOnServer === false;
  }

  /** The object that the server would create, without defaults. */
  #invented<T extends KubernetesObject>(object: KubernetesObject): Stored<T> {
    this.#created += 1;
    const { name = `${object.metadata?.generateName ?? ""}${this.#created}`, ...metadata } = object.metadata ?? {};
    const creationTimestamp = new Date(this.#clock.wallTime()).toISOString();
    const own = {
      ...metadata,
      name,
      uid: `planned-${this.#created}`,
      resourceVersion: plannedVersion,
      creationTimestamp,
    };
    return { ...object, metadata: own } as Stored<T>; // The caller has passed an object of T.
  }
}

interface Signal {
  readonly signal?: AbortSignal | undefined;
}

const namespaces = { group: "", plural: "namespaces", version: "v1", kind: "Namespace", namespaced: false } as const;

/** The version of objects that no server has stored. */
const plannedVersion = asResourceVersion("0");

function dry<C extends { readonly options: object }>(call: C): C {
  return { ...call, options: { ...call.options, dryRun: true } };
}

/** The object with a version, which the response to a dry run of a create does not have. */
function withVersion<T extends KubernetesObject>(object: Stored<T>): Stored<T> {
  const { resourceVersion = "" } = object.metadata as { readonly resourceVersion?: string };
  if (resourceVersion !== "") return object;
  return { ...object, metadata: { ...object.metadata, resourceVersion: plannedVersion } };
}

function isOther(subresource: string | undefined): subresource is string {
  return subresource !== undefined && subresource !== "status";
}

function existing(type: ResourceType, key: ObjectKey, { object }: Pick<PlannedObject, "object">): Stored {
  if (object) return object;
  throw notFound(resourceIn(type), key.name);
}

function resourceIn({ group, plural }: ResourceType): { readonly group: string; readonly resource: string } {
  return { group, resource: plural };
}

function recordedTarget({
  subresource,
  ...target
}: Target): Pick<PlannedWrite, "verb" | "type" | "key" | "subresource"> {
  return subresource === undefined ? target : { ...target, subresource };
}
