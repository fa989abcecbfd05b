/** The observer of clients, which `telemetry` implements as metrics and logs. All of its methods are optional. */

/** One request that has ended, with or without a response. A watch or list ends with its stream. */
export interface RequestReport {
  /** The HTTP method, in upper case. */
  readonly method: string;
  /** The API verb: "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", or "raw". */
  readonly verb: string;
  /** The server as named by `createClient({ host })`; "in-process" by default. */
  readonly host: string;
  /** The plural of the resource, "" for a request without a resource (discovery). */
  readonly resource: string;
  /** The HTTP status code, or `undefined` without a response. */
  readonly code: number | undefined;
  /** The size of the request's body. */
  readonly requestBytes: number;
  /** From sending to the first byte of the response, in milliseconds. */
  readonly latencyMs: number;
}

/** The lanes of a request budget: Leases, status writes and deletes are "urgent", lists are "bulk". */
export type BudgetLane = "urgent" | "default" | "bulk";

/** A request that has waited for the budget of its host. */
export interface DelayedRequest {
  readonly verb: string;
  readonly host: string;
  readonly lane: BudgetLane;
  readonly waitedMs: number;
}

/** A `Warning` header of a response (obsolete in RFC 9111, used by Kubernetes with the code 299). */
export interface ServerWarning {
  readonly code: number;
  readonly agent: string;
  readonly text: string;
}

/** Receives the events of a client. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface ClientObserver {
  readonly requestEnded?: (report: RequestReport) => void;
  /** A response's body was read to its end or abandoned. Not called for watches. */
  readonly responseRead?: (event: { readonly verb: string; readonly host: string; readonly bytes: number }) => void;
  /** Called before a request is retried; `attempt` is 1 for the first retry. */
  readonly requestRetried?: (report: RequestReport & { readonly attempt: number; readonly afterMs: number }) => void;
  /** A request that has waited for the budget of its host is sent. Not called for requests that did not wait. */
  readonly requestDelayed?: (event: DelayedRequest) => void;
  /** Called with each warning of each response. Show it to the user: it names a deprecated API or a mistake in an object. */
  readonly warned?: (warning: ServerWarning) => void;
}
