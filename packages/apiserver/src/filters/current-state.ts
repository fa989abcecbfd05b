// Rejects requests once a write could not be stored: the state in memory is then ahead of the directory. No response may reveal such a write.
import type { RequestTarget } from "../request/path.ts";
import { isHealthEndpoint } from "../routes/health.ts";
import { hasOnlyBuiltinKinds } from "../registry/builtin-group.ts";
import type { Engine } from "../registry/engine.ts";
import type { Registry } from "../registry/registry.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

/** The paths of the server's own state. A server whose storage has failed still serves them. */
const operationalRoots: ReadonlySet<string> = new Set(["debug", "flagz", "metrics", "statusz", "version"]);

export interface CurrentStateOptions {
  readonly engine: Engine;
  /** Does due work, such as renewing the lease of the server. Must be quick. */
  readonly beforeRequest: () => void;
}

/** Throws a `StorageError` if a write could not be stored and the response may show it. Then calls `beforeRequest`. */
export function withCurrentState(next: RequestHandler, { engine, beforeRequest }: CurrentStateOptions): RequestHandler {
  const { registry, store } = engine;
  const nextOfDiscovery = async (state: RequestState): Promise<ServerResponse> => {
    const response = await next(state);
    state.showsObjects = showsObjects(state.info.target, registry); // A custom resource may have been added meanwhile.
    return response;
  };
  return (state) => {
    state.showsObjects = showsObjects(state.info.target, registry);
    if (state.showsObjects) store.assertHealthy();
    beforeRequest();
    return state.showsObjects ? next(state) : nextOfDiscovery(state);
  };
}

/** Whether the response to a request may reveal stored objects, such as definitions. */
function showsObjects(target: RequestTarget, registry: Registry): boolean {
  if (target.type !== "path") return true;
  const [root, ...rest] = target.segments;
  if (root === undefined) return true;
  if (operationalRoots.has(root) || isHealthEndpoint(root)) return false;
  const discovery = root === "openapi" && rest[0] === "v3" ? rest.slice(1) : target.segments;
  return !isBuiltinDiscovery(discovery, registry);
}

/** Whether a path is that of the core group or of another group without custom resources. The list of all groups shows definitions. */
function isBuiltinDiscovery([root, group]: readonly string[], registry: Registry): boolean {
  return root === "api" || (root === "apis" && group !== undefined && hasOnlyBuiltinKinds(registry, group));
}
