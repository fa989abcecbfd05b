/** Decodes the response of an admission webhook. */
import type { JsonObject } from "@kubewright/apimachinery";
import { decodeReview, UnreadableReviewError } from "../../webhook-client/decode-review.ts";
import { booleanType, namedString, statusType, stringMapType, stringsType } from "../../webhook-client/review-types.ts";

/** Decodes the body of a response as a review of this version. */
export function decodeAdmissionReview(
  text: string,
  version: string,
  received: { readonly status: number; readonly contentType: string | undefined },
): JsonObject {
  const review = decodeReview(text, { ...reviewType, version }, received);
  const response = review["response"] as JsonObject | null | undefined; // Its type has been checked.
  const patch = response?.["patch"];
  if (typeof patch === "string") assertBase64(patch);
  return review;
}

const reviewType = {
  group: "admission.k8s.io",
  kind: "AdmissionReview",
  otherKinds: [],
  response: {
    name: "AdmissionResponse",
    fields: {
      uid: namedString("types.UID"),
      allowed: booleanType,
      status: statusType,
      patch: namedString("[]uint8"),
      patchType: namedString("v1.PatchType"),
      auditAnnotations: stringMapType,
      warnings: stringsType,
    },
  },
};

function assertBase64(text: string): void {
  const bad = /[^A-Za-z0-9+/=\r\n]/.exec(text);
  const packed = text.replaceAll(/[\r\n]/g, "");
  if (bad === null && /^[^=]*={0,2}$/.test(packed) && packed.length % 4 === 0) return;
  throw new UnreadableReviewError(
    `illegal base64 data at input byte ${bad?.index ?? packed.length - (packed.length % 4)}`,
  );
}
