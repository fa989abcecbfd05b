import type { ServerRequest, ServerResponse } from "../endpoints/server-request.ts";
import { pathNotFound } from "../endpoints/server-request.ts";
import type { Registry } from "../registry/registry.ts";

export interface OpenApi {
  readonly serve: (segments: readonly string[], request: ServerRequest) => ServerResponse;
  readonly paths: () => readonly string[];
}
export function createOpenApi(_registry: Registry): OpenApi {
  return { serve: pathNotFound, paths: () => [] };
}
