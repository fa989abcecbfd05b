// The exchanges of a listener that are under way: each is let in or not, answered, and ended with its client or with the listener.
import type { Http2ServerRequest } from "node:http2";
import type { TLSSocket } from "node:tls";
import type { Clock } from "@kubewright/async";
import { isApiError } from "@kubewright/apimachinery";
import type { Handler } from "../endpoints/handler.ts";
import type { ServerRequest, ServerResponse } from "../endpoints/server-request.ts";
import { jsonResponse } from "../endpoints/server-request.ts";
import type { UserInfo } from "../registry/server-context.ts";
import { createConnectionUsers } from "./client-certificate.ts";
import { refusalOf } from "./door.ts";
import type { NodeRequest, NodeResponse } from "./exchange.ts";
import { readBody, requestHead, sendResponse } from "./exchange.ts";

export interface Exchanges {
  /** Answers a request. Whatever fails ends the exchange and nothing else. */
  readonly begin: (incoming: NodeRequest, outgoing: NodeResponse) => void;
  /** Ends all of them; resolves when they have ended. */
  readonly end: (reason: Error) => Promise<void>;
}

export interface ExchangesOptions {
  readonly handle: Handler;
  /** What a request may name as its host, in lower-case letters. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly clock: Clock;
}

/** The exchanges of one listener. */
export function createExchanges({ handle, allowedHosts, clock }: ExchangesOptions): Exchanges {
  const underWay = new Map<AbortController, Promise<void>>();
  const users = createConnectionUsers();

  async function serve(incoming: NodeRequest, outgoing: NodeResponse, gone: AbortController): Promise<void> {
    const left = (): void => {
      if (!outgoing.writableEnded) gone.abort(new Error("the client has left"));
    };
    outgoing.on("close", left);
    outgoing.on("error", left);
    try {
      const head = requestHead(incoming, gone.signal);
      const refusal = refusalOf(head.headers, allowedHosts);
      const request = refusal === undefined ? { ...head, body: await readBody(incoming) } : head;
      const response =
        refusal === undefined
          ? await answer(handle, request, () => users(socketOf(incoming)))
          : refused(403, "Forbidden", refusal);
      if (!gone.signal.aborted) await sendResponse(request, response, { outgoing, clock });
    } catch {
      // The client broke off, or a body failed half-way: all that is left to say is that the answer ends here.
      outgoing.destroy();
    } finally {
      underWay.delete(gone);
    }
  }

  return {
    begin(incoming, outgoing) {
      const gone = new AbortController();
      underWay.set(gone, serve(incoming, outgoing, gone));
    },
    async end(reason) {
      for (const gone of underWay.keys()) gone.abort(reason);
      await Promise.all(underWay.values());
    },
  };
}

async function answer(
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
