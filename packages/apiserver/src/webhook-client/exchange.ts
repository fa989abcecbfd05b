/**
 * Sends a review to a webhook and reads the response, within a deadline. Follows redirects and observes `Retry-After` as kube-apiserver does.
 */
import type { Clock } from "@kubewright/async";
import { abortable, deadlineSignal, isDeadlineError, linkSignals } from "@kubewright/async";
import { quoteGoString } from "@kubewright/apimachinery";
import { discardBody, headerOf, isBodyTooLarge, readText } from "@kubewright/transport";
import type { Transport, TransportResponse } from "@kubewright/transport";
import { assertActive } from "../turns/deadline.ts";
import type { Deadline } from "../turns/deadline.ts";
import { failedExchange, failedStatus } from "./http-failure.ts";
import type { Hop } from "./redirect.ts";
import { nextHop, RedirectError, shownUrl } from "./redirect.ts";
import { retriesMax, retryAfterMs } from "./retry-after.ts";
import type { WebhookTarget } from "./target.ts";
import { redirectTarget } from "./target.ts";
import { escapedPath, urlParts, userOf } from "../kinds/admissionregistration/url-text.ts";

/** The address of a webhook, and the timeout of its calls. */
export interface WebhookEndpoint {
  readonly target: WebhookTarget;
  /** The URL of the target for messages, without a query. */
  readonly url: string;
  readonly timeoutMs: number;
}

/** The dependencies and limits of requests to webhooks. */
export interface Sender {
  readonly clock: Clock;
  /** The transport to a webhook. Throws if the webhook cannot be reached. */
  readonly transportTo: (target: WebhookTarget) => Transport;
  /** The deadline of the API request that the call belongs to. */
  readonly deadline: Deadline;
  /** Aborted when the client of the API request disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Aborted when the server ends. */
  readonly closing: AbortSignal;
}

export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly text: string;
}

/** The webhook did not respond, or with a status other than success. */
export class ExchangeError extends Error {
  override readonly name = "ExchangeError";
}

/** A response may carry a patch of a large object; reading a longer one fails. */
const responseBytesMax = 16 * 1024 * 1024;

/**
 * Sends a review. Rejects with an `ExchangeError`, with the error of the deadline of the API request, and with the reason of its signal when its
 * client disconnects: no failure policy applies to these.
 */
export async function exchange(
  { target, url, timeoutMs }: WebhookEndpoint,
  body: string,
  sender: Sender,
): Promise<WebhookResponse> {
  assertActive(sender);
  const leftMs = sender.deadline.atMs - sender.clock.now();
  const limitMs = Math.min(timeoutMs, leftMs);
  using gone = linkSignals(sender.signal, sender.closing);
  using limit = deadlineSignal(sender.clock, limitMs, gone.signal);
  const firstHop: Hop = { method: "POST", url: `${url}?timeout=${Math.ceil(limitMs / 1000)}s`, body };
  let hop = firstHop;

  async function send(): Promise<WebhookResponse> {
    for (let retries = 0; ; retries++) {
      const response = await followRedirects();
      const waitMs = retries < retriesMax ? retryAfterMs(response) : undefined;
      if (waitMs === undefined) {
        const text = await readText(response, { limitBytes: responseBytesMax });
        return { status: response.status, contentType: headerOf(response.headers, "content-type"), text };
      }
      await discardBody(response);
      hop = firstHop;
      await sender.clock.sleep(waitMs, { signal: limit.signal });
    }
  }

  async function followRedirects(): Promise<TransportResponse> {
    for (let sent = 1; ; sent++) {
      const response = await request(hop, target, limit.signal, sender);
      try {
        const next = nextHop(hop, sent, response.status, headerOf(response.headers, "location"));
        if (next === undefined) return response;
        hop = next;
      } catch (error) {
        await discardBody(response); // An unread body keeps its connection open.
        throw error;
      }
      await discardBody(response);
    }
  }

  let response: WebhookResponse;
  try {
    // The deadline also ends the wait for a transport that ignores the signal.
    response = await abortable(send(), limit.signal);
  } catch (error) {
    sender.signal?.throwIfAborted();
    const reason: unknown = limit.signal.aborted ? limit.signal.reason : error;
    if (isDeadlineError(reason) && leftMs <= timeoutMs) throw sender.deadline.exceeded();
    const why = isBodyTooLarge(error) ? error.message : failedExchange(reason);
    const where = shownUrl(error instanceof RedirectError ? error.url : hop.url);
    throw new ExchangeError(`Post ${quoteGoString(where)}: ${why}`, { cause: error });
  }
  const { status, contentType, text } = response;
  if (status < 200 || status > 206) throw new ExchangeError(failedStatus(status, contentType, text));
  return response;
}

function request(
  { method, url, body, referer }: Hop,
  target: WebhookTarget,
  signal: AbortSignal,
  { transportTo }: Sender,
): Promise<TransportResponse> {
  const parts = urlParts(url);
  if (parts.scheme !== "https" && parts.scheme !== "http") {
    throw new Error(`unsupported protocol scheme ${quoteGoString(parts.scheme ?? "")}`);
  }
  const user = userOf(parts);
  const query = parts.query === undefined ? "" : `?${parts.query.replace(/[^\x21-\x7e]/g, encodeURIComponent)}`;
  return transportTo(redirectTarget(target, parts)).request({
    method,
    path: `${escapedPath(parts.path) || "/"}${query}`,
    headers: {
      accept: "application/json, */*",
      "user-agent": "kube-apiserver-admission",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(referer === undefined ? {} : { referer }),
      ...(user === undefined ? {} : { authorization: basicAuthorization(user) }),
    },
    ...(body === undefined ? {} : { body }),
    signal,
  });
}

/** The credentials of a redirect's URL (RFC 7617). */
function basicAuthorization(user: string): string {
  const [name = "", ...rest] = user.split(":");
  const credentials = `${decodeURIComponent(name)}:${decodeURIComponent(rest.join(":"))}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
