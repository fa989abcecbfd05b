// The state of one request. A filter sets fields that the filters and endpoints inside it read, and that `finishResponse` adds to the response.
import { anonymous } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Flow } from "../flow-control/classifier.ts";
import type { AuditedRequest } from "../http/audited-object.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { RequestInfo } from "./request-info.ts";

/**
 * Serves a request, or throws an `ApiError`. A filter is a function from the handler inside it to a handler. Filters are applied once, when the server
 * starts. A filter that does not wait returns the result of the inner handler unchanged.
 */
export type RequestHandler = (state: RequestState) => ServerResponse | Promise<ServerResponse>;

/** A request that failed, without its credentials, query and body, so that it can be logged. */
export interface FailedRequest {
  readonly method: string;
  readonly path: string;
  /** The audit ID, which the response has as a header. */
  readonly auditId: string;
}

/** A class, so that all requests have the same hidden class. */
export class RequestState {
  readonly request: ServerRequest;
  readonly info: RequestInfo;
  /** When the head of the request arrived, by the clock's `now()`. */
  readonly receivedAtMs: number;
  auditId = "";
  /** When the request ends, by the clock's `now()`; `undefined` if it is long-running. */
  endsAtMs: number | undefined = undefined;
  /** Texts of `Warning` headers. */
  readonly warnings: Set<string> = new Set();
  /** The annotations of the audit event. */
  readonly auditAnnotations: Map<string, string> = new Map();
  /** What the endpoint reports for the audit event. */
  readonly audited: AuditedRequest = {};
  /** The verb of the constrained mode that permitted the impersonation. */
  impersonationConstraint: string | undefined = undefined;
  /** The user before impersonation; `undefined` before authentication, and without audit events. */
  authenticatedUser: UserInfo | undefined = undefined;
  /** The error that the response reports. */
  failure: unknown = undefined;
  /** The user of the request: first the authenticated one, then the impersonated one. */
  user: UserInfo = anonymous;
  flow: Flow | undefined = undefined;
  /** Whether authentication has found no valid credentials. */
  isUnauthenticated = false;
  /** Called once, when the handler has returned the response. */
  onEnd: (() => void) | undefined = undefined;
  /** Whether the request has passed all filters, so that errors are those of its endpoint. */
  isRouted = false;
  /** Whether the response may reveal stored objects, so that it waits until they are durable. */
  showsObjects = false;
  /** The resource that serves the request; `undefined` for other paths and unknown resources. */
  resource: VersionedResource | undefined = undefined;

  constructor(request: ServerRequest, info: RequestInfo, receivedAtMs: number) {
    this.request = request;
    this.info = info;
    this.receivedAtMs = receivedAtMs;
  }

  /** The request for `onInternalError`. */
  get failedRequest(): FailedRequest {
    const { method, path } = this.request;
    return { method, path, auditId: this.auditId };
  }
}
