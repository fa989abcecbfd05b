/**
 * Objects in memory instead of a server, for tests of code that takes typed clients: calls are recorded, and a test can prepare errors. Names,
 * versions and conflicts work as on a server; there are no defaults, no validation, no finalizers and no field selectors. Tests that depend on
 * those use the embedded API server, which starts as quickly.
 */
import { encodeJson } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Verbs } from "../verbs/verbs.ts";
import { FakeClient, inNamespace, selectedBy } from "./fake-client.ts";
import type { FakeAction, FakeReactor, FakeVerb } from "./fake-client.ts";
import { createFakeStore } from "./fake-store.ts";
import { placed } from "./resource-client.ts";
import type { ResourceClients } from "./resource-client.ts";

export interface FakeObjects extends ResourceClients {
  /** The calls so far, in order. */
  readonly actions: readonly FakeAction[];
  /** For informers. Lists and watches through it are recorded, and reactors apply to them. */
  readonly raw: Pick<Verbs, "listStream" | "watch">;
  /** Calls `reactor` first for each call of this verb (`*`: every) on this resource (`*`: every), before reactors that were added earlier. */
  react(verb: FakeVerb | "*", resource: string, reactor: FakeReactor): void;
}

/** @param objects the initial objects, each with its type. */
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
        act({ verb: "list", resource: type.plural, ...inNamespace(namespace) });
        const objects = store.list(type, { ...inNamespace(namespace), ...selectedBy(labelSelector) });
        yield { kind: "items", items: Array.from(objects, (object) => ({ bytes: bytesOf(object) })) };
        yield { kind: "end", resourceVersion: String(Math.max(1, store.version)) };
      },
      async *watch(type, { namespace, labelSelector, resourceVersion = "0", signal, onOpen } = {}) {
        act({ verb: "watch", resource: type.plural, ...inNamespace(namespace) });
        onOpen?.();
        const scope = { ...inNamespace(namespace), ...selectedBy(labelSelector) };
        const events = store.events(type, scope, { after: Number(resourceVersion), signal });
        for await (const event of events) yield { type: event.type, bytes: bytesOf(event.object) };
      },
    },
    react(verb, resource, reactor) {
      reactors.unshift({ verb, resource, reactor });
    },
    client: (type, namespace) => new FakeClient(type, namespace, store, act),
  };
}

function bytesOf(object: KubernetesObject): Uint8Array {
  return new TextEncoder().encode(encodeJson(object));
}
