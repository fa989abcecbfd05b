/** The faults of one exchange between a client and an API server. */
import { abortable, anySignal, untilAborted } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { bodyOf, discardBody, TransportError } from "@kubewright/transport";
import type { TransportRequest, TransportResponse } from "@kubewright/transport";

/**
 * - `error`: the server rejects the request with a Status, and does not process it.
 * - `refused`: the connection is refused, so the client can rely on the request not being processed.
 * - `requestLost`: the connection ends before the server has received the request.
 * - `responseLost`: the server processes the request, and the connection ends before its response.
 * - `hang`: the server does not receive the request, and no response arrives until the client aborts.
 * - `cut`: the connection ends in the body of the response: in place of the event that follows `afterEvents` events.
 * - `delay`: the request, or the response, arrives later by the clock.
 * - `duplicate`: the server receives the request twice, and the client the second response, as behind a proxy that retries.
 * - `stale`: a read has the response of the first read of its path that the rule matched, which itself passes.
 */
export type RequestFault =
  | {
      readonly kind: "error";
      readonly code: number;
      /** Default: that of the code for 409, 410, 429, 500, 503 and 504; else empty. */
      readonly reason?: string;
      readonly message?: string;
      /** The header `Retry-After`, and `retryAfterSeconds` in the Status. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: "refused" | "requestLost" | "responseLost" | "hang" | "duplicate" }
  | { readonly kind: "stale" }
  | { readonly kind: "cut"; readonly afterEvents?: number }
  | { readonly kind: "delay"; readonly requestMs?: number; readonly responseMs?: number };

export interface FaultContext {
  readonly clock: Clock;
  /** Sends the request to the server. */
  readonly send: (request: TransportRequest) => Promise<TransportResponse>;
  /** Ends requests that hang. */
  readonly ended?: AbortSignal | undefined;
}

/** Executes one request with the fault. `stale` needs an earlier response, so only `createFaultPlan` has it. */
export async function injectFault(
  fault: Exclude<RequestFault, { readonly kind: "stale" }>,
  request: TransportRequest,
  { clock, send, ended }: FaultContext,
): Promise<TransportResponse> {
  switch (fault.kind) {
    case "error":
      return errorResponse(fault);
    case "refused":
      throw faultError(request, "connect", "the connection was refused", false);
    case "requestLost":
      throw connectionLost(request);
    case "responseLost":
      await discardBody(await send(request));
      throw connectionLost(request);
    case "hang": {
      const signal = anySignal(request.signal, ended);
      if (!signal) throw new TypeError("Cannot hang: the request has no signal, so it would never end");
      await untilAborted(signal);
      throw signal.reason;
    }
    case "cut": {
      const response = await send(request);
      return { ...response, body: cutBody(response.body, fault.afterEvents ?? 0, request) };
    }
    case "delay": {
      await clock.sleep(fault.requestMs ?? 0, { signal: request.signal });
      const response = await send(request);
      await abortable(clock.sleep(fault.responseMs ?? 0), request.signal);
      return response;
    }
    case "duplicate":
      await discardBody(await send(request));
      return await send(request);
  }
}

/** The error of a connection that ended while the server may have processed the request. */
export function connectionLost(request: Pick<TransportRequest, "method" | "path">): TransportError {
  return faultError(request, "reset", "the connection was lost", true);
}

function faultError(
  { method, path }: Pick<TransportRequest, "method" | "path">,
  kind: "connect" | "reset",
  found: string,
  mayHaveBeenProcessed: boolean,
): TransportError {
  const action = `${method} ${JSON.stringify(path)}`;
  return new TransportError({ kind, action, address: "a fault of the test", found, mayHaveBeenProcessed });
}

/** The body with one event per chunk. It breaks where the event after `afterEvents` would be delivered. */
async function* cutBody(
  body: AsyncIterable<Uint8Array>,
  afterEvents: number,
  request: TransportRequest,
): AsyncGenerator<Uint8Array, void> {
  let delivered = 0;
  for await (const chunk of body) {
    for (const line of linesOf(chunk)) {
      if (delivered === afterEvents) throw connectionLost(request);
      delivered += 1;
      yield line;
    }
  }
}

/** The lines with their newlines. An incomplete line is also yielded, because the embedded server sends whole events. */
function* linesOf(chunk: Uint8Array): Generator<Uint8Array, void> {
  const newline = 10;
  for (let start = 0; start < chunk.length;) {
    const end = chunk.indexOf(newline, start);
    const next = end === -1 ? chunk.length : end + 1;
    yield chunk.subarray(start, next);
    start = next;
  }
}

const reasons: Readonly<Record<number, string>> = {
  409: "Conflict",
  410: "Expired",
  429: "TooManyRequests",
  500: "InternalError",
  503: "ServiceUnavailable",
  504: "Timeout",
};

function errorResponse({
  code,
  reason = reasons[code] ?? "",
  message = "a fault of the test",
  retryAfterSeconds,
}: Extract<RequestFault, { readonly kind: "error" }>): TransportResponse {
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  const status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    ...details,
    code,
  };
  return {
    status: code,
    headers: {
      "content-type": "application/json",
      ...(retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) }),
    },
    body: bodyOf(JSON.stringify(status)),
  };
}
