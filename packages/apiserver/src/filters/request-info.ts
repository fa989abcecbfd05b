// Parses the method, the path and the query of a request. All filters and endpoints use this result.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go
import { parseFieldSelector, SelectorSyntaxError } from "@kubewright/apimachinery";
import type { AccessRequest, ResourceAccess } from "../authorization/authorizer.ts";
import type { RequestTarget, ResourceTarget } from "../endpoints/path.ts";
import { parsePath, verbOf } from "../endpoints/path.ts";
import type { ServerRequest } from "../http/server-request.ts";
import type { Verb } from "../registry/strategy.ts";

export interface RequestInfo {
  /** `undefined`: the path is malformed. */
  readonly target: RequestTarget | undefined;
  /** The verb of a request to a resource; `undefined` for other paths, and for methods without a verb. */
  readonly verb: Verb | undefined;
  /** The access that the request requires, for authorization and flow control. */
  readonly access: Omit<AccessRequest, "user">;
  /** A watch, a stream or a profile, which has no deadline. */
  readonly isLongRunning: boolean;
}

/** Subresources whose requests have no time limit. */
export const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Parses a request. */
export function requestInfoOf({ method, path, query }: ServerRequest): RequestInfo {
  const target = parsePath(path);
  if (target?.type !== "resource") {
    const access = { verb: method.toLowerCase(), target: { type: "path", path } } as const;
    return { target, verb: undefined, access, isLongRunning: path.startsWith("/debug/pprof/") };
  }
  const verb = verbOf(method, target, query);
  const access = { verb: verb ?? method.toLowerCase(), target: accessTarget(target, verb, query) };
  return { target, verb, access, isLongRunning: verb === "watch" || longRunningSubresources.has(target.subresource) };
}

function accessTarget(
  { group, version, resource, subresource, namespace, name }: ResourceTarget,
  verb: Verb | undefined,
  query: URLSearchParams,
): ResourceAccess {
  const isCollection = verb === "list" || verb === "watch" || verb === "deletecollection";
  // A user with access to one object by name may list and watch it by that name.
  const accessedName = name === "" && isCollection ? selectedName(query) : name;
  return { type: "resource", group, version, resource, subresource, namespace, name: accessedName };
}

function selectedName(query: URLSearchParams): string {
  const selector = query.get("fieldSelector");
  if (selector === null) return "";
  try {
    const requirements = parseFieldSelector(selector);
    return requirements.find(({ field, operator }) => field === "metadata.name" && operator === "=")?.value ?? "";
  } catch (error) {
    if (error instanceof SelectorSyntaxError) return ""; // The endpoint rejects the selector.
    throw error;
  }
}
