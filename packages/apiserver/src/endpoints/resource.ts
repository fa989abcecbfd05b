// Requests to resources: finds the resource and the verb, or responds with 404 or 405 and the message of kube-apiserver. Authorization precedes it, so
// unauthorized clients cannot discover resources.
import { badRequest, methodNotAllowed, methodNotSupported, notFound, resourceNotFound } from "@kubewright/apimachinery";
import { isBuiltinGroup } from "../registry/builtin-group.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { untilEnd } from "../turns/deadline.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Verb } from "../contracts/strategy.ts";
import { unreadBodyOf, withBody } from "../bodies/body-limit.ts";
import { getComputed, listComputed } from "../reads/computed.ts";
import { create } from "./create.ts";
import { remove, removeCollection } from "./delete.ts";
import { get } from "../reads/get.ts";
import { list } from "../reads/list.ts";
import { assertKey } from "../request/object-key.ts";
import { patch } from "./patch.ts";
import type { ResourceTarget } from "../request/path.ts";
import { requestEndOf } from "../request/scope.ts";
import type { Scope } from "../request/scope.ts";
import type { ServerResponse, UnreadBody } from "../http/server-request.ts";
import { pathNotFound } from "../http/responses.ts";
import { serveSubresource } from "./subresources.ts";
import { update } from "./update.ts";
import { watch } from "../watch/watch.ts";

/** The resource that a target names, or the response to a target that names no resource. */
export type Resolution =
  | { readonly found: true; readonly resource: VersionedResource; readonly namespace: string }
  | { readonly found: false; readonly response: () => ServerResponse };

/** Looks up the resource of a target. */
export function resolveTarget(registry: Registry, target: ResourceTarget, verb: Verb | undefined): Resolution {
  const { group, version } = target;
  const resource = registry.find(group, version, target.resource);
  if (resource === undefined) {
    return { found: false, response: isBuiltinGroup(registry, group) ? thrower(resourceNotFound) : pathNotFound };
  }
  const { namespaced, custom } = resource;
  const isRouted = custom ? isCustomRoute(target, namespaced, verb) : isBuiltinRoute(target, resource);
  if (!isRouted) return { found: false, response: custom ? pathNotFound : thrower(resourceNotFound) };
  return { found: true, resource, namespace: namespaced && target.inNamespace ? target.namespace : "" };
}

/** Only the path of a namespaced object has a namespace. Lists and watches may span all namespaces. */
function isCustomRoute({ namespace }: ResourceTarget, namespaced: boolean, verb: Verb | undefined): boolean {
  if (!namespaced) return namespace === "";
  return namespace !== "" || verb === "list" || verb === "watch";
}

/** kube-apiserver has a route for each form of the path of a built-in resource. */
function isBuiltinRoute(
  target: ResourceTarget,
  { namespaced, verbs: has, compute, subresources }: VersionedResource,
): boolean {
  const { prefix, inNamespace, name, subresource, rest } = target;
  if (inNamespace ? !namespaced : namespaced && (name !== "" || subresource !== "")) return false;
  if (prefix === "proxy") return false;
  if (prefix === "watch") return subresource === "" && has.includes("watch") && compute === undefined;
  return rest.length === 0 || (subresource === "proxy" && subresources?.some((each) => each.name === "proxy") === true);
}

/** Serves a request to a resource. A converter that does not return ends the request at its deadline, or when its client disconnects. */
export function serveResource(scope: Scope): Promise<ServerResponse> {
  const serving = serveVerb(scope);
  if (scope.resource.strategy.converter?.type !== "ahead") return serving;
  return untilEnd(requestEndOf(scope), serving);
}

async function serveVerb(scope: Scope): Promise<ServerResponse> {
  const { resource, target, verb, request, namespace } = scope;
  if (target.subresource !== "") return serveSubresourceVerb(scope);
  const isAcrossNamespaces = resource.namespaced && !target.inNamespace;
  // A review has only the path of its creates.
  if (resource.review !== undefined && (target.name !== "" || isAcrossNamespaces)) throw resourceNotFound();
  if (verb === undefined) throw notServed(scope);
  // A HEAD of a built-in kind is authorized as a GET, and then kube-apiserver has no route for it. The prefix `watch` has routes for GET.
  if (!resource.custom && request.method !== "GET" && (request.method === "HEAD" || target.prefix === "watch")) {
    throw methodNotAllowed();
  }
  // kube-apiserver has routes for built-in kinds, and one handler for all paths of custom resources.
  if (target.name === "" && (verb === "update" || verb === "patch")) {
    throw resource.custom ? badRequest("name must be provided") : methodNotAllowed();
  }
  if (target.name !== "" && verb === "create" && !resource.custom) throw methodNotAllowed();
  if (resource.compute !== undefined && verb === "watch") {
    warnOfDeprecation(scope);
    throw methodNotSupported(groupResourceOf(resource), verb);
  }
  if (!resource.verbs.includes(verb)) throw methodNotAllowed();
  if (isAcrossNamespaces && (verb === "create" || verb === "deletecollection")) throw methodNotAllowed();
  if (verb === "patch" || verb === "delete") assertKey(resource, namespace, target.name);
  warnOfDeprecation(scope);
  const unread = unreadBodyOf(scope, verb);
  return unread === undefined ? verbs[verb](scope) : serveWithBody(scope, unread);
}

/** Reads the body and begins again: the resource may have changed meanwhile. */
async function serveWithBody(scope: Scope, unread: UnreadBody): Promise<ServerResponse> {
  const request = await withBody(scope, unread);
  const resolution = resolveTarget(scope.engine.registry, scope.target, scope.verb);
  if (!resolution.found) return resolution.response();
  return serveVerb({ ...scope, request, resource: resolution.resource });
}

async function serveSubresourceVerb(scope: Scope): Promise<ServerResponse> {
  const { resource, target, namespace } = scope;
  const subresource = resource.subresources?.find(
    ({ name, versions }) =>
      name === target.subresource && (versions === undefined || versions.includes(resource.version.name)),
  );
  if (subresource === undefined) {
    throw resource.custom ? notFound(groupResourceOf(resource), target.name) : resourceNotFound();
  }
  const verb = subresourceVerb(scope);
  const has: readonly string[] = subresource.verbs;
  if (verb === undefined || !has.includes(verb)) throw notServed(scope);
  const isConnection = subresource.type === "connect"; // It checks the name after its options.
  if (target.name === "" || (verb === "patch" && !isConnection)) assertKey(resource, namespace, target.name);
  warnOfDeprecation(scope);
  const unread = isConnection ? undefined : unreadBodyOf(scope, verb);
  return unread === undefined ? serveSubresource(scope, subresource, verb) : serveWithBody(scope, unread);
}

/** The verb of a request to a subresource. The routes of built-in kinds accept an empty name, and those of proxies all methods of HTTP but TRACE. */
function subresourceVerb({ resource, target, verb, request: { method } }: Scope): Verb | undefined {
  if (resource.custom) return verb;
  const isProxied = target.subresource === "proxy" && (method === "HEAD" || method === "OPTIONS");
  if (isProxied || (method === "GET" && target.name === "")) return "get";
  if (method === "DELETE") return "delete";
  return method === "HEAD" ? undefined : verb;
}

/** 405. The handler of custom resources reports the verb, which is empty for a method without one. */
function notServed({ resource, verb, target }: Scope): Error {
  return resource.custom ? methodNotSupported(groupResourceOf(resource), verb ?? target.prefix) : methodNotAllowed();
}

function warnOfDeprecation({ resource, warnings }: Scope): void {
  const { deprecationWarning } = resource.version;
  if (deprecationWarning !== undefined) warnings.add(deprecationWarning);
}

const verbs: { readonly [V in Verb]: (scope: Scope) => Promise<ServerResponse> } = {
  create,
  get: (scope) => (scope.resource.compute === undefined ? get(scope) : getComputed(scope)),
  list: (scope) => (scope.resource.compute === undefined ? list(scope) : listComputed(scope)),
  watch,
  update: (scope) => update(scope, scope.resource.strategy),
  patch: (scope) => patch(scope, scope.resource.strategy),
  delete: remove,
  deletecollection: removeCollection,
};

function thrower(error: () => Error): () => never {
  return () => {
    throw error();
  };
}
