// Decides whether users may send requests. https://kubernetes.io/docs/reference/access-authn-authz/authorization/
import { forbidden } from "@kubewright/apimachinery";
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

/** Throws 403 unless the authorizer allows the request. */
export function assertAllowed(authorizer: Authorizer, request: AccessRequest): void {
  const { allowed, reason } = authorizer.authorize(request);
  if (!allowed) throw forbiddenError(request, reason);
}

function forbiddenError({ user, verb, target }: AccessRequest, reason = ""): Error {
  const who = `User ${JSON.stringify(user.name)} cannot ${verb}`;
  const because = reason === "" ? "" : `: ${reason}`;
  if (target.type === "path") return forbidden(undefined, "", `${who} path ${JSON.stringify(target.path)}${because}`);
  const { group, resource, subresource, namespace, name } = target;
  const what = subresource === "" ? resource : `${resource}/${subresource}`;
  const where = namespace === "" ? "at the cluster scope" : `in the namespace ${JSON.stringify(namespace)}`;
  const text = `${who} resource ${JSON.stringify(what)} in API group ${JSON.stringify(group)} ${where}${because}`;
  return forbidden({ group, resource }, name, text);
}
