/** An API server in memory for tests. Programs do not import this entry. */
export { createMemoryApiServer } from "./memory-api-server.ts";
export type { CreateMemoryApiServerOptions, MemoryApiServer } from "./contract.ts";
export type { ObjectFields } from "./other-writer.ts";
export type { FailNextOptions, Interceptor } from "./interceptors.ts";
export type { MemoryRequest, RequestInfo } from "./request-info.ts";
export { errorResponse, jsonResponse } from "./responses.ts";
