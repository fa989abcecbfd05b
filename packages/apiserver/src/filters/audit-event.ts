// The audit event of a request: https://kubernetes.io/docs/reference/config-api/apiserver-audit.v1/#audit-k8s-io-v1-Event
import { decodeJson, encodeJson, formatMicroTime } from "@kubewright/apimachinery";
import type { Status } from "@kubewright/apimachinery";
import type { Clock } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import type { UserInfo } from "../authentication/user-info.ts";
import type { ResourceAccess } from "../authorization/authorizer.ts";
import type { AuditedObject } from "../http/audited-object.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { RequestState } from "./request-state.ts";
import { sourceIpsOf } from "./source-ips.ts";

/**
 * The point of a request at which its event is made. A request has an event when it is authenticated, and when its response is complete. A watch or a
 * stream also has one when its response starts. A request that is not authenticated has only the one of its response. `Panic` replaces `ResponseComplete` after a
 * defect of the server.
 */
export type AuditStage = "RequestReceived" | "ResponseStarted" | "ResponseComplete" | "Panic";

/** An `Event` of `audit.k8s.io/v1` at the level `Metadata`. Absent fields are empty. */
export interface AuditEvent {
  readonly kind: "Event";
  readonly apiVersion: "audit.k8s.io/v1";
  readonly level: "Metadata";
  readonly auditID: string;
  readonly stage: AuditStage;
  readonly requestURI: string;
  readonly verb: string;
  /** The authenticated user. Empty if authentication failed. */
  readonly user: AuditedUser;
  readonly impersonatedUser?: AuditedUser;
  /** The verb of the constrained mode that permitted the impersonation: `impersonate:user-info`. */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string };
  /** Addresses in the headers of proxies, then that of the connection. Absent for a call in process. */
  readonly sourceIPs?: readonly string[];
  readonly userAgent?: string;
  /** Absent for paths without objects. Fields that the path does not have are those of the object in the request. */
  readonly objectRef?: AuditedReference;
  /** What the client received. Absent at the stage `RequestReceived`. */
  readonly responseStatus?: AuditedStatus;
  /** RFC 3339 with microseconds. */
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  /** The annotations of authorization, admission plugins and webhooks. */
  readonly annotations?: Readonly<Record<string, string>>;
}

export interface AuditedUser {
  readonly username?: string;
  readonly uid?: string;
  readonly groups?: readonly string[];
  readonly extra?: Readonly<Record<string, readonly string[]>>;
}

export interface AuditedReference {
  readonly apiGroup?: string;
  readonly apiVersion: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
}

/** The status code, and the other fields of a `Status` if the response is one. */
export interface AuditedStatus {
  readonly metadata: Readonly<Record<never, never>>;
  readonly status?: "Success" | "Failure";
  readonly message?: string;
  readonly reason?: string;
  readonly details?: Status["details"];
  readonly code: number;
}

/** The event of a request at a stage. */
export function auditEventOf(
  state: RequestState,
  stage: AuditStage,
  clock: Clock,
  responseStatus?: AuditedStatus,
): AuditEvent {
  const { auditId, request, info, user, auditAnnotations, authenticatedUser, impersonationConstraint } = state;
  const { target } = info.access;
  const sourceIPs = sourceIpsOf(request);
  const userAgent = cutUserAgent(headerOf(request.headers, "user-agent") ?? "");
  const receivedAt = formatMicroTime(clock.wallTime() - (clock.now() - state.receivedAtMs));
  const isImpersonated = authenticatedUser !== undefined && user !== authenticatedUser;
  return wellFormed({
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: "Metadata",
    auditID: auditId,
    stage,
    requestURI: request.uri ?? `${request.path}?${request.query.toString()}`.replace(/\?$/, ""),
    verb: info.access.verb,
    user: authenticatedUser === undefined ? {} : auditedUser(authenticatedUser),
    ...(isImpersonated ? { impersonatedUser: auditedUser(user) } : {}),
    ...(impersonationConstraint === undefined ? {} : { authenticationMetadata: { impersonationConstraint } }),
    ...(sourceIPs.length === 0 ? {} : { sourceIPs }),
    ...(userAgent === "" ? {} : { userAgent }),
    ...(target.type === "path" ? {} : { objectRef: referenceTo(target, state.audited.object) }),
    ...(responseStatus === undefined ? {} : { responseStatus }),
    requestReceivedTimestamp: receivedAt,
    stageTimestamp: stage === "RequestReceived" ? receivedAt : formatMicroTime(clock.wallTime()),
    ...(auditAnnotations.size === 0 ? {} : { annotations: Object.fromEntries(auditAnnotations) }),
  });
}

/** As Go's encoder, replaces bytes of the request that are not UTF-8 (`decodeUtf8`). */
function wellFormed(event: AuditEvent): AuditEvent {
  const isWellFormed = !JSON.stringify(event).includes("\\ud");
  return isWellFormed ? event : (decodeJson(encodeJson(event)).value as unknown as AuditEvent); // It was encoded from one.
}

/** The status of a response, for its event. */
export function auditedStatusOf({ status: code, statusObject = {} }: ServerResponse): AuditedStatus {
  const { status, message, reason, details } = statusObject;
  return {
    metadata: {},
    ...(status === undefined ? {} : { status }),
    ...(message === undefined ? {} : { message }),
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
    code,
  };
}

/** The status of a request whose client has disconnected, or whose deadline has passed. */
export function unfinishedStatus(cause: "context canceled" | "context deadline exceeded"): AuditedStatus {
  const message = `Timeout: request did not complete within requested timeout - ${cause}`;
  return { metadata: {}, status: "Failure", message, reason: "Timeout", details: {}, code: 504 };
}

const userAgentLengthMax = 1024;

function cutUserAgent(text: string): string {
  return text.length > userAgentLengthMax ? `${text.slice(0, userAgentLengthMax)}...TRUNCATED` : text;
}

function auditedUser({ name, uid = "", groups, extra = {} }: UserInfo): AuditedUser {
  return {
    username: name,
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** Empty fields are absent. */
function referenceTo(
  { group, version, resource, subresource, ...target }: ResourceAccess,
  object: AuditedObject | undefined,
): AuditedReference {
  const namespace = target.namespace === "" ? object?.namespace : target.namespace;
  const name = target.name === "" ? object?.name : target.name;
  const fields = { subresource, namespace, name, uid: object?.uid, resourceVersion: object?.resourceVersion };
  return {
    ...(group === "" ? {} : { apiGroup: group }),
    apiVersion: version,
    resource,
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== "")),
  };
}
