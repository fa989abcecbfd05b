/**
 * A client on an API server in memory, with the features of client-go's `testing.Fake`: initial objects, recorded actions and reactors. The server
 * does the rest, such as versions, conflicts, finalizers and watches.
 */
import { apiVersionOfType } from "@kubewright/apimachinery";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { TransportResponse } from "@kubewright/transport";
import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import type { MemoryApiServer } from "./contract.ts";
import { createMemoryApiServer } from "./memory-api-server.ts";
import type { ObjectFields } from "./other-writer.ts";
import type { MemoryRequest } from "./request-info.ts";
import { jsonResponse } from "./responses.ts";

/** A call that a fake client has sent. */
export interface Action {
  /** `get`, `list`, `watch`, `create`, `update`, `patch`, `delete` or `deletecollection`. */
  readonly verb: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  /** The plural. */
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  /** Absent for lists and watches, and for a create with `generateName`. */
  readonly name?: string;
  /** The object of a create or an update, and the configuration of an apply. */
  readonly object?: KubernetesObject;
  /** The body of a JSON or merge patch. */
  readonly patch?: unknown;
}

/**
 * Called before the server receives an action. If it returns an object, the object is the response and the server does not receive the action. If it
 * throws an `ApiError`, the response is its Status; after another error, the request has no response. If it returns undefined, the next reactor is
 * called, and then the server.
 */
export type Reactor = (
  action: Action,
) => KubernetesObject | undefined | void | Promise<KubernetesObject | undefined | void>;

/** The verb of an action, or `*` for all. */
export type ActionVerb = "*" | "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

export interface CreateFakeClientOptions {
  /** The types that the server serves. The client needs no discovery for them. */
  readonly types: readonly ResourceType[];
  /** The initial objects. Each must contain its apiVersion, kind and name, and its namespace if its kind is namespaced. */
  readonly objects?: readonly KubernetesObject[];
  /** For timestamps, retries and the end of watches. Default: timestamps do not advance, and retries wait on the system clock. */
  readonly clock?: Clock;
  /** For uids, generated names and the jitter of retries. Default: uids and names are the same in every run. */
  readonly random?: Random;
  /** The field manager of applies, which require one. Default: `fake`. */
  readonly fieldManager?: string;
}

/**
 * A client on an API server in memory.
 *
 * @see https://pkg.go.dev/k8s.io/client-go/testing#Fake
 */
export interface FakeClient {
  /** An ordinary client. Informers use its `raw`. */
  readonly client: Client;
  /** The server of the client. It corresponds to client-go's object tracker, with failures, held events and compaction. */
  readonly server: MemoryApiServer;
  /** The actions since the start or since {@link clearActions}, in order. Each page of a list is an action, and so is each attempt of a request. */
  actions(): readonly Action[];
  clearActions(): void;
  /**
   * Calls `reactor` for matching actions, before reactors that were added earlier, until the result is disposed.
   *
   * @param resource the plural, `*` for all, or a plural and a subresource such as `pods/status`. A plural includes its subresources.
   */
  prependReactor(verb: ActionVerb, resource: string, reactor: Reactor): Disposable;
}

/**
 * Creates a client on a new API server in memory. Nothing needs to be disposed.
 *
 * @throws {TypeError} if an object has no name or no namespace, or if its kind is not one of the types.
 */
export function createFakeClient(options: CreateFakeClientOptions): FakeClient {
  const { types, objects = [], clock, random, fieldManager = "fake" } = options;
  const seam = { ...(clock && { clock }), ...(random && { random }) };
  const server = createMemoryApiServer({ types, ...seam });
  for (const [index, object] of objects.entries()) {
    const type = typeOf(object, types, `objects[${index}]`);
    server.put(type, object as ObjectFields<KubernetesObject>); // typeOf() has found its name.
  }
  let cleared = 0;
  return {
    client: createClient({ transport: server.transport, types, fieldManager, ...seam }),
    server,
    actions: () => server.requests.slice(cleared).flatMap((request) => actionOf(request) ?? []),
    clearActions() {
      cleared = server.requests.length;
    },
    prependReactor: (verb, resource, reactor) =>
      server.intercept(async (request, next) => {
        const action = actionOf(request);
        if (action === undefined || !isHandled(action, verb, resource)) return await next();
        const object = await reactor(action);
        return object ? responseOf(action, object) : await next();
      }),
  };
}

function typeOf(object: KubernetesObject, types: readonly ResourceType[], path: string): ResourceType {
  const { apiVersion, kind, metadata } = object;
  const found = types.find((type) => apiVersionOfType(type) === apiVersion && type.kind === kind);
  if (!found) {
    const expected = types.map((type) => `${type.kind} in ${apiVersionOfType(type)}`).join(", ");
    throw new TypeError(
      `Cannot store ${path}: kind is "${kind}" in apiVersion "${apiVersion}", must be one of ${expected}`,
    );
  }
  if (!metadata?.name)
    throw new TypeError(`Cannot store ${path}: metadata.name is absent, must be the name of the ${kind}`);
  if (found.namespaced && !metadata.namespace) {
    throw new TypeError(
      `Cannot store ${path}: metadata.namespace is absent, must be the namespace of ${kind} "${metadata.name}"`,
    );
  }
  return found;
}

/** The action of a request; undefined for discovery. */
function actionOf(request: MemoryRequest): Action | undefined {
  const { verb, group, version, resource, subresource, namespace, name, body, contentType = "" } = request;
  if (resource === undefined) return undefined;
  const sent = body === "" ? undefined : (JSON.parse(body) as unknown);
  const isPatch = verb === "patch" && !contentType.startsWith("application/apply-patch");
  const hasObject = ["create", "update"].includes(verb) || (verb === "patch" && !isPatch);
  const object = hasObject ? (sent as KubernetesObject) : undefined; // The body of these verbs.
  const known = name ?? object?.metadata?.name;
  return {
    verb,
    group,
    version,
    resource,
    ...(subresource === undefined ? {} : { subresource }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(known === undefined ? {} : { name: known }),
    ...(object === undefined ? {} : { object }),
    ...(isPatch ? { patch: sent } : {}),
  };
}

function isHandled(action: Action, verb: ActionVerb, resource: string): boolean {
  if (verb !== "*" && verb !== action.verb) return false;
  const own = [action.resource, `${action.resource}/${action.subresource ?? ""}`];
  return resource === "*" || own.includes(resource);
}

function responseOf({ verb }: Action, object: KubernetesObject): TransportResponse {
  return jsonResponse(object, verb === "create" ? 201 : 200);
}
