/** Responds to the reviews of a conversion webhook: ConversionReview of `apiextensions.k8s.io`. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, KubernetesObject } from "@kubewright/apimachinery";
import type { Logger } from "@kubewright/telemetry";
import { ReviewError } from "../review/webhook-context.ts";
import { convertObject } from "./convert-object.ts";
import { ConversionError } from "./spoke.ts";
import type { Spoke } from "./spoke.ts";

/** The path of the conversion webhook of all kinds, as in kubebuilder. */
export const conversionPath = "/convert";

export interface ConversionOptions {
  readonly spokes: readonly Spoke[];
  readonly log: Logger;
  /** Called if a conversion fails with an error that the response does not contain. */
  readonly onFailure?: () => void;
}

/**
 * Responds to a ConversionReview. All objects are converted, or none: the result names the first object that cannot be converted.
 *
 * @throws {ReviewError} if the body is not a ConversionReview with a request.
 */
export function answerConversion(body: JsonValue, { spokes, log, onFailure }: ConversionOptions): JsonObject {
  const { apiVersion, uid, desiredAPIVersion, objects } = readReview(body);
  const respond = (convertedObjects: readonly KubernetesObject[], result: JsonObject): JsonObject => {
    const converted = convertedObjects as unknown as readonly JsonObject[]; // Objects of the API are JSON.
    return { kind: "ConversionReview", apiVersion, response: { uid, convertedObjects: converted, result } };
  };
  try {
    const converted = objects.map((object) => convertObject(spokes, object, desiredAPIVersion));
    return respond(converted, { status: "Success" });
  } catch (error) {
    if (error instanceof ConversionError) return respond([], { status: "Failure", message: error.message });
    log.error("A conversion failed", { uid, error });
    onFailure?.();
    return respond([], { status: "Failure", message: "the conversion failed; the log of the webhook says why" });
  }
}

interface ConversionRequest {
  readonly apiVersion: string;
  readonly uid: string;
  readonly desiredAPIVersion: string;
  readonly objects: readonly KubernetesObject[];
}

function readReview(body: JsonValue): ConversionRequest {
  if (!isJsonObject(body) || body["kind"] !== "ConversionReview") throw new ReviewError("expected a ConversionReview");
  const { apiVersion, request } = body;
  if (apiVersion !== "apiextensions.k8s.io/v1" && apiVersion !== "apiextensions.k8s.io/v1beta1") {
    throw new ReviewError("expected apiVersion apiextensions.k8s.io/v1 or apiextensions.k8s.io/v1beta1");
  }
  if (!isJsonObject(request)) throw new ReviewError("expected a request in the review");
  const { uid, desiredAPIVersion, objects } = request;
  if (typeof uid !== "string" || uid === "") throw new ReviewError("expected a uid in the request");
  if (typeof desiredAPIVersion !== "string") throw new ReviewError("expected a desiredAPIVersion in the request");
  if (!Array.isArray(objects)) throw new ReviewError("expected objects in the request");
  return { apiVersion, uid, desiredAPIVersion, objects: objects.map(objectOf) };
}

function objectOf(value: JsonValue): KubernetesObject {
  const isKind = isJsonObject(value) && typeof value["apiVersion"] === "string" && typeof value["kind"] === "string";
  // For server-side apply, the API server converts partial objects, which may have no metadata.
  if (!isKind || !isJsonObject(value["metadata"] ?? {})) {
    throw new ReviewError("expected every object to have apiVersion and kind, and no metadata but an object");
  }
  return value; // The API server has decoded it.
}
