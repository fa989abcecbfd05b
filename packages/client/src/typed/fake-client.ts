/** The client of one kind over fake objects. Every call is recorded first, so that a reactor can replace it by an error. */
import { alreadyExists, conflict, modifiedMessage, notFound } from "@kubewright/apimachinery";
import type {
  ApplyBody,
  KubernetesObject,
  LabelSelector,
  ObjectBody,
  ResourceType,
  Stored,
} from "@kubewright/apimachinery";
import type { ClientWatchOptions, ListOptions, Patch, WatchEvent } from "../client/call-options.ts";
import { patchedObject } from "./fake-store.ts";
import type { FakeStore } from "./fake-store.ts";
import { placed } from "./resource-client.ts";
import type { ResourceClient } from "./resource-client.ts";

export type FakeVerb = "get" | "list" | "watch" | "create" | "update" | "patch" | "delete";

/** One call of a client. */
export interface FakeAction {
  readonly verb: FakeVerb;
  /** The plural of the kind. */
  readonly resource: string;
  readonly subresource?: "status";
  readonly namespace?: string;
  readonly name?: string;
  readonly object?: KubernetesObject;
}

/** Called before a call is executed. The caller receives the error that it throws. */
export type FakeReactor = (action: FakeAction) => void;

export class FakeClient<T extends KubernetesObject> implements ResourceClient<T> {
  readonly type: ResourceType<T>;
  declare readonly namespace?: string;
  readonly #store: FakeStore;
  readonly #act: (action: FakeAction) => void;
  readonly #where: { readonly namespace?: string };

  /** @param act records a call, and throws the error that a reactor throws. */
  constructor(
    type: ResourceType<T>,
    namespace: string | undefined,
    store: FakeStore,
    act: (action: FakeAction) => void,
  ) {
    this.type = type;
    if (namespace !== undefined) this.namespace = namespace;
    this.#store = store;
    this.#act = act;
    this.#where = inNamespace(namespace);
  }

  async get(name: string): Promise<Stored<T> | undefined> {
    this.#record("get", { name });
    return this.#stored(name);
  }

  async *list({ labelSelector }: ListOptions = {}): AsyncGenerator<Stored<T>> {
    this.#record("list");
    const scope = { ...this.#where, ...selectedBy(labelSelector) };
    for (const object of this.#store.list(this.type, scope)) yield object as Stored<T>; // Stored under its type.
  }

  async *watch({ labelSelector, resourceVersion, signal }: ClientWatchOptions = {}): AsyncGenerator<WatchEvent<T>> {
    this.#record("watch");
    const after = resourceVersion === undefined ? this.#store.version : Number(resourceVersion);
    const scope = { ...this.#where, ...selectedBy(labelSelector) };
    for await (const { type, object } of this.#store.events(this.type, scope, { after, signal }))
      yield { type, object: object as Stored<T> };
  }

  async create(object: ObjectBody<T>): Promise<Stored<T>> {
    const wanted = placed(this.type, object, this.namespace) as KubernetesObject; // A body of the kind, with its kind.
    const { name = "" } = wanted.metadata ?? {};
    this.#record("create", { name, object: wanted });
    if (this.#store.get(this.type, { ...wanted.metadata, name })) throw alreadyExists(resourceOf(this.type), name);
    return this.#write("ADDED", wanted);
  }

  async update(object: ObjectBody<T>): Promise<Stored<T>> {
    const { wanted, before } = this.#beforeUpdate(object, {});
    return this.#write("MODIFIED", { ...wanted, metadata: { ...wanted.metadata, uid: before.metadata.uid } });
  }

  async updateStatus(object: ObjectBody<T>): Promise<Stored<T>> {
    const { wanted, before } = this.#beforeUpdate(object, { subresource: "status" });
    const { status } = wanted as { readonly status?: unknown };
    const changed: KubernetesObject & { readonly status?: unknown } = { ...before, status };
    return this.#write("MODIFIED", changed);
  }

  async apply(configuration: ApplyBody<T>): Promise<Stored<T>> {
    const wanted = placed(this.type, configuration, this.namespace) as KubernetesObject; // A body of the kind, with its kind.
    const { name = "" } = wanted.metadata ?? {};
    this.#record("patch", { name, object: wanted });
    const before = this.#store.get(this.type, { ...wanted.metadata, name });
    if (!before) return this.#write("ADDED", wanted);
    return this.#write("MODIFIED", patchedObject(before, { type: "apply", body: wanted }));
  }

  async patch(name: string, patch: Patch): Promise<Stored<T>> {
    this.#record("patch", { name });
    return this.#write("MODIFIED", patchedObject(this.#existing(name), patch));
  }

  async delete(name: string): Promise<void> {
    this.#record("delete", { name });
    const object = this.#stored(name);
    if (object) this.#write("DELETED", object);
  }

  #record(verb: FakeVerb, more: Partial<FakeAction> = {}): void {
    this.#act({ verb, resource: this.type.plural, ...this.#where, ...more });
  }

  #beforeUpdate(
    object: ObjectBody<T>,
    subresource: Pick<FakeAction, "subresource">,
  ): { wanted: KubernetesObject; before: Stored<T> } {
    const wanted = placed(this.type, object, this.namespace) as KubernetesObject; // A body of the kind, with its kind.
    const { name = "", resourceVersion } = wanted.metadata ?? {};
    this.#record("update", { name, object: wanted, ...subresource });
    const before = this.#existing(name);
    if (resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion)
      throw conflict(resourceOf(this.type), name, modifiedMessage);
    return { wanted, before };
  }

  #stored(name: string): Stored<T> | undefined {
    return this.#store.get(this.type, { ...this.#where, name }) as Stored<T> | undefined; // Stored under its type.
  }

  #existing(name: string): Stored<T> {
    const object = this.#stored(name);
    if (!object) throw notFound(resourceOf(this.type), name);
    return object;
  }

  #write(event: "ADDED" | "MODIFIED" | "DELETED", object: KubernetesObject): Stored<T> {
    return this.#store.write(event, this.type, object) as Stored<T>;
  }
}

/** The scope of `namespace`: absent means all namespaces. */
export function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

/** The scope of a label selector, if there is one. */
export function selectedBy(selector: string | LabelSelector | undefined): {
  readonly labelSelector?: string | LabelSelector;
} {
  return selector === undefined ? {} : { labelSelector: selector };
}

function resourceOf({ group, plural }: ResourceType): { readonly group: string; readonly resource: string } {
  return { group, resource: plural };
}
