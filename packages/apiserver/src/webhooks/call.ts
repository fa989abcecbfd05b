/** One call of a webhook: a review goes out, a verdict comes back, within the time that the webhook has. */
import type { Clock, Random } from "@kubewright/async";
import { abortable, deadlineSignal } from "@kubewright/async";
import { quoteGoString } from "@kubewright/apimachinery";
import { headerOf, isBodyTooLarge, readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ShownObjects } from "./admission-review.ts";
import { encodeReview, reviewVersionOf } from "./admission-review.ts";
import type { WebhookSort } from "./configuration/webhook.ts";
import { failedExchange, failedStatus } from "./http-failure.ts";
import type { Invocation } from "./match.ts";
import { CallFailedError } from "./refusals.ts";
import type { Verdict } from "./review-response.ts";
import { decodeReview, InvalidReviewError, readVerdict } from "./review-response.ts";
import type { WebhookTarget } from "./target.ts";
import { textOf } from "./target.ts";

/** What calls are made with. */
export interface Caller {
  readonly clock: Clock;
  readonly random: Random;
  /** The transport to a webhook. Throws when there is no way to it. */
  readonly transportTo: (target: WebhookTarget) => Transport;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

/** An answer may carry a patch of a large object; a longer one is not read to its end. */
const answerBytesMax = 16 * 1024 * 1024;

/** Asks a webhook. Rejects with a `CallFailedError` when no verdict comes of it. */
export async function callWebhook(
  { hook, ...form }: Invocation,
  attributes: AdmissionAttributes,
  objects: ShownObjects,
  sort: WebhookSort,
  caller: Caller,
): Promise<Verdict> {
  const fail = (why: string, cause?: unknown): CallFailedError => new CallFailedError(hook.name, why, { cause });
  const version = reviewVersionOf(hook.reviewVersions);
  if (version === undefined) {
    const why = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    throw fail(`could not create admission objects: ${why}`);
  }
  const uid = caller.random.uuid();
  const body = encodeReview(uid, version, { ...form }, attributes, objects);
  const answer = await exchange(hook.target, hook.timeoutMs, body, caller).catch((error: unknown) => {
    throw fail(
      `failed to call webhook: ${error instanceof ExchangeError ? error.message : failedExchange(error)}`,
      error,
    );
  });
  try {
    return readVerdict(answer, uid, version, sort);
  } catch (error) {
    throw error instanceof InvalidReviewError
      ? fail(`received invalid webhook response: ${error.message}`, error)
      : error;
  }
}

/** The exchange has failed, in the words of `failed to call webhook`. */
class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

async function exchange(
  target: WebhookTarget,
  timeoutMs: number,
  body: string,
  { clock, transportTo, closing }: Caller,
): Promise<ReturnType<typeof decodeReview>> {
  const query = `?timeout=${Math.ceil(timeoutMs / 1000)}s`;
  using deadline = deadlineSignal(clock, timeoutMs, closing);
  let status: number;
  let contentType: string | undefined;
  let text: string;
  try {
    const exchanged = transportTo(target).request({
      method: "POST",
      path: `${target.url.pathname}${query}`,
      headers: {
        accept: "application/json, */*",
        "content-type": "application/json",
        "user-agent": "kube-apiserver-admission",
      },
      body,
      signal: deadline.signal,
    });
    // The time is up when it is, also for a transport that does not listen.
    const response = await abortable(exchanged, deadline.signal);
    status = response.status;
    contentType = headerOf(response.headers, "content-type");
    text = await abortable(readText(response, { limitBytes: answerBytesMax }), deadline.signal);
  } catch (error) {
    const reason: unknown = deadline.signal.aborted ? deadline.signal.reason : error;
    const why = isBodyTooLarge(error) ? error.message : failedExchange(reason);
    throw new ExchangeError(`Post ${quoteGoString(`${textOf(target)}${query}`)}: ${why}`, { cause: error });
  }
  if (status < 200 || status > 206) throw new ExchangeError(failedStatus(status, contentType, text));
  try {
    return decodeReview(text);
  } catch (error) {
    throw new ExchangeError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
