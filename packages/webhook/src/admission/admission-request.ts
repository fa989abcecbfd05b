/** The request of an admission webhook, from an AdmissionReview. */
import { isJsonObject } from "@kubewright/apimachinery";
import type { GroupVersionKind, JsonObject, JsonValue, KubernetesObject } from "@kubewright/apimachinery";
import { ReviewError } from "../review/webhook-context.ts";

export type Operation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** A request that an API server has received and not executed yet. */
export interface AdmissionRequest<T extends KubernetesObject = KubernetesObject> {
  readonly uid: string;
  readonly operation: Operation;
  /** The object as it would be stored; absent on a deletion. */
  readonly object?: T;
  /** The stored object; absent on a creation. */
  readonly oldObject?: T;
  /** The kind in the version that the webhook is configured for. */
  readonly kind: GroupVersionKind;
  /** Empty if the server has not generated it yet. */
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
  /** Empty for a request about the object itself. */
  readonly subresource: string;
  /** The request is not stored, so the webhook must have no side effects. */
  readonly dryRun: boolean;
  readonly user: { readonly name: string; readonly groups: readonly string[] };
  /**
   * The request as the API server has sent it, with the fields that have no counterpart here, such as `requestKind`, `options` and `userInfo.extra`. It is the
   * variable `request` of expressions in CEL.
   *
   * @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#request
   */
  readonly raw: JsonObject;
}

/** A decoded review. */
export interface Review {
  readonly apiVersion: string;
  readonly request: AdmissionRequest;
}

/** @throws {ReviewError} if the body is not an AdmissionReview with a request. */
export function readReview(body: JsonValue): Review {
  if (!isJsonObject(body) || body["kind"] !== "AdmissionReview") throw new ReviewError("expected an AdmissionReview");
  const { apiVersion, request } = body;
  if (apiVersion !== "admission.k8s.io/v1" && apiVersion !== "admission.k8s.io/v1beta1") {
    throw new ReviewError("expected apiVersion admission.k8s.io/v1 or admission.k8s.io/v1beta1");
  }
  if (!isJsonObject(request)) throw new ReviewError("expected a request in the review");
  const uid = textIn(request, "uid");
  if (uid === "") throw new ReviewError("expected a uid in the request");
  const object = objectIn(request, "object");
  const oldObject = objectIn(request, "oldObject");
  return {
    apiVersion,
    request: {
      uid,
      operation: operationIn(request),
      ...(object ? { object } : {}),
      ...(oldObject ? { oldObject } : {}),
      kind: kindIn(request),
      name: textIn(request, "name"),
      namespace: textIn(request, "namespace"),
      subresource: textIn(request, "subResource"),
      dryRun: request["dryRun"] === true,
      user: userIn(request),
      raw: request,
    },
  };
}

function operationIn(request: JsonObject): Operation {
  const operation = request["operation"];
  switch (operation) {
    case "CREATE":
    case "UPDATE":
    case "DELETE":
    case "CONNECT":
      return operation;
    default:
      throw new ReviewError("expected operation CREATE, UPDATE, DELETE or CONNECT");
  }
}

function objectIn(request: JsonObject, field: string): KubernetesObject | undefined {
  const object = request[field];
  if (object === undefined || object === null) return undefined;
  if (!isJsonObject(object)) throw new ReviewError(`expected ${field} to be an object`);
  return object; // The API server has decoded and validated it.
}

function kindIn(request: JsonObject): GroupVersionKind {
  const kind = request["kind"];
  if (!isJsonObject(kind)) throw new ReviewError("expected a kind in the request");
  return { group: textIn(kind, "group"), version: textIn(kind, "version"), kind: textIn(kind, "kind") };
}

function userIn(request: JsonObject): AdmissionRequest["user"] {
  const user = request["userInfo"];
  if (!isJsonObject(user)) return { name: "", groups: [] };
  const groups = user["groups"];
  return {
    name: textIn(user, "username"),
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
  };
}

function textIn(object: JsonObject, field: string): string {
  const value = object[field];
  return typeof value === "string" ? value : "";
}
