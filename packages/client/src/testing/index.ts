/** An API server in memory for tests, a client on it, and stored objects. Programs do not import this entry. */
export { createFakeClient } from "./fake-client.ts";
export type { Action, ActionVerb, CreateFakeClientOptions, FakeClient, Reactor } from "./fake-client.ts";
export { createMemoryApiServer } from "./memory-api-server.ts";
export type { CreateMemoryApiServerOptions, MemoryApiServer } from "./contract.ts";
export type { ObjectFields } from "./other-writer.ts";
export type { FailNextOptions, Interceptor } from "./interceptors.ts";
export type { MemoryRequest, RequestInfo } from "./request-info.ts";
export { storedObject } from "./stored-object.ts";
export type { StoredObjectFields } from "./stored-object.ts";
export { errorResponse, jsonResponse } from "./responses.ts";
