/** Decodes the response of an admission webhook. */
import type { JsonObject } from "@kubewright/apimachinery";
import {
  arrayType,
  booleanType,
  decodeReview,
  objectType,
  stringType,
  UnreadableReviewError,
} from "../../webhook-client/decode-review.ts";

/** Decodes the body of a response as a review of this version. */
export function decodeAdmissionReview(
  text: string,
  version: string,
  answer: { readonly status: number; readonly contentType: string | undefined },
): JsonObject {
  const review = decodeReview(text, { ...reviewType, version }, answer);
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
      uid: stringType("types.UID"),
      allowed: booleanType,
      status: objectType("v1.Status"),
      patch: stringType("[]uint8"),
      patchType: stringType("v1.PatchType"),
      warnings: arrayType("[]string"),
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
