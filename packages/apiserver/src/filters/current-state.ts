// Rejects requests once a write could not be stored: the state in memory is then ahead of the directory. No response may reveal such a write.
import type { PathTarget, RequestTarget } from "../endpoints/path.ts";
import { isHealthEndpoint } from "../routes/health.ts";
import type { Engine } from "../registry/engine.ts";
import type { RequestHandler } from "./request-state.ts";

/** The paths of the server's own state. A server whose storage has failed still serves them. */
const operationalRoots: ReadonlySet<string> = new Set(["debug", "flagz", "metrics", "statusz", "version"]);

export interface CurrentStateOptions {
  readonly engine: Engine;
  /** Does due work, such as renewing the lease of the server. Must be quick. */
  readonly beforeRequest: () => void;
}

/** Throws a `StorageError` if a write could not be stored, unless the request is for an operational path. Then calls `beforeRequest`. */
export function withCurrentState(next: RequestHandler, { engine, beforeRequest }: CurrentStateOptions): RequestHandler {
  return (state) => {
    state.showsObjects = !isOperational(state.info.target);
    if (state.showsObjects) engine.store.assertHealthy();
    beforeRequest();
    return next(state);
  };
}

function isOperational(target: RequestTarget): boolean {
  return target.type === "path" && isOperationalRoot(target);
}

function isOperationalRoot({ segments: [root] }: PathTarget): boolean {
  return root !== undefined && (operationalRoots.has(root) || isHealthEndpoint(root));
}
