/**
 * A client on an API server in memory, with what client-go's `testing.Fake` offers to tests: initial objects, recorded actions, reactors. Everything else, such as
 * versions, conflicts, finalizers and watches, is the work of the server.
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
 * Called before the server receives an action. An object that it returns is the response, and the server does not receive the action; a thrown `ApiError` is the
 * response with its Status; another error is a request without a response. If it returns undefined, the action continues to the next reactor and then to the server.
 */
export type Reactor = (
  action: Action,
) => KubernetesObject | undefined | void | Promise<KubernetesObject | undefined | void>;

/** The verb of an action, or `*` for all. */
export type ActionVerb = "*" | "get" | "list" | "watch" | "create" | "update" | "patch" | "delete" | "deletecollection";

export interface CreateFakeClientOptions {
  /** The types that the server has. The client needs no discovery for them. */
  readonly types: readonly ResourceType[];
  /** The objects that exist at the start. Each contains its apiVersion, kind and name, and its namespace if its kind is namespaced. */
  readonly objects?: readonly KubernetesObject[];
  /** Time stamps, retries and the end of watches. Default: time stamps stand still, and retries wait on the system clock. */
  readonly clock?: Clock;
  /** Uids, generated names and the jitter of retries. Default: uids and names are the same in every run. */
  readonly random?: Random;
  /** Recorded in applies, which need one. Default: `fake`. */
  readonly fieldManager?: string;
}

/**
 * A client on an API server in memory.
 *
 * @see https://pkg.go.dev/k8s.io/client-go/testing#Fake
 */
export interface FakeClient {
  /** A client as any other. Its `raw` feeds informers. */
  readonly client: Client;
  /** The server of the client: client-go's object tracker, with failures, held events and compaction. */
  readonly server: MemoryApiServer;
  /** The actions since the start or since {@link clearActions}, in order. Each page of a list is one, and so is each attempt of a repeated request. */
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
 * @throws {TypeError} if an object has no name, lacks its namespace, or is of none of the types.
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
