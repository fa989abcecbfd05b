// The transport of a client in the same process: a request is a call of the handler. It uses only microtasks, so that runs with a virtual clock are
// deterministic.
import { abortable, onAbort } from "@kubewright/async";
import type { Transport, TransportRequest, TransportResponse, UpgradedConnection } from "@kubewright/transport";
import { TransportError, UpgradeRefusedError } from "@kubewright/transport";
import type { Handler } from "./filters/handler.ts";
import { parseQuery } from "./http/parse-query.ts";
import { discardResponse } from "./http/responses.ts";
import type { ServerRequest, ServerResponse } from "./http/server-request.ts";
import { connect } from "./in-process-connection.ts";
import type { UserInfo } from "./authentication/user-info.ts";

const address = "in-process";
const noBody = new Uint8Array();
const encoder = new TextEncoder();

/** A transport that sends requests as `user`. Disposing it ends the bodies that are still being read. */
export function createInProcessTransport(handle: Handler, user: UserInfo): Transport {
  const openBodies = new Set<ServedBody>();
  const connections = new Set<UpgradedConnection>();
  let closed = false;

  /** Rejects as soon as the signal aborts, and if the transport is disposed meanwhile. The response of the server is discarded then. */
  async function send(sent: TransportRequest, action: string): Promise<ServerResponse> {
    sent.signal?.throwIfAborted();
    if (closed) throw closedError(action);
    sent.beforeSend?.();
    const handling = handle(toServerRequest(sent, user));
    try {
      const response = await abortable(handling, sent.signal);
      if (closed) throw closedError(action, true);
      return response;
    } catch (error) {
      handling.then(discardResponse).catch(() => undefined); // The caller receives `error`.
      throw error;
    }
  }

  return {
    async request(sent): Promise<TransportResponse> {
      const response = await send(sent, `${sent.method} "${sent.path}"`);
      const body = new ServedBody(response.body, sent.signal, openBodies);
      return { status: response.status, headers: response.headers, body };
    },
    async upgrade({
      method = "GET",
      path,
      headers = {},
      protocol = "websocket",
      ...rest
    }): Promise<UpgradedConnection> {
      const { signal } = rest;
      const sent = { ...rest, method, path, headers: { ...headers, connection: "Upgrade", upgrade: protocol } };
      const response = await send(sent, `upgrade "${path}"`);
      if (response.upgrade === undefined) {
        const body = new ServedBody(response.body, signal, openBodies);
        throw new UpgradeRefusedError(path, { status: response.status, headers: response.headers, body });
      }
      const connection = connect(response.headers, response.upgrade, {
        signal,
        onEnd: () => void connections.delete(connection),
      });
      connections.add(connection);
      return connection;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      closed = true;
      const bodies = [...openBodies];
      await Promise.all([
        ...bodies.map((body) => body.fail(closedError("read a body"))),
        ...[...connections].map((connection) => connection[Symbol.asyncDispose]()),
      ]);
    },
  };
}

function toServerRequest(
  { method, path, headers = {}, body, signal }: TransportRequest,
  user: UserInfo,
): ServerRequest {
  const mark = path.indexOf("?");
  return {
    method,
    path: mark === -1 ? path : path.slice(0, mark),
    query: parseQuery(mark === -1 ? "" : path.slice(mark + 1)),
    uri: path,
    headers,
    body: body === undefined ? noBody : typeof body === "string" ? encoder.encode(body) : body,
    user,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** A body that can be read once. It ends with the signal of its request; `return` ends the response of the server. A stream is in `openBodies` until then. */
class ServedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;
  #whole: Uint8Array | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #openBodies: Set<ServedBody>;
  #abortListener: Disposable | undefined;
  #failure: Error | undefined;

  constructor(
    body: Uint8Array | AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
    openBodies: Set<ServedBody>,
  ) {
    this.#signal = signal;
    this.#openBodies = openBodies;
    if (body instanceof Uint8Array) {
      this.#whole = body.length === 0 ? undefined : body;
    } else {
      this.#chunks = body[Symbol.asyncIterator]();
      openBodies.add(this);
      // A client may not read the body any more after it has aborted the request.
      if (signal !== undefined) this.#abortListener = onAbort(signal, () => void this.return().catch(() => undefined));
    }
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#assertOpen();
    if (this.#whole !== undefined) {
      const value = this.#whole;
      this.#whole = undefined;
      return { done: false, value };
    }
    const next = await this.#chunks?.next();
    if (next === undefined || next.done === true) {
      this.#end();
      // The body of an aborted watch ends. Its reader receives the reason of the abort instead of a normal end.
      this.#assertOpen();
      return { done: true, value: undefined };
    }
    return { done: false, value: next.value };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#whole = undefined;
    this.#end();
    await this.#chunks?.return?.();
    return { done: true, value: undefined };
  }

  /** Ends the body: reads reject with `error`. */
  async fail(error: Error): Promise<void> {
    this.#failure = error;
    await this.return();
  }

  #end(): void {
    this.#abortListener?.[Symbol.dispose]();
    this.#openBodies.delete(this);
  }

  #assertOpen(): void {
    this.#signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }
}

function closedError(action: string, mayHaveBeenProcessed = false): TransportError {
  return new TransportError({
    kind: "closed",
    action,
    address,
    found: "the transport has been disposed",
    mayHaveBeenProcessed,
  });
}
