/**
 * Authorization webhooks: a kube-apiserver with `--authorization-webhook-config-file`, or a webhook in its authorization configuration, sends them the
 * user and the action of a request.
 * https://kubernetes.io/docs/reference/access-authn-authz/webhook/
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type {
  NonResourceAttributes,
  ResourceAttributes,
  SubjectAccessReviewStatus,
} from "@kubewright/api/authorization.k8s.io/v1";
import {
  optionalObject,
  optionalString,
  optionalStrings,
  readSpecReview,
  specReviewResponse,
} from "../review/review-fields.ts";
import { ReviewError } from "../review/webhook-context.ts";
import type { WebhookContext } from "../review/webhook-context.ts";

/** A user and the action of a request, on a resource or on another path. */
export interface AuthorizationRequest {
  readonly user: string;
  readonly uid: string;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
  readonly resourceAttributes?: ResourceAttributes;
  readonly nonResourceAttributes?: NonResourceAttributes;
}

/** Authorizes a request. If it throws, the API server receives a 500 response and applies its failure policy. */
export type AuthorizationWebhook = (
  request: AuthorizationRequest,
  context: WebhookContext,
) => SubjectAccessReviewStatus | Promise<SubjectAccessReviewStatus>;

/** Permits the request. The server skips its later authorizers. */
export function allow(reason?: string): SubjectAccessReviewStatus {
  return { allowed: true, ...reasonOf(reason) };
}

/** Forbids the request. The server skips its later authorizers, such as RBAC. */
export function deny(reason?: string): SubjectAccessReviewStatus {
  return { allowed: false, denied: true, ...reasonOf(reason) };
}

/** Expresses no opinion: the later authorizers of the server decide. Without one, the request is forbidden. */
export function noOpinion(reason?: string): SubjectAccessReviewStatus {
  return { allowed: false, ...reasonOf(reason) };
}

function reasonOf(reason: string | undefined): { readonly reason?: string } {
  return reason === undefined ? {} : { reason };
}

const kind = "SubjectAccessReview";

/**
 * Responds to a SubjectAccessReview, version v1 or v1beta1.
 *
 * @throws {ReviewError} if the body is not a SubjectAccessReview with attributes of one kind. Otherwise the error of the webhook.
 */
export async function answerSubjectAccessReview(
  webhook: AuthorizationWebhook,
  body: JsonValue,
  context: WebhookContext,
): Promise<JsonObject> {
  const review = readSpecReview(body, { group: "authorization.k8s.io", kind });
  return specReviewResponse(kind, review, await webhook(requestOf(review.spec), context));
}

function requestOf(spec: JsonObject): AuthorizationRequest {
  const attributes = attributesOf(spec);
  return {
    user: optionalString(spec, "user"),
    uid: optionalString(spec, "uid"),
    // v1beta1 has them in "group".
    groups: [...optionalStrings(spec, "groups"), ...optionalStrings(spec, "group")],
    extra: extraOf(optionalObject(spec, "extra")),
    ...attributes,
  };
}

type Attributes = Pick<AuthorizationRequest, "resourceAttributes" | "nonResourceAttributes">;

function attributesOf(spec: JsonObject): Attributes {
  const resource = optionalObject(spec, "resourceAttributes");
  const nonResource = optionalObject(spec, "nonResourceAttributes");
  if ((resource === undefined) === (nonResource === undefined)) {
    throw new ReviewError("expected either resourceAttributes or nonResourceAttributes in the spec");
  }
  if (nonResource) {
    return {
      nonResourceAttributes: { path: optionalString(nonResource, "path"), verb: optionalString(nonResource, "verb") },
    };
  }
  for (const field of ["group", "version", "resource", "subresource", "namespace", "name", "verb"]) {
    optionalString(resource ?? {}, field);
  }
  for (const field of ["fieldSelector", "labelSelector"]) optionalObject(resource ?? {}, field);
  return { resourceAttributes: resource as ResourceAttributes }; // The types of its fields are checked above.
}

function extraOf(extra: JsonObject = {}): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.keys(extra).map((key) => [key, optionalStrings(extra, key, "each value of extra")]));
}
