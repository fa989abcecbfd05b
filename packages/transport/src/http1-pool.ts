/** HTTP/1.1 exchanges, one at a time per connection: for servers without HTTP/2 or without TLS. */
import type { Socket } from "node:net";
import { onAbort } from "@kubewright/async";
import type { DecoratorHandler, Dispatcher, Pool } from "undici";
import { dial } from "./dial.ts";
import type { Route } from "./dial.ts";
import type { TransportError } from "./errors.ts";
import { connectAttempt, failureOf, requestAttempt } from "./failure.ts";
import type { Attempt } from "./failure.ts";
import { streamBody } from "./stream-body.ts";
import type { HeaderMap, TransportRequest, TransportResponse } from "./transport.ts";

/** A pool that connects on demand. */
export interface Http1Pool {
  request(request: TransportRequest): Promise<TransportResponse>;
  /** Accepts no more requests, and calls `onEnded` once the last exchange has ended. */
  retire(onEnded: () => void): void;
  /** Aborts all exchanges with `error`. */
  destroy(error: TransportError): void;
}

/** The pool of undici, and the class that wraps its handlers. */
interface Undici {
  readonly pool: Pool;
  readonly Handler: typeof DecoratorHandler;
}

export interface Http1PoolOptions {
  readonly route: Route;
  /** Aborts connection attempts. */
  readonly signal: AbortSignal;
  /** The connection on which the server chose HTTP/1.1, if there is one. */
  readonly firstSocket: Socket | undefined;
}

/** The idle time before a connection is closed: less than the 90 s after which Go servers commonly close it. */
const idleMaxMs = 60_000;

/** Creates a pool without connections except `firstSocket`. */
export function createHttp1Pool(options: Http1PoolOptions): Http1Pool {
  return new UndiciPool(options);
}

class UndiciPool implements Http1Pool {
  readonly #route: Route;
  readonly #signal: AbortSignal;
  /** The first connection until undici needs one. */
  #spare: Socket | undefined;
  #undici: Promise<Undici> | undefined;

  constructor({ route, signal, firstSocket }: Http1PoolOptions) {
    this.#route = route;
    this.#signal = signal;
    this.#spare = firstSocket;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    const { server } = this.#route;
    const exchange = new Exchange(request, requestAttempt(server, request.method, request.path));
    try {
      return await exchange.send(await this.#load());
    } catch (error) {
      throw exchange.end(error);
    }
  }

  retire(onEnded: () => void): void {
    this.#spare?.destroy();
    // `close` fails only if the pool has been destroyed, which ends it as well.
    if (this.#undici) this.#undici.then(({ pool }) => pool.close()).then(onEnded, onEnded);
    else onEnded();
  }

  destroy(error: TransportError): void {
    this.#spare?.destroy();
    this.#undici?.then(({ pool }) => pool.destroy(error)).catch(() => {}); // Fails only if the pool was destroyed before.
  }

  /** Loads undici with the first HTTP/1.1 exchange: loading takes longer than an HTTP/2 exchange, and most servers support HTTP/2. */
  #load(): Promise<Undici> {
    this.#undici ??= import("undici").then(({ Pool: UndiciPoolClass, DecoratorHandler: Handler }) => ({
      pool: this.#createPool(UndiciPoolClass),
      Handler,
    }));
    return this.#undici;
  }

  #createPool(PoolClass: typeof Pool): Pool {
    const { server } = this.#route;
    return new PoolClass(server.origin, {
      connections: null, // Unbounded: each open watch holds a connection, so any bound could deadlock.
      pipelining: 1,
      headersTimeout: 0, // Callers set time limits: a watch is silent while nothing changes.
      bodyTimeout: 0,
      keepAliveTimeout: idleMaxMs,
      connect: (_options, callback) => {
        // Never call back synchronously: undici would miss the connection.
        void (this.#takeSpare() ?? this.#connect()).then(
          (socket) => callback(null, socket),
          (error: unknown) => callback(failureOf(error, connectAttempt(server), "connect"), null),
        );
      },
    });
  }

  async #connect(): Promise<Socket> {
    const { socket } = await dial(this.#route, ["http/1.1"], this.#signal);
    return socket;
  }

  #takeSpare(): Promise<Socket> | undefined {
    const socket = this.#spare;
    this.#spare = undefined;
    return socket && !socket.destroyed ? Promise.resolve(socket) : undefined;
  }
}

/** One request and its response. */
class Exchange {
  readonly #request: TransportRequest;
  readonly #attempt: Attempt;
  /** Ends the exchange. A separate signal, so that undici adds no listeners to the caller's signal. */
  readonly #ended = new AbortController();
  readonly #listener: Disposable | undefined;
  /** The error of `beforeSend`. */
  #rejection: { readonly reason: unknown } | undefined;

  constructor(request: TransportRequest, attempt: Attempt) {
    this.#request = request;
    this.#attempt = attempt;
    this.#listener = request.signal && onAbort(request.signal, (reason) => this.#ended.abort(reason));
  }

  async send({ pool, Handler }: Undici): Promise<TransportResponse> {
    const { method, path, headers, body, beforeSend } = this.#request;
    const dispatcher = beforeSend ? pool.compose(callingBeforeSend(Handler, () => this.#beforeSend(beforeSend))) : pool;
    const response = await dispatcher.request({
      method,
      path,
      headers: headers as Record<string, string | string[]>, // The same shape, but for `readonly`.
      body: body ?? null,
      signal: this.#ended.signal,
    });
    return {
      status: response.statusCode,
      headers: response.headers as HeaderMap, // undici leaves no header undefined.
      body: streamBody(response.body, {
        cancel: () => this.#listener?.[Symbol.dispose](),
        failure: (error) => this.end(error),
      }),
    };
  }

  /** Ends the exchange; returns the error for the caller, `undefined` after a complete response. */
  end(error: unknown): unknown {
    this.#listener?.[Symbol.dispose]();
    if (this.#rejection) return this.#rejection.reason;
    const { signal } = this.#request;
    if (signal?.aborted) return signal.reason;
    return error === undefined ? undefined : failureOf(error, this.#attempt, "ended");
  }

  #beforeSend(beforeSend: () => void): void {
    try {
      beforeSend();
    } catch (error) {
      this.#rejection = { reason: error };
      throw error;
    }
  }
}

/** undici calls `onRequestStart` once it has a connection, right before it writes the request. If it throws, the request rejects. */
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
