/** Reads fields of a review. Any client that reaches the port can send a review, so the types of its fields are checked. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { ReviewError } from "./webhook-context.ts";

/** A decoded review with a spec: TokenReview and SubjectAccessReview. */
export interface SpecReview {
  readonly apiVersion: string;
  /** Empty in reviews of kube-apiserver. */
  readonly uid: string;
  readonly spec: JsonObject;
}

/** @throws {ReviewError} if the body is not a review of this kind and group with a spec. */
export function readSpecReview(
  body: JsonValue,
  { group, kind }: { readonly group: string; readonly kind: string },
): SpecReview {
  if (!isJsonObject(body) || body["kind"] !== kind) throw new ReviewError(`expected a ${kind}`);
  const { apiVersion, metadata = {}, spec } = body;
  if (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`) {
    throw new ReviewError(`expected apiVersion ${group}/v1 or ${group}/v1beta1`);
  }
  if (!isJsonObject(metadata)) throw new ReviewError("expected metadata to be an object");
  if (!isJsonObject(spec)) throw new ReviewError("expected a spec in the review");
  return { apiVersion, uid: optionalString(metadata, "uid"), spec };
}

/** The response to a review with a spec. */
export function specReviewResponse(kind: string, { apiVersion, uid }: SpecReview, status: object): JsonObject {
  // A status is JSON.
  return { kind, apiVersion, ...(uid === "" ? {} : { metadata: { uid } }), status: status as JsonObject };
}

/** A string; empty if it is absent. */
export function optionalString(object: JsonObject, field: string): string {
  const value = object[field] ?? "";
  if (typeof value !== "string") throw new ReviewError(`expected ${field} to be a string`);
  return value;
}

/** A list of strings; empty if it is absent. `label` names the field in errors, which must not contain a name that the sender chose. */
export function optionalStrings(object: JsonObject, field: string, label: string = field): readonly string[] {
  const value = object[field] ?? [];
  if (!Array.isArray(value)) throw new ReviewError(`expected ${label} to be a list of strings`);
  return value.map((item) => {
    if (typeof item !== "string") throw new ReviewError(`expected ${label} to be a list of strings`);
    return item;
  });
}

/** An object; `undefined` if it is absent. */
export function optionalObject(object: JsonObject, field: string): JsonObject | undefined {
  const value = object[field] ?? undefined;
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) throw new ReviewError(`expected ${field} to be an object`);
  return value;
}
