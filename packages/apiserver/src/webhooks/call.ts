/** One call of a webhook: a review goes out, a verdict comes back, within the time that the webhook has. */
import type { Clock, Random } from "@kubewright/async";
import { abortable, deadlineSignal, isDeadlineError } from "@kubewright/async";
import { quoteGoString } from "@kubewright/apimachinery";
import { outOfTime } from "../endpoints/request-timeout.ts";
import { headerOf, isBodyTooLarge, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ShownObjects } from "./admission-review.ts";
import { encodeReview, reviewVersionOf } from "./admission-review.ts";
import type { WebhookSort } from "./configuration/webhook.ts";
import type { Hook } from "./hook.ts";
import { failedExchange, failedStatus } from "./http-failure.ts";
import type { Invocation } from "./match.ts";
import { CallFailedError } from "./refusals.ts";
import { decodeReview, UnreadableReviewError } from "./review-body.ts";
import type { Verdict } from "./review-response.ts";
import { InvalidReviewError, readVerdict } from "./review-response.ts";
import type { WebhookTarget } from "./target.ts";
import { textOf } from "./target.ts";

/** What calls are made with. */
export interface Caller {
  readonly clock: Clock;
  readonly random: Random;
  /** The transport to a webhook. Throws when there is no way to it. */
  readonly transportTo: (target: WebhookTarget) => Transport;
  /** When the request that the calls are for is out of time, by the clock's `now()`. */
  readonly endsAtMs: number;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** An answer may carry a patch of a large object; a longer one is not read to its end. */
const answerBytesMax = 16 * 1024 * 1024;

/**
 * Asks a webhook. Rejects with a `CallFailedError` when no verdict comes of it, and with an `ApiError` (504) when the request is out of time
 * before the webhook is.
 */
export async function callWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  objects: ShownObjects,
  sort: WebhookSort,
  caller: Caller,
): Promise<Verdict> {
  const { hook } = invocation;
  const version = reviewVersionOf(hook.reviewVersions);
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw new CallFailedError(hook.name, `could not create admission objects: ${why}`);
  }
  const uid = caller.random.uuid();
  const body = encodeReview(uid, version, invocation, attributes, objects);
  try {
    const { text, ...answer } = await exchange(hook, body, caller);
    return readVerdict(decodeReview(text, version, answer), uid, version, sort);
  } catch (error) {
    if (error instanceof InvalidReviewError) {
      throw new CallFailedError(hook.name, `received invalid webhook response: ${error.message}`, { cause: error });
    }
    if (error instanceof ExchangeError || error instanceof UnreadableReviewError) {
      throw new CallFailedError(hook.name, `failed to call webhook: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** There is no answer, or one that says no more than that something went wrong. */
class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

interface Exchanged {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

async function exchange({ target, timeoutMs }: Hook, body: string, caller: Caller): Promise<Exchanged> {
  const leftMs = caller.endsAtMs - caller.clock.now();
  if (leftMs <= 0) throw outOfTime();
  const limitMs = Math.min(timeoutMs, leftMs);
  const query = `?timeout=${Math.ceil(limitMs / 1000)}s`;
  using deadline = deadlineSignal(caller.clock, limitMs, caller.closing);
  let answer: Exchanged;
  try {
    // The time is up when it is, also for a transport that does not listen.
    answer = await abortable(post(target, query, body, deadline.signal, caller), deadline.signal);
  } catch (error) {
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    if (isDeadlineError(reason) && leftMs <= timeoutMs) throw outOfTime();
    const why = isBodyTooLarge(error) ? error.message : failedExchange(reason);
    throw new ExchangeError(`Post ${quoteGoString(`${textOf(target)}${query}`)}: ${why}`, { cause: error });
  }
  const { status, contentType, text } = answer;
  if (status < 200 || status > 206) throw new ExchangeError(failedStatus(status, contentType, text));
  return answer;
}

async function post(
  target: WebhookTarget,
  query: string,
  body: string,
  signal: AbortSignal,
  { transportTo }: Caller,
): Promise<Exchanged> {
  const response = await transportTo(target).request({
    method: "POST",
    path: `${target.url.pathname}${query}`,
    headers: {
      accept: "application/json, */*",
      "content-type": "application/json",
      "user-agent": "kube-apiserver-admission",
    },
    body,
    signal,
  });
  const text = await readText(response, { limitBytes: answerBytesMax });
  return { status: response.status, contentType: headerOf(response.headers, "content-type"), text };
}
