// Makes all writes durable before a request reads. No response with objects may reveal a write that a crash could undo.
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

/**
 * Makes all writes durable, unless the request is for an operational path, then calls `beforeRequest`. Throws a `StorageError` if the writes
 * cannot become durable.
 */
export function withCurrentState(next: RequestHandler, { engine, beforeRequest }: CurrentStateOptions): RequestHandler {
  return (state) => {
    if (!isOperational(state.info.target)) engine.store.flush();
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
