/**
 * Authentication webhooks: a kube-apiserver with `--authentication-token-webhook-config-file` sends them bearer tokens that it cannot authenticate.
 * https://kubernetes.io/docs/reference/access-authn-authz/authentication/#webhook-token-authentication
 */
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import type { TokenReviewStatus, UserInfo } from "@kubewright/api/authentication.k8s.io/v1";
import { optionalString, optionalStrings, readSpecReview, specReviewResponse } from "../review/review-fields.ts";
import { ReviewError } from "../review/webhook-context.ts";
import type { WebhookContext } from "../review/webhook-context.ts";

/** The token of a request. It is a secret, so do not log it. */
export interface AuthenticationRequest {
  readonly token: string;
  /** The audiences of the server: the token must be for one of them. Empty: the server does not check audiences. */
  readonly audiences: readonly string[];
}

/** Authenticates a token. If it throws, the API server receives a 500 response and retries. */
export type AuthenticationWebhook = (
  request: AuthenticationRequest,
  context: WebhookContext,
) => TokenReviewStatus | Promise<TokenReviewStatus>;

/** The token is valid for this user. `audiences` are those of the request for which it is valid; default: the server checks its own. */
export function authenticated(
  user: UserInfo,
  { audiences }: { readonly audiences?: readonly string[] } = {},
): TokenReviewStatus {
  return { authenticated: true, user, ...(audiences ? { audiences } : {}) };
}

/** The token is not valid. The server logs the reason, and uses its other authenticators. */
export function unauthenticated(reason?: string): TokenReviewStatus {
  return { authenticated: false, ...(reason === undefined ? {} : { error: reason }) };
}

const kind = "TokenReview";

/**
 * Responds to a TokenReview, version v1 or v1beta1.
 *
 * @throws {ReviewError} if the body is not a TokenReview with a token. Otherwise the error of the webhook.
 */
export async function answerTokenReview(
  webhook: AuthenticationWebhook,
  body: JsonValue,
  context: WebhookContext,
): Promise<JsonObject> {
  const review = readSpecReview(body, { group: "authentication.k8s.io", kind });
  const token = optionalString(review.spec, "token");
  if (token === "") throw new ReviewError("expected a token in the spec");
  const request = { token, audiences: optionalStrings(review.spec, "audiences") };
  return specReviewResponse(kind, review, await webhook(request, context));
}
