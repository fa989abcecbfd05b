/** The AdmissionRequest of a write, for webhooks and for expressions. */
import type { GroupVersionKind, GroupVersionResource } from "@kubewright/apimachinery";
import type { UserInfo } from "../authentication/user-info.ts";
import type { JsonObject } from "../objects/api-object.ts";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";

/** The resource and kind in which a webhook or policy receives the object. */
export interface RequestVersion {
  readonly resource: GroupVersionResource;
  readonly kind: GroupVersionKind;
}

/** The request without its UID and objects, which expressions cannot read. */
export function admissionRequest(attributes: AdmissionAttributes, { kind, resource }: RequestVersion): JsonObject {
  const { subresource, name, namespace } = attributes;
  return {
    uid: "",
    kind,
    resource,
    ...(subresource === "" ? {} : { subResource: subresource }),
    requestKind: attributes.kind,
    requestResource: attributes.resource,
    ...(subresource === "" ? {} : { requestSubResource: subresource }),
    ...(name === "" ? {} : { name }),
    ...(namespace === "" ? {} : { namespace }),
    operation: attributes.operation,
    userInfo: userInfoOf(attributes.user),
    object: null,
    oldObject: null,
    dryRun: attributes.dryRun,
    options: attributes.options,
  };
}

function userInfoOf({ name, uid = "", groups, extra = {} }: UserInfo): JsonObject {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
