/**
 * Objects in memory instead of a server, for tests of code that takes typed clients: what it did is recorded, and what it is to meet with is
 * prepared. They know names, versions and conflicts, and nothing else of what a server does: no defaults, no validation, no finalizers, no
 * selectors of fields. A test that depends on those belongs on the embedded API server, which starts as quickly.
 */
import { alreadyExists, conflict, encodeJson, modifiedMessage, notFound } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import type { Verbs } from "../verbs/verbs.ts";
import { createFakeStore, patchedObject } from "./fake-store.ts";
import { placed } from "./resource-client.ts";
import type { ResourceClient, ResourceClients } from "./resource-client.ts";

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

/** Called before a call is carried out: what it throws is what the caller gets. */
export type FakeReactor = (action: FakeAction) => void;

export interface FakeObjects extends ResourceClients {
  /** What was done, in order. */
  readonly actions: readonly FakeAction[];
  /** For informers. Lists and watches through it are recorded and may be prepared like all else. */
  readonly raw: Pick<Verbs, "listStream" | "watch">;
  /** Makes calls of this verb (`*`: every) on this resource (`*`: every) go through the reactor first, before those that were added earlier. */
  react(verb: FakeVerb | "*", resource: string, reactor: FakeReactor): void;
}

/** @param objects what is there at the beginning, each with its type. */
export function createFakeObjects(
  objects: readonly { readonly type: ResourceType; readonly object: KubernetesObject }[] = [],
): FakeObjects {
  const store = createFakeStore();
  for (const { type, object } of objects) store.write("ADDED", type, placed(type, object));
  const actions: FakeAction[] = [];
  const reactors: { readonly verb: string; readonly resource: string; readonly reactor: FakeReactor }[] = [];

  function act(action: FakeAction): void {
    actions.push(action);
    for (const { verb, resource, reactor } of reactors) {
      if (["*", action.verb].includes(verb) && ["*", action.resource].includes(resource)) reactor(action);
    }
  }

  return {
    actions,
    raw: {
      async *listStream(type, { namespace, labelSelector } = {}) {
        act({ verb: "list", resource: type.plural, ...whereOf(namespace) });
        for (const object of store.list(type, { ...whereOf(namespace), ...selectorOf(labelSelector) }))
          yield { kind: "item", bytes: bytesOf(object) };
        yield { kind: "end", resourceVersion: String(Math.max(1, store.version)) };
      },
      async *watch(type, { namespace, labelSelector, resourceVersion = "0", signal, onOpen } = {}) {
        act({ verb: "watch", resource: type.plural, ...whereOf(namespace) });
        onOpen?.();
        const scope = { ...whereOf(namespace), ...selectorOf(labelSelector) };
        const events = store.events(type, scope, { after: Number(resourceVersion), signal });
        for await (const event of events) yield { type: event.type, bytes: bytesOf(event.object) };
      },
    },
    react(verb, resource, reactor) {
      reactors.unshift({ verb, resource, reactor });
    },
    client: (type, namespace) => createFakeClient(type, namespace),
  };

  function createFakeClient<T extends KubernetesObject>(
    type: ResourceType<T>,
    namespace: string | undefined,
  ): ResourceClient<T> {
    const where = whereOf(namespace);
    const resource = { group: type.group, resource: type.plural };
    const note = (verb: FakeVerb, more: Partial<FakeAction> = {}): void =>
      act({ verb, resource: type.plural, ...where, ...more });
    const existing = (name: string): Stored<T> => {
      const object = store.get(type, { ...where, name });
      if (!object) throw notFound(resource, name);
      return object as Stored<T>; // Stored under its type.
    };
    const write = (event: "ADDED" | "MODIFIED" | "DELETED", object: KubernetesObject): Stored<T> =>
      store.write(event, type, object) as Stored<T>;
    const update = (object: T, subresource?: "status"): Stored<T> => {
      const wanted = placed(type, object, namespace);
      const { name = "", resourceVersion } = wanted.metadata ?? {};
      note("update", { name, object: wanted, ...(subresource ? { subresource } : {}) });
      const before = existing(name);
      if (resourceVersion !== undefined && resourceVersion !== before.metadata.resourceVersion)
        throw conflict(resource, name, modifiedMessage);
      const { status } = wanted as { readonly status?: unknown };
      const changed = { ...before, status };
      if (subresource) return write("MODIFIED", changed);
      return write("MODIFIED", { ...wanted, metadata: { ...wanted.metadata, uid: before.metadata.uid } });
    };

    return {
      type,
      ...where,
      async get(name) {
        note("get", { name });
        return store.get(type, { ...where, name }) as Stored<T> | undefined;
      },
      async *list({ labelSelector } = {}) {
        note("list");
        for (const object of store.list(type, { ...where, ...selectorOf(labelSelector) })) yield object as Stored<T>;
      },
      async *watch({ labelSelector, resourceVersion, signal } = {}) {
        note("watch");
        const after = resourceVersion === undefined ? store.version : Number(resourceVersion);
        const scope = { ...where, ...selectorOf(labelSelector) };
        for await (const { type: kind, object } of store.events(type, scope, { after, signal }))
          yield { type: kind, object: object as Stored<T> };
      },
      async create(object) {
        const wanted = placed(type, object, namespace);
        const { name = "" } = wanted.metadata ?? {};
        note("create", { name, object: wanted });
        if (store.get(type, { ...wanted.metadata, name })) throw alreadyExists(resource, name);
        return write("ADDED", wanted);
      },
      update: async (object) => update(object),
      updateStatus: async (object) => update(object, "status"),
      async apply(configuration) {
        const wanted = placed(type, configuration, namespace);
        const { name = "" } = wanted.metadata ?? {};
        note("patch", { name, object: wanted });
        const before = store.get(type, { ...wanted.metadata, name });
        if (!before) return write("ADDED", wanted);
        return write("MODIFIED", patchedObject(before, { type: "apply", body: wanted }));
      },
      async patch(name, patch) {
        note("patch", { name });
        return write("MODIFIED", patchedObject(existing(name), patch));
      },
      async delete(name) {
        note("delete", { name });
        const object = store.get(type, { ...where, name });
        if (object) write("DELETED", object);
      },
    };
  }
}

function whereOf(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined ? {} : { namespace };
}

function selectorOf<S>(labelSelector: S | undefined): { readonly labelSelector?: S } {
  return labelSelector === undefined ? {} : { labelSelector };
}

function bytesOf(object: KubernetesObject): Uint8Array {
  return new TextEncoder().encode(encodeJson(object));
}
