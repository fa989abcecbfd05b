// Audit: identifies each request by an audit ID, for the logs of clients and servers, and records an event for each request.
// https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/
import { isApiError } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { RequestTimeoutError } from "../endpoints/request-deadline.ts";
import { headerOf } from "@kubewright/transport";
import type { UserInfo } from "../authentication/user-info.ts";
import type { ResourceAccess } from "../authorization/authorizer.ts";
import type { RequestHandler, RequestState } from "./request-state.ts";

/** The audit event of a request at the level `Metadata`, with fields of an `Event` of `audit.k8s.io/v1`. */
export interface AuditEvent {
  readonly auditID: string;
  /** `ResponseStarted` for long-running requests such as watches, which have no second event. */
  readonly stage: "ResponseStarted" | "ResponseComplete";
  readonly requestURI: string;
  readonly verb: string;
  /** The authenticated user. */
  readonly user: AuditedUser;
  readonly impersonatedUser?: AuditedUser;
  /** Absent for paths without objects. The name is the one in the path. */
  readonly objectRef?: AuditedObject;
  readonly responseStatus: { readonly code: number; readonly message?: string; readonly reason?: string };
  /** RFC 3339. */
  readonly requestReceivedTimestamp: string;
  /** The annotations of admission plugins. Absent if no plugin has added one. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AuditedUser {
  readonly username: string;
  readonly uid?: string;
  readonly groups: readonly string[];
}

export interface AuditedObject {
  readonly apiGroup?: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
}

export interface AuditOptions {
  /** Called once for each authenticated request, with its outcome. Default: there are no events. */
  readonly onAuditEvent?: ((event: AuditEvent) => void) | undefined;
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

/**
 * Records the events of authenticated requests. Its place is between authentication and impersonation, so that it has both users. A request whose
 * client disconnects before the outcome has no event.
 */
export function withAudit(next: RequestHandler, { onAuditEvent, clock }: AuditOptions): RequestHandler {
  if (onAuditEvent === undefined) return next;
  return async (state) => {
    const { user } = state;
    const receivedAt = new Date(clock.wallTime() - (clock.now() - state.receivedAtMs)).toISOString();
    const record = (responseStatus: AuditEvent["responseStatus"]): void =>
      onAuditEvent({ ...eventOf(state, user), responseStatus, requestReceivedTimestamp: receivedAt });
    try {
      const response = await next(state);
      record({ code: response.status });
      return response;
    } catch (error) {
      if (!state.request.signal?.aborted) record(outcomeOf(error));
      throw error;
    }
  };
}

/** The status with which `withErrors` responds to an error. */
function outcomeOf(error: unknown): AuditEvent["responseStatus"] {
  if (error instanceof RequestTimeoutError) return { code: 504 };
  if (!isApiError(error)) return { code: 500 };
  const { code = 500, message, reason } = error.status;
  return { code, ...(message === undefined ? {} : { message }), ...(reason === undefined ? {} : { reason }) };
}

function eventOf(
  { auditId, request, info, user, auditAnnotations }: RequestState,
  authenticated: UserInfo,
): Omit<AuditEvent, "requestReceivedTimestamp" | "responseStatus"> {
  const query = request.query.toString();
  const { verb, target } = info.access;
  return {
    auditID: auditId,
    stage: info.isLongRunning ? "ResponseStarted" : "ResponseComplete",
    requestURI: query === "" ? request.path : `${request.path}?${query}`,
    verb,
    user: auditedUser(authenticated),
    ...(user === authenticated ? {} : { impersonatedUser: auditedUser(user) }),
    ...(target.type === "path" ? {} : { objectRef: auditedObject(target) }),
    ...(auditAnnotations.size === 0 ? {} : { annotations: Object.fromEntries(auditAnnotations) }),
  };
}

function auditedUser({ name, uid, groups }: UserInfo): AuditedUser {
  return { username: name, ...(uid === undefined ? {} : { uid }), groups };
}

/** Empty fields are absent. */
function auditedObject({ group, version, resource, subresource, namespace, name }: ResourceAccess): AuditedObject {
  return {
    ...(group === "" ? {} : { apiGroup: group }),
    apiVersion: version,
    resource,
    ...(subresource === "" ? {} : { subresource }),
    ...(namespace === "" ? {} : { namespace }),
    ...(name === "" ? {} : { name }),
  };
}
