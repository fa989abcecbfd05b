/** Exchanges over HTTP/1.1, one at a time on each connection: for servers that do not speak HTTP/2, and without TLS. */
import type { Socket } from "node:net";
import { onAbort } from "@kubewright/async";
import type { DecoratorHandler, Dispatcher, Pool } from "undici";
import { dial } from "./dial.ts";
import type { Route } from "./dial.ts";
import type { TransportError } from "./errors.ts";
import { connectAttempt, failureOf, requestAttempt } from "./failure.ts";
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportRequest, TransportResponse } from "./transport.ts";

/** Connections that are made as they are needed. */
export interface Http1Pool {
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Takes no more exchanges, and calls `onEnded` when the last one has ended. */
  retire(onEnded: () => void): void;
  /** Ends at once, all exchanges with `error`. */
  destroy(error: TransportError): void;
}

/** The pool of undici, and the class that wraps its handlers. */
interface Exchanges {
  readonly pool: Pool;
  readonly Handler: typeof DecoratorHandler;
}

/** What a pool is made with. */
export interface Http1PoolOptions {
  readonly route: Route;
  /** Ends connections that are just being made. */
  readonly signal: AbortSignal;
  /** A connection that stands already: the one on which the server chose HTTP/1.1. */
  readonly firstSocket: Socket | undefined;
}

/** How long an unused connection is kept: below the 90 s after which Go servers commonly close it, so that we are first. */
const idleMaxMs = 60_000;

/** undici starts a request when it has a connection, right before it writes to it; what throws then rejects the request. */
function callingBeforeSend(
  Handler: typeof DecoratorHandler,
  beforeSend: () => void,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const wrapped: Dispatcher.DispatchHandler = Object.assign(new Handler(handler), {
      onRequestStart(controller: Dispatcher.DispatchController, context: unknown) {
        beforeSend();
        handler.onRequestStart?.(controller, context);
      },
    });
    return dispatch(options, wrapped);
  };
}

/** An empty pool; nothing is connected yet but `firstSocket`. */
export function createHttp1Pool({ route, signal, firstSocket }: Http1PoolOptions): Http1Pool {
  let spare = firstSocket;
  let loading: Promise<Exchanges> | undefined;

  /** Loaded with the first exchange: reading undici takes longer than a whole HTTP/2 exchange, and most servers speak that. */
  function exchanges(): Promise<Exchanges> {
    loading ??= import("undici").then(({ Pool: PoolOfUndici, DecoratorHandler: Handler }) => ({
      pool: newPool(PoolOfUndici),
      Handler,
    }));
    return loading;
  }

  function newPool(PoolOfUndici: typeof Pool): Pool {
    return new PoolOfUndici(route.server.origin, {
      connections: null, // Each open watch holds one: any bound would be a deadlock.
      pipelining: 1,
      headersTimeout: 0, // Time is the caller's: a watch is silent for as long as nothing happens.
      bodyTimeout: 0,
      keepAliveTimeout: idleMaxMs,
      connect(_options, callback) {
        // Never called back from within this call: undici would not notice that the connection stands.
        void (takeSpare() ?? newSocket()).then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(failureOf(error, connectAttempt(route.server), "connect"), null),
        );
      },
    });
  }

  async function newSocket(): Promise<Socket> {
    const { socket } = await dial(route, ["http/1.1"], signal);
    return socket;
  }

  function takeSpare(): Promise<Socket> | undefined {
    const socket = spare;
    spare = undefined;
    return socket && !socket.destroyed ? Promise.resolve(socket) : undefined;
  }

  return {
    async request(request) {
      const attempt = requestAttempt(route.server, request.method, request.path);
      const ended = new AbortController(); // Ours, so that the caller's signal collects no listeners.
      const listener = request.signal && onAbort(request.signal, (reason) => ended.abort(reason));
      let refusal: { readonly reason: unknown } | undefined;

      function reasonOfEnd(error: unknown): unknown {
        listener?.[Symbol.dispose]();
        if (refusal) return refusal.reason;
        if (request.signal?.aborted) return request.signal.reason;
        return error === undefined ? undefined : failureOf(error, attempt, "ended");
      }

      try {
        const { pool, Handler } = await exchanges();
        const { beforeSend } = request;
        const check = (): void => {
          try {
            beforeSend?.();
          } catch (error) {
            refusal = { reason: error };
            throw error;
          }
        };
        const dispatcher = beforeSend ? pool.compose(callingBeforeSend(Handler, check)) : pool;
        const answer = await dispatcher.request({
          method: request.method,
          path: request.path,
          headers: request.headers as Record<string, string | string[]>, // The same shape, but for `readonly`.
          body: request.body ?? null,
          signal: ended.signal,
        });
        return {
          status: answer.statusCode,
          headers: answer.headers as HeaderMap, // undici leaves no header undefined.
          body: streamBody(answer.body, { cancel: () => listener?.[Symbol.dispose](), failure: reasonOfEnd }),
        };
      } catch (error) {
        throw reasonOfEnd(error);
      }
    },
    retire(onEnded) {
      spare?.destroy();
      // It fails only when it has been destroyed, and that is an end as well.
      if (loading) loading.then(({ pool }) => pool.close()).then(onEnded, onEnded);
      else onEnded();
    },
    destroy(error) {
      spare?.destroy();
      loading?.then(({ pool }) => pool.destroy(error)).catch(() => {}); // It fails only when it was destroyed before.
    },
  };
}
