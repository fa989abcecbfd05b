// The exchanges of a listener that are under way: each is let in or not, answered, and ended with its client or with the listener.
import { ServerResponse as Http1Response } from "node:http";
import type { IncomingMessage } from "node:http";
import type { Http2ServerRequest } from "node:http2";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import type { Clock } from "@kubewright/async";
import { isApiError } from "@kubewright/apimachinery";
import type { Handler } from "../filters/handler.ts";
import { timeLimitOf } from "../filters/timeout.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { jsonResponse } from "../http/responses.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import { createConnectionUsers } from "./client-certificate.ts";
import { refusalOf } from "./door.ts";
import type { NodeRequest, NodeResponse } from "./exchange.ts";
import { answerCutRequest } from "./cut-request.ts";
import { abortResponse, requestHead, sendResponse } from "./exchange.ts";
import type { ReceivedBody } from "./request-body.ts";
import { noBody, readBody } from "./request-body.ts";
import { answerUpgrade, byteStreamOf } from "./upgraded.ts";

export interface Exchanges {
  /** Answers a request. Whatever fails ends the exchange and nothing else. */
  readonly begin: (incoming: NodeRequest, outgoing: NodeResponse) => void;
  /** Answers a request that asks for another protocol, and serves the connection that this may become. `head` is what came behind it. */
  readonly beginUpgrade: (incoming: IncomingMessage, socket: Duplex, head: Uint8Array) => void;
  /** Ends all of them; resolves when they have ended. */
  readonly end: (reason: Error) => Promise<void>;
}

export interface ExchangesOptions {
  readonly handle: Handler;
  /** What a request may name as its host, in lower-case letters. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly clock: Clock;
}

interface Answered {
  readonly request: ServerRequest;
  readonly response: ServerResponse;
  readonly isCut: boolean;
}

/** The exchanges of one listener. */
export function createExchanges({ handle, allowedHosts, clock }: ExchangesOptions): Exchanges {
  const underWay = new Map<AbortController, Promise<void>>();
  const users = createConnectionUsers();

  /** Answers a request; `receive` reads its body, once its host and origin are accepted. */
  async function answer(
    incoming: NodeRequest,
    head: ServerRequest,
    receive: () => Promise<ReceivedBody>,
  ): Promise<Answered> {
    const refusal = refusalOf(head.headers, allowedHosts);
    if (refusal !== undefined) return { request: head, response: refused(403, "Forbidden", refusal), isCut: false };
    const receivedAtMs = clock.now();
    const { bytes, isCut, isLate = false } = await receive();
    const request = { ...head, body: bytes, receivedAtMs, isLate };
    return { request, response: await handled(handle, request, () => users(socketOf(incoming))), isCut };
  }

  async function serve(incoming: NodeRequest, outgoing: NodeResponse, gone: AbortController): Promise<void> {
    const left = (): void => {
      if (!outgoing.writableEnded) gone.abort(new Error("the client has left"));
    };
    outgoing.on("close", left);
    outgoing.on("error", left);
    try {
      const head = requestHead(incoming, gone.signal);
      const { request, response, isCut } = await answer(incoming, head, () =>
        readBody(incoming, clock, timeLimitOf(head.query)),
      );
      if (gone.signal.aborted) return;
      if (isCut) await answerCutRequest({ incoming, outgoing, clock, signal: gone.signal }, response);
      else await sendResponse(request, response, { outgoing, clock });
    } catch {
      // The client has left, or the body has failed half-way.
      abortResponse(outgoing);
    } finally {
      underWay.delete(gone);
    }
  }

  async function serveUpgrade(
    incoming: IncomingMessage,
    socket: Duplex,
    behind: Uint8Array,
    gone: AbortController,
  ): Promise<void> {
    const left = (): void => gone.abort(new Error("the client has left"));
    socket.on("close", left);
    socket.on("error", left);
    try {
      const head = requestHead(incoming, gone.signal);
      // The bytes after the head belong to the new protocol.
      const { request, response } = await answer(incoming, head, () => Promise.resolve(noBody));
      if (response.upgrade === undefined) {
        const outgoing = new Http1Response(incoming);
        outgoing.assignSocket(socketOf(incoming));
        const closing = { ...response, headers: { ...response.headers, connection: "close" } };
        await sendResponse(request, closing, { outgoing, clock });
        return;
      }
      answerUpgrade(socket, response.headers);
      await response.upgrade(byteStreamOf(socket, behind), gone.signal);
    } catch {
      // The client broke off: there is nobody left to tell.
    } finally {
      socket.end(() => socket.destroy());
      underWay.delete(gone);
    }
  }

  return {
    begin(incoming, outgoing) {
      const gone = new AbortController();
      underWay.set(gone, serve(incoming, outgoing, gone));
    },
    beginUpgrade(incoming, socket, head) {
      const gone = new AbortController();
      underWay.set(gone, serveUpgrade(incoming, socket, head, gone));
    },
    async end(reason) {
      for (const gone of underWay.keys()) gone.abort(reason);
      await Promise.all(underWay.values());
    },
  };
}

async function handled(
  handle: Handler,
  request: ServerRequest,
  userOfConnection: () => UserInfo | undefined,
): Promise<ServerResponse> {
  try {
    const user = userOfConnection();
    return await handle(user === undefined ? request : { ...request, user });
  } catch (error) {
    if (!isApiError(error)) throw error;
    const { code = 500, reason = "", message = "" } = error.status;
    return refused(code, reason, message);
  }
}

function socketOf(incoming: NodeRequest): TLSSocket {
  const session = "stream" in incoming ? (incoming satisfies Http2ServerRequest).stream.session : undefined;
  return (session?.socket ?? incoming.socket) as TLSSocket; // The server speaks TLS only.
}

function refused(code: number, reason: string, message: string): ServerResponse {
  return jsonResponse(code, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    code,
  });
}
