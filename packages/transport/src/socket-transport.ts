/**
 * The transport that production uses: HTTP/2 over TLS where the server speaks it, HTTP/1.1 where it does not.
 *
 * This module puts a request together (prefix, credentials) and picks the group of connections it goes on; how bytes get there is
 * the group's affair. Nothing is read from the environment, and nothing is connected before the first request.
 */
import { createSystemClock } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { parseServer } from "./address.ts";
import { createConnectionGroup } from "./connection-group.ts";
import type { ConnectionGroup } from "./connection-group.ts";
import { TransportError } from "./errors.ts";
import { proxyFor } from "./proxy.ts";
import type { ProxyOptions } from "./proxy.ts";
import { assertTlsOptions, isSameTls } from "./tls.ts";
import type { TlsOptions, TlsProvider } from "./tls.ts";
import type { HeaderMap, Transport, TransportRequest } from "./transport.ts";

/** Gives the credential headers of the moment. It is asked for each request, so it answers from memory. */
export type CredentialsProvider = () => HeaderMap | Promise<HeaderMap>;

/** Where the server is and how to speak to it. */
export interface SocketTransportOptions {
  /** `https://host:port`, or `http://`, with an optional path that all requests are below: `https://rancher/k8s/clusters/c1`. */
  readonly server: string;
  /**
   * What to trust and who to be; the platform's authorities and nobody by default. A function is asked before each request, so that a
   * rotated certificate is taken up: when its answer changes, new requests go over a new connection, and the old one ends with its
   * last exchange.
   */
  readonly tls?: TlsOptions | TlsProvider;
  /** Headers that every request gets, such as `authorization` with a token that rotates. A header that the request has itself wins. */
  readonly credentials?: CredentialsProvider;
  /** The proxies to go through; none by default. Also `http://` servers are reached through a tunnel (CONNECT). */
  readonly proxy?: ProxyOptions;
  /** How long making a connection may take, in milliseconds; 30 s by default. */
  readonly connectTimeoutMs?: number;
  /** For the probe and the time limit of connecting; the machine's by default. */
  readonly clock?: Clock;
}

const defaultConnectTimeoutMs = 30_000;

/**
 * A transport to `options.server`. Disposing it ends everything in flight with a `TransportError` of kind `closed`.
 *
 * - There is one HTTP/2 connection, more only while the server allows no further stream on it. It is made when needed and made anew
 *   when it broke; a request the server refused to look at (GOAWAY, REFUSED_STREAM) is sent again, any other never.
 * - A connection whose other side is gone without a word is noticed within 30 s: by PING on HTTP/2, by TCP keepalive elsewhere.
 *   What is limited is silence, never age: an idle watch lives for as long as the other side answers.
 * - Redirects are answers and never followed, so credentials go to this server alone. There is no fallback to a lesser security.
 *
 * Throws a `TypeError` when the options are wrong or contradict each other.
 */
export function createSocketTransport(options: SocketTransportOptions): Transport {
  const server = parseServer(options.server);
  const proxy = proxyFor(server, options.proxy);
  const clock = options.clock ?? createSystemClock();
  const connectTimeoutMs = options.connectTimeoutMs ?? defaultConnectTimeoutMs;
  if (typeof options.tls === "object") assertTlsOptions(options.tls);

  let current: { readonly tls: TlsOptions; readonly group: ConnectionGroup } | undefined;
  const groups = new Set<ConnectionGroup>();
  let closed = false;

  async function groupOfTheMoment(): Promise<ConnectionGroup> {
    const tls = typeof options.tls === "function" ? await options.tls() : (options.tls ?? {});
    if (current && isSameTls(current.tls, tls)) return current.group;

    assertTlsOptions(tls);
    const group = createConnectionGroup({ server, proxy, tls, clock, connectTimeoutMs });
    const before = current?.group;
    before?.retire(() => groups.delete(before));
    current = { tls, group };
    groups.add(group);
    return group;
  }

  /** The request as it goes out, and the connections for it. */
  async function prepare<R extends Pick<TransportRequest, "method" | "path" | "headers" | "signal">>(
    request: R,
  ): Promise<{ readonly group: ConnectionGroup; readonly sent: R }> {
    assertRequest(request);
    assertOpen();
    const credentials = await options.credentials?.();
    const group = await groupOfTheMoment();
    request.signal?.throwIfAborted();
    assertOpen();
    const headers = { ...credentials, ...request.headers };
    assertHeaders(headers);
    return { group, sent: { ...request, path: `${server.prefix}${request.path}`, headers } };
  }

  function assertOpen(): void {
    if (closed) throw closedError();
  }

  function closedError(): TransportError {
    return new TransportError({
      kind: "closed",
      action: `reach ${server.origin}`,
      address: server.authority,
      found: "this transport has been disposed",
      mayHaveBeenProcessed: false,
    });
  }

  return {
    async request(request) {
      const { group, sent } = await prepare(request);
      return await group.request(sent);
    },
    async upgrade(request) {
      const { group, sent } = await prepare({ ...request, method: request.method ?? "GET" });
      return await group.upgrade(sent);
    },
    async [Symbol.asyncDispose]() {
      closed = true;
      for (const group of groups) group.destroy(closedError());
      groups.clear();
    },
  };
}

/** What would otherwise end as a request for something else, or as two requests. */
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

/** These are about the connection, and the connection is ours. */
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

/** A line break in a value would begin another header. The value may be a secret, so it is not repeated. */
function assertHeaders(headers: HeaderMap): void {
  for (const [name, values] of Object.entries(headers)) {
    if (connectionHeaders.has(name)) {
      throw new TypeError(`Cannot send a request: header "${name}" is the transport's own, must not be set`);
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
