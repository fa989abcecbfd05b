// Sends a request, with the parts that all requests share: the budget of the host, headers, conversion of error responses, retries, warnings
// and observer events.

import { assertNumbers, guardObserver, numberRules } from "@kubewright/async";
import type { Clock, Random } from "@kubewright/async";
import { retryAfterSecondsOf } from "@kubewright/apimachinery";
import { headerOf, TransportError } from "@kubewright/transport";
import type { HeaderMap, Transport, TransportResponse } from "@kubewright/transport";

import type { BudgetLane, ClientObserver, RequestReport } from "../observer.ts";
import { answerError } from "./answer-error.ts";
import { warningsOf } from "./headers.ts";
import { ExchangeLimit } from "./exchange-limit.ts";
import type { LimitKind } from "./exchange-limit.ts";
import type { RequestBudget } from "./request-budget.ts";
import { retryDelayMs } from "./retry-policy.ts";
import type { RequestFailure, RetryPolicy } from "./retry-policy.ts";

/** A request, with its names in reports and errors. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  /** Follows "Cannot" in errors: `get Pod "default/web"`. */
  readonly action: string;
  readonly verb: string;
  readonly resource: string;
  readonly contentType?: string;
  readonly headers?: HeaderMap;
  readonly body?: Uint8Array | string;
  readonly lane: BudgetLane;
  /** Whether the request occupies a slot of the budget until its response begins. */
  readonly takesSlot: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Only an idempotent request may be retried. */
  readonly isIdempotent: boolean;
  /** The largest number of retries, if the call has set it. */
  readonly retriesMax?: number | undefined;
  /** What `timeoutMs` counts. Absent: the request has no limit. */
  readonly limit?: LimitKind | undefined;
  /** The limit of the call. Default: that of the client. 0: none. */
  readonly timeoutMs?: number | undefined;
}

/** Sends a request; resolves with a successful response, whose body the caller must read or abandon with `break`. */
export type Sender = (request: OutgoingRequest) => Promise<TransportResponse>;

export interface SenderOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent: string;
  readonly host: string;
  readonly observer: ClientObserver;
}

/** The options of a sender that the connector does not have. */
export interface RequestPolicies {
  readonly budget: RequestBudget;
  readonly retry: RetryPolicy;
  /** The limit of requests whose call sets none. 0: no limit. */
  readonly requestTimeoutMs: number;
}

/** A successful response, or the failure. */
type Outcome =
  | { readonly response: TransportResponse }
  | { readonly failure: RequestFailure; readonly error: unknown; readonly report: RequestReport };

export function createSender(options: SenderOptions & RequestPolicies): Sender {
  const sender = new RequestSender(options);
  return (request) => sender.send(request);
}

class RequestSender {
  readonly #options: SenderOptions & RequestPolicies;
  readonly #observer: ClientObserver;

  constructor(options: SenderOptions & RequestPolicies) {
    this.#options = options;
    this.#observer = guardObserver(options.observer);
  }

  async send(request: OutgoingRequest): Promise<TransportResponse> {
    const { clock, random, retry } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await this.#outcomeOf(request);
      if ("response" in outcome) return outcome.response;
      const { failure, error, report } = outcome;
      const afterMs = request.signal?.aborted ? undefined : retryDelayMs(retry, request, failure, { attempt, random });
      if (afterMs === undefined) throw error;

      this.#observer.requestRetried?.({ ...report, attempt, afterMs });
      await clock.sleep(afterMs, { signal: request.signal });
    }
  }

  async #outcomeOf(request: OutgoingRequest): Promise<Outcome> {
    const { clock, budget, host } = this.#options;
    await this.#awaitBudget(request);
    const startedAt = clock.now();
    let response: TransportResponse | undefined;
    try {
      response = await this.#sendOnce(request);
    } catch (error) {
      return { failure: { kind: "error", error }, error, report: this.#reportOf(request, undefined, startedAt) };
    } finally {
      if (request.takesSlot) budget.release(request.lane);
      this.#observer.requestEnded?.(this.#reportOf(request, response?.status, startedAt));
    }
    for (const warning of warningsOf(response.headers)) this.#observer.warned?.(warning);
    // A redirect is an error: following it would send the credentials to another host.
    if (response.status < 300) return { response: measured(response, { verb: request.verb, host }, this.#observer) };

    const report = this.#reportOf(request, response.status, startedAt);
    const error = await answerError(response, request.action);
    const retryAfterSeconds = retryAfterSecondsOf(error);
    // The server's flow control rejects requests with plain text before they reach a resource. A resource rejects them with a Status.
    const isOverloaded =
      response.status === 429 && headerOf(response.headers, "content-type")?.startsWith("text/plain") === true;
    if (isOverloaded && retryAfterSeconds !== undefined) budget.pause(request.lane, retryAfterSeconds * 1000);
    return { failure: { kind: "status", status: response.status, retryAfterSeconds, isOverloaded }, error, report };
  }

  async #awaitBudget({ lane, takesSlot, signal, verb }: OutgoingRequest): Promise<void> {
    const { clock, budget, host } = this.#options;
    signal?.throwIfAborted();
    const acquired = budget.acquire(lane, { slot: takesSlot, signal });
    if (acquired === undefined) return;
    const waitedFrom = clock.now();
    await acquired;
    this.#observer.requestDelayed?.({ verb, host, lane, waitedMs: clock.now() - waitedFrom });
  }

  async #sendOnce(request: OutgoingRequest): Promise<TransportResponse> {
    const { transport, userAgent } = this.#options;
    const limit = this.#limitOf(request);
    try {
      const response = await transport.request({
        method: request.method,
        path: request.path,
        headers: {
          accept: request.accept,
          "user-agent": userAgent,
          ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        acceptsGzip: request.verb === "list", // Other responses are short, or streams that servers do not compress.
        lane: request.lane === "bulk" ? "bulk" : "default",
        signal: limit?.signal ?? request.signal,
      });
      return limit ? { ...response, body: limit.body(response.body) } : response;
    } catch (error) {
      limit?.[Symbol.dispose]();
      throw error;
    }
  }

  #limitOf(request: OutgoingRequest): ExchangeLimit | undefined {
    const { clock, host: address, requestTimeoutMs } = this.#options;
    const { limit: kind, timeoutMs: ms = requestTimeoutMs, action, method, path, signal } = request;
    if (kind === undefined || ms === 0) return undefined;
    assertNumbers(`Cannot ${action}`, { timeoutMs: ms }, numberRules.finiteFromZeroMs);
    const found = `the server did not complete its response to ${method} "${path}" within ${ms} ms`;
    const error = (): TransportError =>
      new TransportError({ kind: "timeout", action, address, found, mayHaveBeenProcessed: true });
    return new ExchangeLimit({ clock, kind, ms, signal, error });
  }

  #reportOf(request: OutgoingRequest, code: number | undefined, startedAt: number): RequestReport {
    const { clock, host } = this.#options;
    const { method, verb, resource, body } = request;
    const requestBytes = body === undefined ? 0 : Buffer.byteLength(body);
    return { method, verb, resource, host, code, requestBytes, latencyMs: clock.now() - startedAt };
  }
}

/** Reports the size of the body to the observer, except for a watch, whose body has no end. */
function measured(
  response: TransportResponse,
  about: { verb: string; host: string },
  { responseRead }: ClientObserver,
): TransportResponse {
  if (!responseRead || about.verb === "watch") return response;
  return { ...response, body: countedBody(response.body, (bytes) => responseRead({ ...about, bytes })) };
}

/** The same chunks; `onEnd` is called with their total size once the body has ended or is abandoned. */
async function* countedBody(
  body: AsyncIterable<Uint8Array>,
  onEnd: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of body) {
      bytes += chunk.length;
      yield chunk;
    }
  } finally {
    onEnd(bytes);
  }
}
