// Sends one request and does what all requests share: headers, error responses as errors, retries that the server requests with
// `Retry-After`, warnings and measurements.

import { guardObserver } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { retryAfterSecondsOf } from "@kubewright/apimachinery";
import type { HeaderMap, RequestLane, Transport, TransportResponse } from "@kubewright/transport";

import type { ClientObserver, RequestReport } from "../observer.ts";
import { answerError } from "./answer-error.ts";
import { warningsOf } from "./headers.ts";

/** A request, with the words that reports and errors use for it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly accept: string;
  /** Continues "Cannot" in errors: `get Pod "default/web"`. */
  readonly action: string;
  readonly verb: string;
  readonly resource: string;
  readonly contentType?: string;
  readonly headers?: HeaderMap;
  readonly body?: Uint8Array | string;
  /** Default: `bulk` for lists and watches. */
  readonly lane?: RequestLane | undefined;
  readonly signal?: AbortSignal | undefined;
  /** How often the request may be sent again on 429 and 503 with `Retry-After`. 0 for requests that are not idempotent. */
  readonly retriesMax: number;
}

/** Sends a request; resolves with a successful response, whose body the caller reads or leaves by `break`. */
export type Sender = (request: OutgoingRequest) => Promise<TransportResponse>;

export interface SenderOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly host: string;
  readonly observer: ClientObserver;
}

/** The verbs whose responses are long. They have their own connections, so that writes and Leases never wait behind them. */
const bulkVerbs: readonly string[] = ["list", "watch"];

export function createSender(options: SenderOptions): Sender {
  const { transport, clock } = options;
  const observer = guardObserver(options.observer);

  return async function send(request: OutgoingRequest): Promise<TransportResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const { response, report } = await sendOnce(request);
      for (const warning of warningsOf(response.headers)) observer.warned?.(warning);
      // A redirect is an error: following it would send the credentials to another host.
      if (response.status < 300) return response;

      const error = await answerError(response, request.action);
      const afterSeconds = retryAfterSecondsOf(error);
      const mayRetry = (response.status === 429 || response.status === 503) && attempt <= request.retriesMax;
      if (!mayRetry || afterSeconds === undefined) throw error;

      const afterMs = afterSeconds * 1000;
      observer.requestRetried?.({ ...report, attempt, afterMs });
      await clock.sleep(afterMs, { signal: request.signal });
    }
  };

  async function sendOnce(request: OutgoingRequest): Promise<{ response: TransportResponse; report: RequestReport }> {
    request.signal?.throwIfAborted();
    const startedAt = clock.now();
    let code: number | undefined;
    try {
      const response = await transport.request({
        method: request.method,
        path: request.path,
        headers: {
          accept: request.accept,
          "user-agent": options.userAgent,
          ...(request.contentType === undefined ? {} : { "content-type": request.contentType }),
          ...request.headers,
        },
        ...(request.body === undefined ? {} : { body: request.body }),
        lane: request.lane ?? (bulkVerbs.includes(request.verb) ? "bulk" : "default"),
        signal: request.signal,
      });
      code = response.status;
      return {
        response: measured(response, { verb: request.verb, host: options.host }, observer),
        report: reportOf(request, code, startedAt),
      };
    } finally {
      observer.requestEnded?.(reportOf(request, code, startedAt));
    }
  }

  function reportOf(request: OutgoingRequest, code: number | undefined, startedAt: number): RequestReport {
    const { method, verb, resource, body } = request;
    const requestBytes = body === undefined ? 0 : Buffer.byteLength(body);
    return { method, verb, resource, host: options.host, code, requestBytes, latencyMs: clock.now() - startedAt };
  }
}

/** Reports the size of the body, except of a watch, whose body has no end. */
function measured(
  response: TransportResponse,
  about: { verb: string; host: string },
  { responseRead }: ClientObserver,
): TransportResponse {
  if (!responseRead || about.verb === "watch") return response;
  return { ...response, body: countedBody(response.body, (bytes) => responseRead({ ...about, bytes })) };
}

/** The same chunks; `onEnd` is called with their size once the body has ended or is left. */
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
