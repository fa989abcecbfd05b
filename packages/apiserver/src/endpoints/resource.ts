// Requests to resources: finds the resource and the verb, or responds with 404 or 405 and the message of kube-apiserver. Authorization precedes it, so
// unauthorized clients cannot discover resources.
import { badRequest, methodNotAllowed, methodNotSupported, notFound, resourceNotFound } from "@kubewright/apimachinery";
import { isBuiltinGroup } from "../registry/builtin-group.ts";
import { groupResourceOf } from "../registry/error-names.ts";
import { untilEnd } from "../registry/deadline.ts";
import type { Registry, VersionedResource } from "../registry/registry.ts";
import type { Verb } from "../registry/strategy.ts";
import { assertBody } from "./body-limit.ts";
import { getComputed, listComputed } from "./computed.ts";
import { create } from "./create.ts";
import { remove, removeCollection } from "./delete.ts";
import { get } from "./get.ts";
import { list } from "./list.ts";
import { patch } from "./patch.ts";
import type { ResourceTarget } from "./path.ts";
import { requestEndOf } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { pathNotFound } from "../http/responses.ts";
import { serveSubresource } from "./subresources.ts";
import { update } from "./update.ts";
import { watch } from "./watch.ts";

/** The resource that a target names, or the response to a target that names no resource. */
export type Resolution =
  | { readonly found: true; readonly resource: VersionedResource; readonly namespace: string }
  | { readonly found: false; readonly response: () => ServerResponse };

/** Looks up the resource of a target. */
export function resolveTarget(registry: Registry, target: ResourceTarget): Resolution {
  const { group, version } = target;
  const resource = registry.find(group, version, target.resource);
  if (resource === undefined) {
    return { found: false, response: isBuiltinGroup(registry, group) ? thrower(resourceNotFound) : pathNotFound };
  }
  const { namespaced, custom } = resource;
  const nowhere = { found: false, response: custom ? pathNotFound : thrower(resourceNotFound) } as const;
  // Only the path of a namespaced object has a namespace. Lists may span all namespaces.
  if (!namespaced) return target.inNamespace ? nowhere : { found: true, resource, namespace: "" };
  if (!target.inNamespace && target.name !== "" && !target.watchPrefix) return nowhere;
  return { found: true, resource, namespace: target.inNamespace ? target.namespace : "" };
}

/** Serves a request to a resource. A converter that does not return ends the request at its deadline, or when its client disconnects. */
export function serveResource(scope: Scope): Promise<ServerResponse> {
  const serving = serveVerb(scope);
  if (scope.resource.strategy.converter?.type !== "ahead") return serving;
  return untilEnd(requestEndOf(scope), serving);
}

async function serveVerb(scope: Scope): Promise<ServerResponse> {
  const { resource, target, verb } = scope;
  const { version } = resource;
  // A HEAD is authorized as a GET, and then kube-apiserver has no route for it.
  if (verb === undefined || scope.request.method === "HEAD") throw methodNotAllowed();
  if (target.subresource !== "") {
    const subresource = resource.subresources?.find(
      ({ name, versions }) =>
        name === target.subresource && (versions === undefined || versions.includes(version.name)),
    );
    if (subresource === undefined)
      throw resource.custom ? notFound(groupResourceOf(resource), target.name) : resourceNotFound();
    const has: readonly string[] = subresource.verbs;
    if (!has.includes(verb)) {
      throw resource.custom ? methodNotSupported(groupResourceOf(resource), verb) : methodNotAllowed();
    }
    warnOfDeprecation(scope);
    if (subresource.type !== "connect") assertBody(scope, verb);
    return serveSubresource(scope, subresource, verb);
  }
  const isAcrossNamespaces = resource.namespaced && !target.inNamespace;
  // A review has only the path of its creates.
  if (resource.review !== undefined && (target.name !== "" || isAcrossNamespaces)) throw resourceNotFound();
  // kube-apiserver has routes for built-in kinds, and one handler for all paths of custom resources.
  if (target.name === "" && (verb === "update" || verb === "patch")) {
    throw resource.custom && !isAcrossNamespaces ? badRequest("name must be provided") : methodNotAllowed();
  }
  if (target.name !== "" && verb === "create" && !resource.custom) throw methodNotAllowed();
  if (resource.compute !== undefined && verb === "watch") {
    warnOfDeprecation(scope);
    throw methodNotSupported(groupResourceOf(resource), verb);
  }
  if (!resource.verbs.includes(verb)) throw methodNotAllowed();
  if (isAcrossNamespaces && (verb === "create" || verb === "deletecollection")) {
    return rejectOutsideNamespace(resource.custom);
  }
  warnOfDeprecation(scope);
  assertBody(scope, verb);
  return verbs[verb](scope);
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

function rejectOutsideNamespace(custom: boolean): ServerResponse {
  if (custom) return pathNotFound();
  throw methodNotAllowed();
}

function thrower(error: () => Error): () => never {
  return () => {
    throw error();
  };
}
