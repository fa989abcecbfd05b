/**
 * The AdmissionReview that a webhook receives. https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request
 */
import { encodeJson } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import { admissionRequest } from "../../expressions/admission-request.ts";
import type { MatchedObjects } from "../matching/object-versions.ts";
import type { Invocation } from "./invocation.ts";

/** The first AdmissionReview version of a webhook that this server supports. */
export function reviewVersionOf(versions: readonly string[]): "v1" | "v1beta1" | undefined {
  return versions.find((version) => version === "v1" || version === "v1beta1");
}

/** The JSON of a review. */
export function encodeReview(
  uid: string,
  version: "v1" | "v1beta1",
  matched: Pick<Invocation, "resource" | "kind">,
  attributes: AdmissionAttributes,
  { object, oldObject }: MatchedObjects,
): string {
  const request = {
    ...admissionRequest(attributes, matched),
    uid,
    object: object ?? null,
    oldObject: oldObject ?? null,
  };
  return encodeJson({ kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request });
}
