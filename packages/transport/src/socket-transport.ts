/**
 * The transport over sockets: HTTP/2 over TLS if the server supports it, otherwise HTTP/1.1.
 *
 * This module adds prefix and credentials to a request and selects its connection group, which sends the bytes. It does not read the environment.
 * The first request opens the connection.
 */
import { assertNumbers, createSystemClock, numberRules } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { parseServer } from "./address.ts";
import { discardBody } from "./body.ts";
import { createConnectionGroup } from "./connection-group.ts";
import type { ConnectionGroup } from "./connection-group.ts";
import type { Route } from "./dial.ts";
import { isUpgradeRefused, TransportError } from "./errors.ts";
import { acceptingGzip, gunzipped, isRemote } from "./gzip.ts";
import { proxyFor } from "./proxy.ts";
import type { ProxyOptions } from "./proxy.ts";
import { assertTlsOptions, isSameTls } from "./tls.ts";
import type { TlsOptions, TlsProvider } from "./tls.ts";
import type {
  HeaderMap,
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradedConnection,
  UpgradeRequest,
} from "./transport.ts";

/** Returns the current credential headers. Called for each request, so it should return cached values. */
export interface CredentialsProvider {
  (): HeaderMap | Promise<HeaderMap>;
  /**
   * Called after a 401, before the provider is called again. If it then returns other headers, or `tls` another certificate, the request is sent
   * once more. Absent: a 401 is returned to the caller.
   */
  readonly invalidate?: () => void;
}

/** The server and how to connect to it. */
export interface SocketTransportOptions {
  /** `https://host:port` or `http://host:port`, with an optional path prefix of all requests: `https://rancher/k8s/clusters/c1`. */
  readonly server: string;
  /**
   * Trusted authorities and the client certificate. Default: the platform's authorities, no client certificate. A function is called before
   * each request, so that a rotated certificate takes effect: when its result changes, new requests use a new connection, and the old one ends
   * with its last exchange.
   */
  readonly tls?: TlsOptions | TlsProvider;
  /** Headers of every request, such as `authorization` with a token that rotates. A header of the request has precedence. */
  readonly credentials?: CredentialsProvider;
  /** The proxies. Default: none. `http://` servers also use a tunnel (CONNECT). */
  readonly proxy?: ProxyOptions;
  /**
   * Whether the responses to requests with `acceptsGzip` are requested compressed. Default: if the server is on another machine. Over less than
   * 200 Mbit/s, long lists arrive earlier; over faster connections they arrive later, and the server needs more processor time.
   */
  readonly gzip?: boolean;
  /** The longest time for connecting, in milliseconds. Default: `defaultConnectTimeoutMs`. */
  readonly connectTimeoutMs?: number;
  /** The clock of the probe and of the connect timeout. Default: the system clock. */
  readonly clock?: Clock;
}

const defaultConnectTimeoutMs = 30_000;

/**
 * Creates a transport to `options.server`. Disposing it ends everything in flight with a `TransportError` of kind `closed`.
 *
 * - There is one HTTP/2 connection for each lane, and further connections only while it has no free stream. It is opened on demand, and again after it
 *   was lost. Only a request that the server has not processed (GOAWAY, REFUSED_STREAM) is sent again.
 * - A peer that disappeared silently is detected within 30 s, by PING on HTTP/2 and by TCP keepalive otherwise. Only silence is limited, not
 *   age: an idle watch lasts as long as the peer responds.
 * - Redirects are responses and are not followed, so credentials go to this server only. There is no fallback to weaker security.
 *
 * @throws {TypeError} if the options are invalid or contradict each other, and {RangeError} if `connectTimeoutMs` is not a positive number.
 */
export function createSocketTransport(options: SocketTransportOptions): Transport {
  const transport = new SocketTransport(options);
  // A plain object, so that callers can wrap it: `{ ...transport, request }`.
  return {
    request: (request) => transport.request(request),
    upgrade: (request) => transport.upgrade(request),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

type Outgoing = Pick<TransportRequest, "method" | "path" | "headers" | "signal">;

/** A request with prefix and credentials, and its connection group. */
interface Prepared<R extends Outgoing> {
  readonly group: ConnectionGroup;
  readonly sent: R;
}

class SocketTransport implements Transport {
  readonly #options: SocketTransportOptions;
  /** The options of all connection groups. */
  readonly #route: Omit<Route, "tls">;
  readonly #requestsGzip: boolean;
  #current: { readonly tls: TlsOptions; readonly group: ConnectionGroup } | undefined;
  /** The current group and those that drain. */
  readonly #groups = new Set<ConnectionGroup>();
  #isClosed = false;

  constructor(options: SocketTransportOptions) {
    const { clock = createSystemClock(), connectTimeoutMs = defaultConnectTimeoutMs } = options;
    const server = parseServer(options.server);
    assertNumbers("Cannot create transport", { connectTimeoutMs }, numberRules.positiveMs);
    this.#options = options;
    this.#route = { server, proxy: proxyFor(server, options.proxy), clock, connectTimeoutMs };
    this.#requestsGzip = options.gzip ?? isRemote(server);
    if (typeof options.tls === "object") assertTlsOptions(options.tls);
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (request.acceptsGzip !== true || !this.#requestsGzip) return await this.#request(request);
    const response = await this.#request({ ...request, headers: acceptingGzip(request.headers) });
    return gunzipped(response, request, this.#route.server);
  }

  async #request(request: TransportRequest): Promise<TransportResponse> {
    const first = await this.#prepare(request);
    const response = await first.group.request(first.sent);
    if (response.status !== 401) return response;
    const renewed = await this.#renewed(request, first);
    if (renewed === undefined) return response;
    await discardBody(response);
    return await renewed.group.request(renewed.sent);
  }

  async upgrade(request: UpgradeRequest): Promise<UpgradedConnection> {
    const complete = { ...request, method: request.method ?? "GET" };
    const first = await this.#prepare(complete);
    try {
      return await first.group.upgrade(first.sent);
    } catch (error) {
      if (!isUpgradeRefused(error) || error.response.status !== 401) throw error;
      const renewed = await this.#renewed(complete, first);
      if (renewed === undefined) throw error;
      await discardBody(error.response);
      return await renewed.group.upgrade(renewed.sent);
    }
  }

  /** Prepares a request again after the server has rejected its credentials; `undefined` if there are no other credentials. */
  async #renewed<R extends Outgoing>(request: R, first: Prepared<R>): Promise<Prepared<R> | undefined> {
    const { credentials } = this.#options;
    if (credentials?.invalidate === undefined) return undefined;
    credentials.invalidate();
    const second = await this.#prepare(request);
    const [before, now] = [first, second].map(({ sent }) => JSON.stringify(sent.headers));
    return second.group === first.group && before === now ? undefined : second;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const group of this.#groups) group.destroy(this.#closedError());
    this.#groups.clear();
  }

  /** Adds prefix and credentials to a request, and selects its connection group. */
  async #prepare<R extends Outgoing>(request: R): Promise<Prepared<R>> {
    assertRequest(request);
    this.#assertOpen();
    const credentials = await this.#options.credentials?.();
    const group = await this.#currentGroup();
    request.signal?.throwIfAborted();
    this.#assertOpen();
    const headers = { ...credentials, ...request.headers };
    assertHeaders(headers);
    return { group, sent: { ...request, path: `${this.#route.server.prefix}${request.path}`, headers } };
  }

  async #currentGroup(): Promise<ConnectionGroup> {
    const { tls: provided = {} } = this.#options;
    const tls = typeof provided === "function" ? await provided() : provided;
    if (this.#current && isSameTls(this.#current.tls, tls)) return this.#current.group;

    assertTlsOptions(tls);
    const group = createConnectionGroup({ ...this.#route, tls });
    const before = this.#current?.group;
    before?.retire(() => this.#groups.delete(before));
    this.#current = { tls, group };
    this.#groups.add(group);
    return group;
  }

  #assertOpen(): void {
    if (this.#isClosed) throw this.#closedError();
  }

  #closedError(): TransportError {
    const { server } = this.#route;
    return new TransportError({
      kind: "closed",
      action: `reach ${server.origin}`,
      address: server.authority,
      found: "this transport has been disposed",
      mayHaveBeenProcessed: false,
    });
  }
}

/** Rejects values that could change the request line or inject another request. */
function assertRequest({ method, path }: Pick<TransportRequest, "method" | "path">): void {
  if (!/^[A-Z]+$/.test(method)) {
    throw new TypeError(
      `Cannot send a request: method is ${JSON.stringify(method)}, must be upper-case letters such as GET`,
    );
  }
  if (!/^\/[\x21-\x7e]*$/.test(path)) {
    throw new TypeError(
      `Cannot send a request: path is ${JSON.stringify(path)}, must begin with "/" and be percent-encoded`,
    );
  }
}

/** Headers of the connection, which the transport sets. */
const connectionHeaders: ReadonlySet<string> = new Set([
  "connection",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** A line break in a value would begin another header. The error does not contain the value, which may be a secret. */
function assertHeaders(headers: HeaderMap): void {
  for (const [name, values] of Object.entries(headers)) {
    if (connectionHeaders.has(name)) {
      throw new TypeError(`Cannot send a request: header "${name}" is set by the transport, must be absent`);
    }
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
      throw new TypeError(`Cannot send a request: header name ${JSON.stringify(name)} must be a token in lower case`);
    }
    for (const value of typeof values === "string" ? [values] : values) {
      if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
        throw new TypeError(
          `Cannot send a request: header "${name}" has a value with a line break or another control character, must be plain text`,
        );
      }
    }
  }
}
