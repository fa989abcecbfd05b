/**
 * The AdmissionReview that a webhook receives. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request
 */
import { encodeJson } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { JsonObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { UserInfo } from "../../authentication/user-info.ts";
import type { Invocation } from "./invocation.ts";

/** The objects of a call, in the version that the webhook matches. */
export interface ShownObjects {
  readonly object: ReadonlyObject | undefined;
  readonly oldObject: ReadonlyObject | undefined;
}

/** The first AdmissionReview version of a webhook that this server supports. */
export function reviewVersionOf(versions: readonly string[]): "v1" | "v1beta1" | undefined {
  return versions.find((version) => version === "v1" || version === "v1beta1");
}

/** The JSON of a review. */
export function encodeReview(
  uid: string,
  version: "v1" | "v1beta1",
  { resource, kind }: Pick<Invocation, "resource" | "kind">,
  attributes: AdmissionAttributes,
  { object, oldObject }: ShownObjects,
): string {
  const { subresource, name, namespace } = attributes;
  const request: JsonObject = {
    uid,
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
    object: object ?? null,
    oldObject: oldObject ?? null,
    dryRun: attributes.dryRun,
    options: attributes.options,
  };
  return encodeJson({ kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request });
}

function userInfoOf({ name, uid = "", groups, extra = {} }: UserInfo): JsonObject {
  return {
    ...(name === "" ? {} : { username: name }),
    ...(uid === "" ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}
