// Responds to a request whose body was discarded, so that a client that is still sending can read the response. A connection that is closed while data
// of the client is unread is reset, and a reset discards a response that the client has not read yet.
import type { Clock } from "@kubewright/async";
import { wholeBody } from "../http/chunks.ts";
import type { ServerResponse } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";

/** An HTTP/1.1 client may continue sending for this time after the response. Then its connection is closed. */
export const lingerMs = 5000;

export interface TruncatedRequest {
  readonly channel: Channel;
  readonly clock: Clock;
  /** Ends the wait for the client. */
  readonly signal: AbortSignal;
}

/**
 * Sends the response and ends the request. HTTP/2 resets the stream without an error, which is the signal to stop sending. HTTP/1.1 has no such signal:
 * the connection is closed once the client has sent everything or has closed it, at the latest after `lingerMs`.
 */
export async function respondToTruncatedRequest(
  request: TruncatedRequest,
  { status, headers, body }: ServerResponse,
): Promise<void> {
  const { channel } = request;
  const { outgoing, isHttp2 } = channel;
  const bytes = await wholeBody(body);
  const length = { "content-length": String(bytes.length) };
  channel.sendHead(status, isHttp2 ? { ...headers, ...length } : { ...headers, ...length, connection: "close" });
  if (isHttp2) {
    outgoing.end(bytes);
    channel.stopRequest();
    return;
  }
  outgoing.write(bytes);
  await endOfRequest(request);
  outgoing.end();
}

/** Resolves when the request has ended, or after `lingerMs`. */
async function endOfRequest({ channel: { incoming }, clock, signal }: TruncatedRequest): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  incoming.once("end", end);
  incoming.once("close", end);
  signal.addEventListener("abort", end, { once: true });
  using _timer = clock.setTimer(lingerMs, end);
  await promise;
  signal.removeEventListener("abort", end);
}
