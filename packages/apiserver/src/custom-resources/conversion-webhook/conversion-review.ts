/** The ConversionReview that a webhook receives and returns. */
import { encodeJson, isJsonArray, isJsonObject, quoteGoString } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { ConvertedPart } from "./converted-object.ts";
import { decodeReview } from "../../webhook-client/decode-review.ts";
import type { WebhookResponse } from "../../webhook-client/exchange.ts";
import { anyType, listType, namedString, statusType } from "../../webhook-client/review-types.ts";

export type ReviewVersion = "v1" | "v1beta1";

/** The response of a webhook is a review that does not answer the request. The message states the reason. */
export class MalformedReviewError extends Error {
  override readonly name = "MalformedReviewError";
}

/** The first version of ConversionReview that this server supports. */
export function reviewVersionOf(versions: readonly string[]): ReviewVersion | undefined {
  return versions.find((version) => version === "v1" || version === "v1beta1");
}

/** The JSON of a review. As kube-apiserver reads and writes storage, the object has no resourceVersion. */
export function encodeReview(
  uid: string,
  version: ReviewVersion,
  object: ConvertedPart,
  desiredAPIVersion: string,
): string {
  const { metadata, ...others } = object;
  const sent = metadata === undefined ? others : { ...others, metadata: { ...metadata, resourceVersion: undefined } };
  const request = { uid, desiredAPIVersion, objects: [sent] };
  return encodeJson({ kind: "ConversionReview", apiVersion: `${group}/${version}`, request });
}

const group = "apiextensions.k8s.io";

const reviewType = {
  group,
  kind: "ConversionReview",
  otherKinds: ["CustomResourceDefinition", "CustomResourceDefinitionList"],
  response: {
    name: "ConversionResponse",
    fields: {
      uid: namedString("types.UID"),
      convertedObjects: listType("[]runtime.RawExtension", anyType),
      result: statusType,
    },
  },
};

/**
 * The objects of a successful response to the review with this `uid`.
 *
 * @throws {UnreadableReviewError} if the response is not a review.
 * @throws {MalformedReviewError} if it does not answer the request, or with the message of its failure.
 */
export function convertedObjectsIn(
  received: WebhookResponse,
  uid: string,
  version: ReviewVersion,
): readonly JsonValue[] {
  const review = decodeReview(received.text, { ...reviewType, version }, received);
  const response = review["response"];
  if (version === "v1") assertKind(review);
  if (!isJsonObject(response)) throw new MalformedReviewError("no response provided");
  if (version === "v1") assertUid(response, uid);
  assertSuccess(response["result"]);
  const { convertedObjects } = response;
  return convertedObjects !== undefined && isJsonArray(convertedObjects) ? convertedObjects : [];
}

function assertKind({ kind, apiVersion }: JsonObject): void {
  if (kind === "ConversionReview" && apiVersion === `${group}/v1`) return;
  const version = typeof apiVersion === "string" && apiVersion !== "" ? apiVersion : "/";
  const got = `${version}, Kind=${typeof kind === "string" ? kind : ""}`;
  throw new MalformedReviewError(`expected webhook response of ${group}/v1, Kind=ConversionReview, got ${got}`);
}

function assertUid({ uid: responseUid }: JsonObject, uid: string): void {
  if (responseUid === uid) return;
  const got = typeof responseUid === "string" ? responseUid : "";
  throw new MalformedReviewError(`expected response.uid=${quoteGoString(uid)}, got ${quoteGoString(got)}`);
}

function assertSuccess(result: JsonValue | undefined): void {
  const { status, message } = isJsonObject(result) ? result : {};
  if (status === "Success") return;
  if (typeof message === "string" && message !== "") throw new MalformedReviewError(message);
  const shown = typeof status === "string" ? status : "";
  throw new MalformedReviewError(`response.result.status was '${shown}', not 'Success'`);
}
