/** The variables `authorizer` and `authorizer.requestResource`: the rights of the user of a request, or of a service account. */
import type { AuthorizationQuery, ExpressionAuthorizer, Value } from "@kubewright/cel";
import { authorizerValue, resourceCheckValue } from "@kubewright/cel";
import type { UserInfo } from "../authentication/user-info.ts";
import type { AccessRequest, Authorizer } from "../authorization/authorizer.ts";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";

/** The values of both variables. */
export interface RequestAuthorizer {
  readonly authorizer: Value;
  readonly requestResource: Value;
}

/** The authorizer of a request. */
export function requestAuthorizer(attributes: AdmissionAttributes, authorizer: Authorizer): RequestAuthorizer {
  const { user, resource, subresource, namespace, name } = attributes;
  const expressionAuthorizer: ExpressionAuthorizer = {
    authorize(query) {
      const { allowed, reason } = authorizer.authorize(accessRequest(query, user));
      return { isAllowed: allowed, reason };
    },
  };
  const own = { ...resource, subresource, namespace, name, fieldSelector: "", labelSelector: "" };
  return {
    authorizer: authorizerValue(expressionAuthorizer),
    requestResource: resourceCheckValue(expressionAuthorizer, own),
  };
}

function accessRequest({ verb, serviceAccount, target }: AuthorizationQuery, requestUser: UserInfo): AccessRequest {
  const user = serviceAccount === undefined ? requestUser : serviceAccountUser(serviceAccount);
  if ("path" in target) return { user, verb, target: { type: "path", path: target.path } };
  const { group, resource, subresource, namespace, name } = target;
  return { user, verb, target: { type: "resource", group, version: "*", resource, subresource, namespace, name } };
}

function serviceAccountUser({ namespace, name }: NonNullable<AuthorizationQuery["serviceAccount"]>): UserInfo {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`],
  };
}
