// Parses the method, the path and the query of a request. All filters and endpoints use this result.
// https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/endpoints/request/requestinfo.go
import type { RequestTarget } from "../endpoints/path.ts";
import { isWatch, parsePath, verbOf } from "../endpoints/path.ts";
import type { ServerRequest } from "../http/server-request.ts";
import type { Verb } from "../registry/strategy.ts";

export interface RequestInfo {
  /** `undefined`: the path is malformed. */
  readonly target: RequestTarget | undefined;
  /** The verb of a request to a resource; `undefined` for other paths, and for methods without a verb. */
  readonly verb: Verb | undefined;
  /** A watch, a stream or a profile, which has no deadline. */
  readonly isLongRunning: boolean;
}

/** Subresources whose requests have no time limit. */
export const longRunningSubresources: ReadonlySet<string> = new Set(["attach", "exec", "log", "portforward", "proxy"]);

/** Parses a request. */
export function requestInfoOf({ method, path, query }: ServerRequest): RequestInfo {
  const target = parsePath(path);
  if (target?.type !== "resource") {
    return { target, verb: undefined, isLongRunning: path.startsWith("/debug/pprof/") };
  }
  const verb = verbOf(method, target, isWatch(query));
  return { target, verb, isLongRunning: verb === "watch" || longRunningSubresources.has(target.subresource) };
}
