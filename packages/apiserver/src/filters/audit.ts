// Audit: identifies each request by an audit ID, for the logs of clients and servers, and makes the events of each request.
// https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
import { formatGoDuration, isApiError } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import { RequestTimeoutError } from "../request/request-deadline.ts";
import { afterBody } from "../http/after-body.ts";
import type { ServerResponse } from "../http/server-request.ts";
import { StorageError } from "../storage/durable/errors.ts";
import type { AuditedStatus, AuditEvent, AuditStage } from "./audit-event.ts";
import { auditedStatusOf, auditEventOf, unfinishedStatus } from "./audit-event.ts";
import type { FailedRequest, RequestHandler, RequestState } from "./request-state.ts";

export interface AuditOptions {
  /** Called with each event of a request, in the order of its stages. What it throws is passed to `onInternalError`. Default: there are no events. */
  readonly onAuditEvent?: ((event: AuditEvent) => void) | undefined;
  readonly onInternalError: (error: unknown, request: FailedRequest) => void;
  readonly clock: Clock;
}

/** Sets the audit ID: the client's, from its `Audit-ID` header, or a new one. The response has it as a header. */
export function withAuditInit(next: RequestHandler, random: Random): RequestHandler {
  return (state) => {
    const sent = headerOf(state.request.headers, "audit-id") ?? "";
    state.auditId = sent === "" ? random.uuid() : sent;
    return next(state);
  };
}

/** Makes the first event of an authenticated request. Its place is between authentication and impersonation, so that events have both users. */
export function withAuditReceived(next: RequestHandler, options: AuditOptions): RequestHandler {
  if (options.onAuditEvent === undefined) return next;
  return (state) => {
    state.authenticatedUser = state.user;
    record(options, state, "RequestReceived");
    return next(state);
  };
}

/**
 * Makes the last events of a request. Its place is outside of the filter that converts errors to responses, so that events have what the client
 * receives. A request whose client disconnects has an event, too.
 */
export function withAuditOutcome(next: RequestHandler, options: AuditOptions): RequestHandler {
  if (options.onAuditEvent === undefined) return next;
  return async (state) => {
    try {
      return recordResponse(options, state, await next(state));
    } catch (error) {
      recordEnd(options, state, unfinishedStatus("context canceled"));
      throw error;
    }
  };
}

function recordResponse(options: AuditOptions, state: RequestState, response: ServerResponse): ServerResponse {
  const status =
    state.failure instanceof RequestTimeoutError
      ? unfinishedStatus("context deadline exceeded")
      : auditedStatusOf(response);
  // The events of requests that are rejected before their authentication are those of long-running requests, but have no end.
  if (state.info.isLongRunning || state.authenticatedUser === undefined) {
    record(options, state, "ResponseStarted", status);
  }
  if (!state.info.isLongRunning || response.body instanceof Uint8Array) {
    recordEnd(options, state, status);
    return response;
  }
  return afterBody(response, () => recordEnd(options, state, status));
}

function recordEnd(options: AuditOptions, state: RequestState, status: AuditedStatus): void {
  const { failure, resource, info, authenticatedUser } = state;
  if (authenticatedUser === undefined) return;
  if (resource?.version.deprecationWarning !== undefined && info.verb !== undefined) {
    state.auditAnnotations.set("k8s.io/deprecated", "true");
  }
  if (isDefect(failure)) return record(options, state, "Panic", status);
  annotateLatency(state, options.clock);
  record(options, state, "ResponseComplete", status);
}

const slowRequestMs = 500;

/**
 * Adds how long a slow request took, and its webhooks. kube-apiserver also adds its other layers, such as etcd, which do not wait here.
 */
function annotateLatency({ info, audited, auditAnnotations, receivedAtMs }: RequestState, clock: Clock): void {
  const totalMs = clock.now() - receivedAtMs;
  if (totalMs <= slowRequestMs || info.access.verb === "watch") return;
  const latencies = {
    total: totalMs,
    "mutating-webhook": audited.mutatingWebhookMs,
    "validating-webhook": audited.validatingWebhookMs,
  };
  for (const [layer, ms = 0] of Object.entries(latencies)) {
    if (ms > 0) auditAnnotations.set(`apiserver.latency.k8s.io/${layer}`, formatGoDuration(ms));
  }
}

/** An error that is neither a response of the API nor a failure of the storage. */
function isDefect(failure: unknown): boolean {
  if (failure === undefined || failure instanceof RequestTimeoutError) return false;
  return !isApiError(failure) && !(failure instanceof StorageError);
}

function record(
  { onAuditEvent, onInternalError, clock }: AuditOptions,
  state: RequestState,
  stage: AuditStage,
  status?: AuditedStatus,
): void {
  try {
    onAuditEvent?.(auditEventOf(state, stage, clock, status));
  } catch (error) {
    onInternalError(error, state.failedRequest);
  }
}
