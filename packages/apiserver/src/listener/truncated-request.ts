// Responds to a request whose body has not been received, so that a client that is still sending can read the response. A connection that is closed
// while data of the client is unread is reset, and a reset discards a response that the client has not read yet.
import type { Clock } from "@kubewright/async";
import type { ServerResponse } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";

/** An HTTP/1.1 client may continue sending for this time after the response. Then its connection is closed. */
export const lingerMs = 5000;

/** The time in which a client without credentials can read the response, as in Go's net/http. */
export const guestLingerMs = 500;

export interface TruncatedRequest {
  readonly channel: Channel;
  readonly clock: Clock;
  /** Ends the wait for the client. */
  readonly signal: AbortSignal;
  readonly rest: RestOfBody;
}

/**
 * What an HTTP/1.1 connection does with the rest of the body: it receives it and serves the next request; it discards it until it ends; or it does not
 * read it, so that a client without credentials causes no work.
 */
export type RestOfBody = "received" | "discarded" | "unread";

/** A response whose body is in memory. */
export interface WholeResponse extends ServerResponse {
  readonly body: Uint8Array;
}

/**
 * Sends the response and ends the request; the rest of the body is discarded. HTTP/2 resets the stream without an error, which is the signal to stop
 * sending. HTTP/1.1 has no such signal: the request ends once the client has sent everything or has closed the connection, at the latest after `lingerMs`
 * or `guestLingerMs`.
 */
export async function respondToTruncatedRequest(
  request: TruncatedRequest,
  { status, headers, body }: WholeResponse,
): Promise<void> {
  const { channel, rest } = request;
  const { incoming, outgoing, isHttp2 } = channel;
  const sized = { ...headers, "content-length": String(body.length) };
  channel.sendHead(status, isHttp2 || rest === "received" ? sized : { ...sized, connection: "close" });
  if (isHttp2 || rest !== "unread") incoming.resume();
  if (isHttp2) {
    outgoing.end(body);
    channel.stopRequest();
    return;
  }
  outgoing.write(body);
  const isReceived = await endOfRequest(request);
  if (rest === "received" && !isReceived) channel.abort();
  else outgoing.end(rest === "unread" ? () => channel.socket.destroy() : undefined); // A connection that is not read does not detect its end.
}

/** Resolves when the request has ended, or when the time for the client has passed. Returns whether it has ended. */
async function endOfRequest({ channel, clock, signal, rest }: TruncatedRequest): Promise<boolean> {
  const { incoming } = channel;
  if (incoming.readableEnded || incoming.destroyed) return true;
  if (signal.aborted) return false;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const received = (): void => resolve(true);
  const aborted = (): void => resolve(false);
  incoming.once("end", received);
  incoming.once("close", received);
  signal.addEventListener("abort", aborted, { once: true });
  using _timer = clock.setTimer(rest === "unread" ? guestLingerMs : lingerMs, aborted);
  const isReceived = await promise;
  signal.removeEventListener("abort", aborted);
  return isReceived;
}
