// Responds to a request whose body has not been received, so that a client that is still sending can read the response. A connection that is closed
// while data of the client is unread is reset, and a reset discards a response that the client has not read yet.
import type { Clock } from "@kubewright/async";
import type { ServerResponse } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";

/** An HTTP/1.1 client may continue sending for this time after the response. Then its connection is closed. */
export const lingerMs = 5000;

export interface TruncatedRequest {
  readonly channel: Channel;
  readonly clock: Clock;
  /** Ends the wait for the client. */
  readonly signal: AbortSignal;
  /** Whether an HTTP/1.1 connection is used again once the client has sent the rest of its request. */
  readonly keepsConnection: boolean;
}

/** A response whose body is in memory. */
export interface WholeResponse extends ServerResponse {
  readonly body: Uint8Array;
}

/**
 * Sends the response and ends the request; the rest of the body is discarded. HTTP/2 resets the stream without an error, which is the signal to stop
 * sending. HTTP/1.1 has no such signal: the request ends once the client has sent everything or has closed the connection, at the latest after `lingerMs`.
 */
export async function respondToTruncatedRequest(
  request: TruncatedRequest,
  { status, headers, body }: WholeResponse,
): Promise<void> {
  const { channel, keepsConnection } = request;
  const { incoming, outgoing, isHttp2 } = channel;
  const sized = { ...headers, "content-length": String(body.length) };
  channel.sendHead(status, isHttp2 || keepsConnection ? sized : { ...sized, connection: "close" });
  incoming.resume();
  if (isHttp2) {
    outgoing.end(body);
    channel.stopRequest();
    return;
  }
  outgoing.write(body);
  const isReceived = await endOfRequest(request);
  if (keepsConnection && !isReceived) channel.abort();
  else outgoing.end();
}

/** Resolves when the request has ended, or after `lingerMs`. Returns whether it has ended. */
async function endOfRequest({ channel: { incoming }, clock, signal }: TruncatedRequest): Promise<boolean> {
  if (incoming.readableEnded || incoming.destroyed) return true;
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const received = (): void => resolve(true);
  const aborted = (): void => resolve(false);
  incoming.once("end", received);
  incoming.once("close", received);
  signal.addEventListener("abort", aborted, { once: true });
  using _timer = clock.setTimer(lingerMs, aborted);
  const isReceived = await promise;
  signal.removeEventListener("abort", aborted);
  return isReceived;
}
