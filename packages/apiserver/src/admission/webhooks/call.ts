/** One call of a webhook: sends a review, and reads the verdict from the response. */
import type { Random } from "@kubewright/async";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import { encodeReview, reviewVersionOf } from "./admission-review.ts";
import type { WebhookType } from "../../kinds/admissionregistration/admission-kind.ts";
import type { Sender } from "../../webhook-client/exchange.ts";
import { exchange, ExchangeError } from "../../webhook-client/exchange.ts";
import type { Invocation } from "./invocation.ts";
import { CallFailedError } from "./denial-errors.ts";
import { UnreadableReviewError } from "../../webhook-client/decode-review.ts";
import { decodeAdmissionReview } from "./review-body.ts";
import type { Verdict } from "./review-response.ts";
import { InvalidReviewError, readVerdict } from "./review-response.ts";

/** The dependencies of calls. */
export interface Caller extends Sender {
  readonly random: Random;
}

/**
 * Calls a webhook. Rejects with a `CallFailedError` if there is no verdict, and with the error of the deadline of the API request if that is before
 * the webhook's.
 */
export async function callWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  type: WebhookType,
  caller: Caller,
): Promise<Verdict> {
  const { webhook, objects } = invocation;
  const version = reviewVersionOf(webhook.reviewVersions);
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new CallFailedError(webhook.name, `could not create admission objects: ${why}`);
  }
  const uid = caller.random.uuid();
  const body = encodeReview(uid, version, invocation, attributes, objects);
  try {
    const { text, ...received } = await exchange(webhook, body, caller);
    return readVerdict(decodeAdmissionReview(text, version, received), uid, version, type);
  } catch (error) {
    if (error instanceof InvalidReviewError) {
      throw new CallFailedError(webhook.name, `received invalid webhook response: ${error.message}`, { cause: error });
    }
    if (error instanceof ExchangeError || error instanceof UnreadableReviewError) {
      throw new CallFailedError(webhook.name, `failed to call webhook: ${error.message}`, { cause: error });
    }
    throw error;
  }
}
