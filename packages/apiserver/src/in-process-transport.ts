// The transport of a client in the same process: a request is a call of the handler. It uses microtasks alone, so on a virtual clock a whole cluster
// runs the same way each time.
import type { Transport, TransportRequest, TransportResponse, UpgradedConnection } from "@kubewright/transport";
import { TransportError, UpgradeRefusedError } from "@kubewright/transport";
import type { Handler } from "./filters/handler.ts";
import { parseQuery } from "./http/parse-query.ts";
import type { ServerRequest } from "./http/server-request.ts";
import { connect } from "./in-process-connection.ts";
import type { UserInfo } from "./authentication/user-info.ts";

const address = "in-process";
const noBody = new Uint8Array();
const encoder = new TextEncoder();

/** A transport whose requests are sent by `user`. Disposing it ends the bodies that are still being read. */
export function createInProcessTransport(handle: Handler, user: UserInfo): Transport {
  const openBodies = new Set<ServedBody>();
  const connections = new Set<UpgradedConnection>();
  let closed = false;

  async function request(sent: TransportRequest): Promise<TransportResponse> {
    sent.signal?.throwIfAborted();
    if (closed) throw closedError(`${sent.method} "${sent.path}"`);
    sent.beforeSend?.();
    const response = await untilAborted(handle(toServerRequest(sent, user)), sent.signal);
    const body = new ServedBody(response.body, sent.signal, (ended) => void openBodies.delete(ended));
    if (!(response.body instanceof Uint8Array)) openBodies.add(body);
    return { status: response.status, headers: response.headers, body };
  }

  return {
    request,
    async upgrade({
      method = "GET",
      path,
      headers = {},
      protocol = "websocket",
      signal,
      beforeSend,
    }): Promise<UpgradedConnection> {
      signal?.throwIfAborted();
      if (closed) throw closedError(`upgrade "${path}"`);
      beforeSend?.();
      const sent = { method, path, headers: { ...headers, connection: "Upgrade", upgrade: protocol } };
      const response = await untilAborted(handle(toServerRequest(sent, user)), signal);
      if (response.upgrade === undefined) {
        const body = new ServedBody(response.body, signal, () => undefined);
        throw new UpgradeRefusedError(path, { status: response.status, headers: response.headers, body });
      }
      const connection = connect(response.headers, response.upgrade, signal);
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
    headers,
    body: body === undefined ? noBody : typeof body === "string" ? encoder.encode(body) : body,
    user,
    ...(signal === undefined ? {} : { signal }),
  };
}

/** A body that can be read once. It ends with the signal of its request; `return` ends the response of the server. */
class ServedBody implements AsyncIterableIterator<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array> | undefined;
  #whole: Uint8Array | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #ended: (body: ServedBody) => void;
  #failure: Error | undefined;

  constructor(
    body: Uint8Array | AsyncIterable<Uint8Array>,
    signal: AbortSignal | undefined,
    ended: (body: ServedBody) => void,
  ) {
    if (body instanceof Uint8Array) this.#whole = body.length === 0 ? undefined : body;
    else this.#chunks = body[Symbol.asyncIterator]();
    this.#signal = signal;
    this.#ended = ended;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    // A consumer does not call `return` after an exception, and a watch would keep its timer.
    if (this.#signal?.aborted) await this.return();
    this.#assertOpen();
    if (this.#whole !== undefined) {
      const value = this.#whole;
      this.#whole = undefined;
      return { done: false, value };
    }
    const next = await this.#chunks?.next();
    if (next === undefined || next.done === true) {
      this.#ended(this);
      // A watch ends when its request is aborted; its reader must not take that for the end of the watch.
      this.#assertOpen();
      return { done: true, value: undefined };
    }
    return { done: false, value: next.value };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    this.#whole = undefined;
    this.#ended(this);
    await this.#chunks?.return?.();
    return { done: true, value: undefined };
  }

  /** Ends the body: reads reject with `error`. */
  async fail(error: Error): Promise<void> {
    this.#failure = error;
    await this.return();
  }

  #assertOpen(): void {
    this.#signal?.throwIfAborted();
    if (this.#failure !== undefined) throw this.#failure;
  }
}

/** Rejects with the reason of the signal as soon as it aborts; the server may continue. */
async function untilAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return answer;
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

function closedError(action: string): TransportError {
  return new TransportError({
    kind: "closed",
    action,
    address,
    found: "the transport has been disposed",
    mayHaveBeenProcessed: false,
  });
}
