// Parses the method, the path and the query of a request. All filters and endpoints use this result.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go
import {
  isApiError,
  isPathSegmentName,
  parseFieldSelector,
  parseLabelSelector,
  quoteGoString,
  SelectorSyntaxError,
} from "@kubewright/apimachinery";
import type { AccessRequest, ResourceAccess } from "../authorization/authorizer.ts";
import { parsePath, verbOf } from "../request/path.ts";
import type { RequestTarget, ResourceTarget } from "../request/path.ts";
import { selectedNameIn } from "../reads/selection.ts";
import { parseInteger } from "../http/query-values.ts";
import { textResponse } from "../http/responses.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { Verb } from "../contracts/strategy.ts";

export interface RequestInfo {
  /** The decoded path. */
  readonly path: string;
  readonly target: RequestTarget;
  /** The verb of a request to a resource; `undefined` for other paths, and for methods and prefixes without an endpoint. */
  readonly verb: Verb | undefined;
  /** The access that the request requires, for authorization and flow control. */
  readonly access: Omit<AccessRequest, "user">;
  /** A watch, a stream or a profile, which has no deadline. */
  readonly isLongRunning: boolean;
}

/** Subresources whose requests have no time limit. */
export const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

const longRunningVerbs: ReadonlySet<string> = new Set(["watch", "proxy"]);

/** Parses a request. Returns the response to a path that cannot be parsed, which is sent before any other filter. */
export function requestInfoOf({ method, path: encoded, query }: ServerRequest): RequestInfo | ServerResponse {
  const parsed = parsePath(encoded);
  if (parsed === undefined) return textResponse(400, "400 Bad Request");
  const { path, target } = parsed;
  if (target === undefined) return undeterminedTarget(encoded, query);
  if (target.type === "path") {
    const access = { verb: method.toLowerCase(), target: { type: "path", path } } as const;
    return { path, target, verb: undefined, access, isLongRunning: path.startsWith("/debug/pprof/") };
  }
  const verb = verbOf(method, target, query);
  const access = { verb: verb ?? target.prefix, target: accessTarget(target, verb, query) };
  const isLongRunning = longRunningVerbs.has(access.verb) || longRunningSubresources.has(target.subresource);
  return { path, target, verb, access, isLongRunning };
}

function undeterminedTarget(path: string, query: URLSearchParams): ServerResponse {
  const url = query.size === 0 ? path : `${path}?${query.toString().replaceAll("+", "%20")}`;
  const problem = `failed to create RequestInfo: unable to determine kind and namespace from url, ${url}`;
  const headers = { "x-content-type-options": "nosniff" };
  return textResponse(500, `Internal Server Error: ${quoteGoString(url)}: ${problem}\n`, headers);
}

function accessTarget(
  { group, version, resource, subresource, namespace, name, prefix }: ResourceTarget,
  verb: Verb | undefined,
  query: URLSearchParams,
): ResourceAccess {
  // A user with access to one object by name may list and watch it by that name.
  const isSelection = name === "" && prefix === "" && (verb === "list" || verb === "watch");
  return {
    type: "resource",
    group,
    version,
    resource,
    subresource,
    namespace,
    name: isSelection ? selectedName(query) : name,
  };
}

/** The name in the field selector; `""` if the options are invalid or the name is not a path segment. The endpoint rejects the options. */
function selectedName(query: URLSearchParams): string {
  const selector = query.get("fieldSelector");
  if (selector === null) return "";
  try {
    parseInteger(query.get("timeoutSeconds"));
    parseInteger(query.get("limit"));
    parseLabelSelector(query.get("labelSelector") ?? "");
    const name = selectedNameIn(parseFieldSelector(selector)) ?? "";
    return isPathSegmentName(name).length === 0 ? name : "";
  } catch (error) {
    if (isApiError(error) || error instanceof SelectorSyntaxError) return "";
    throw error;
  }
}
