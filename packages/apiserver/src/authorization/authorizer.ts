// Decides whether users may send requests. https://kubernetes.io/docs/reference/access-authn-authz/authorization/
import type { ApiError } from "@kubewright/apimachinery";
import { forbidden, quoteGoString } from "@kubewright/apimachinery";
import type { UserInfo } from "../authentication/user-info.ts";

/** The attributes of a request that authorizers read. */
export interface AccessRequest {
  readonly user: UserInfo;
  /** A resource verb, or the lower-case HTTP method for a path. */
  readonly verb: string;
  readonly target: ResourceAccess | PathAccess;
}

export interface ResourceAccess {
  readonly type: "resource";
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** `""`: the cluster scope, or all namespaces. */
  readonly namespace: string;
  /** `""` for a collection. A list or watch by the field selector `metadata.name` has the name here. */
  readonly name: string;
}

export interface PathAccess {
  readonly type: "path";
  readonly path: string;
}

export interface Decision {
  readonly allowed: boolean;
  /** Why the request is allowed or denied, for reviews. May be empty. */
  readonly reason: string;
}

export interface Authorizer {
  readonly authorize: (request: AccessRequest) => Decision;
}

/** Allows everything (`--authorization-mode=AlwaysAllow`). */
export const allowAll: Authorizer = { authorize: () => ({ allowed: true, reason: "" }) };

/** Throws 403 unless the authorizer allows the request. Adds the decision to the annotations of an audit event. */
export function assertAllowed(
  authorizer: Authorizer,
  request: AccessRequest,
  auditAnnotations?: Map<string, string>,
): void {
  const { allowed, reason } = authorizer.authorize(request);
  auditAnnotations?.set("authorization.k8s.io/decision", allowed ? "allow" : "forbid");
  auditAnnotations?.set("authorization.k8s.io/reason", reason);
  if (!allowed) throw forbiddenError(request, reason);
}

/** The error of a request that an authorizer denies. */
export function forbiddenError({ user, verb, target }: AccessRequest, reason = ""): ApiError {
  const because = reason === "" ? "" : `: ${reason}`;
  const who = `User ${quoteGoString(user.name)} cannot ${verb}`;
  if (target.type === "path") {
    return forbidden(undefined, "", `${withoutHtml(`${who} path ${quoteGoString(target.path)}`)}${because}`);
  }
  const { group, resource, subresource, namespace, name } = target;
  const what = quoteGoString(subresource === "" ? resource : `${resource}/${subresource}`);
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${quoteGoString(namespace)}`;
  const text = `${who} resource ${what} in API group ${quoteGoString(group)} ${where}`;
  return forbidden({ group, resource }, name, `${withoutHtml(text)}${because}`);
}

/** Escapes what looks like HTML, as kube-apiserver does in this message. */
function withoutHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
