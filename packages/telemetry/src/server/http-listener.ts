/**
 * The HTTP listener of an operator's servers: probes, metrics and webhooks. It owns everything that such a server needs against hostile or broken
 * clients (limits on connections, handshakes, requests and idle time) and its orderly end. What a request means is the handler's part.
 */
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import type { Server as HttpsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TlsOptions } from "node:tls";
import { onAbort } from "@kubewright/async";
import { ListenError } from "../errors.ts";
import type { BindAddress } from "./bind-address.ts";

/** Limits of one listener. Clients that exceed one of them are disconnected. */
export interface HttpLimits {
  /** Connections at a time; further ones are closed at once. */
  readonly connectionsMax: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the first moment of a request to its last byte. Its headers have the same limit. */
  readonly requestTimeoutMs: number;
  /** Without a byte in either direction, such as a client that does not read its response. */
  readonly idleTimeoutMs: number;
}

/** A certificate chain and its key, both in PEM. */
export interface ServingPair {
  readonly certificate: string;
  readonly key: string;
}

export interface HttpListenerOptions {
  /** Names the server in errors: "metrics". */
  readonly what: string;
  readonly address: BindAddress;
  readonly limits: HttpLimits;
  /** Responds to a request. If it rejects, the connection is closed. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Serves HTTPS: TLS 1.2 at least, and HTTP/1.1 alone, because HTTP/2 lets few bytes cause much work (CVE-2023-44487). Default: plain HTTP. */
  readonly tls?: {
    readonly pair: ServingPair;
    /** Certificate authorities in PEM: only clients with a certificate of one of them are served. Default: all clients. */
    readonly clientCa?: string;
  };
}

/** Where a listener listens, with the port that the system chose. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
}

export interface HttpListener {
  /** Starts listening. Rejects with a `ListenError` if the address cannot be used. */
  listen(): Promise<ListeningAddress>;
  /** True once `close` has been called: the connection of the current response should end with it. */
  readonly isClosing: boolean;
  /** Serves new connections with another certificate; open ones keep theirs. Throws if certificate and key do not belong together. */
  useCertificate(pair: ServingPair): void;
  /** Accepts no more connections and resolves once the requests in flight are answered. Aborting `signal` closes their connections. */
  close(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

/** Creates a listener that does not listen yet. Throws if certificate and key do not belong together. */
export function createHttpListener(options: HttpListenerOptions): HttpListener {
  const { tls } = options;
  const [server, useCertificate] = tls ? createTls(options, tls) : [createPlain(options), () => {}];
  const handshaking = trackHandshakes(server, tls !== undefined);
  let isClosing = false;

  return {
    listen: () => listen(server, options),
    get isClosing() {
      return isClosing;
    },
    useCertificate,
    async close({ signal } = {}) {
      isClosing = true;
      using _abort =
        signal &&
        onAbort(signal, () => {
          server.closeAllConnections();
          for (const socket of handshaking.values()) socket.destroy();
        });
      await new Promise<void>((resolve) => {
        server.close(() => resolve()); // Its error says that the server is closed already.
        server.closeIdleConnections();
      });
    },
  };
}

function createPlain(options: HttpListenerOptions): Server {
  // An `import` of node:http loads all of its exports, a WebSocket client among them, which takes longer than the rest of a program's start.
  const { createServer } = process.getBuiltinModule("node:http");
  return limited(createServer(timeoutsOf(options.limits)), options);
}

function createTls(
  options: HttpListenerOptions,
  { pair, clientCa }: NonNullable<HttpListenerOptions["tls"]>,
): [HttpsServer, (pair: ServingPair) => void] {
  const { createServer } = process.getBuiltinModule("node:https");
  const client = clientCa === undefined ? {} : { ca: clientCa, requestCert: true, rejectUnauthorized: true };
  const contextOf = ({ certificate, key }: ServingPair): TlsOptions => ({
    cert: certificate,
    key,
    minVersion: "TLSv1.2",
    ...client,
  });
  const { handshakeTimeoutMs: handshakeTimeout } = options.limits;
  const server = createServer({ ...timeoutsOf(options.limits), ...contextOf(pair), handshakeTimeout });
  server.on("tlsClientError", () => {}); // A failed handshake concerns its client alone.
  return [limited(server, options), (next) => server.setSecureContext(contextOf(next))];
}

function timeoutsOf({ requestTimeoutMs }: HttpLimits): ServerOptions {
  return {
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    // Node checks the timeouts above at this interval, by default every 30 s.
    connectionsCheckingInterval: Math.ceil(requestTimeoutMs / 5),
  };
}

function limited<S extends Server | HttpsServer>(server: S, { limits, handle }: HttpListenerOptions): S {
  server.maxConnections = limits.connectionsMax;
  server.timeout = limits.idleTimeoutMs;
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch(() => response.destroy());
  });
  return server;
}

/** Sockets in a TLS handshake, by their remote address: the HTTP server does not know them yet, and so cannot close them. */
function trackHandshakes(server: Server | HttpsServer, isTls: boolean): ReadonlyMap<string, Socket> {
  const handshaking = new Map<string, Socket>();
  if (!isTls) return handshaking;
  const keyOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  server.on("connection", (socket: Socket) => {
    const key = keyOf(socket);
    handshaking.set(key, socket);
    socket.once("close", () => {
      if (handshaking.get(key) === socket) handshaking.delete(key);
    });
  });
  server.on("secureConnection", (socket: Socket) => handshaking.delete(keyOf(socket)));
  return handshaking;
}

function listen(server: Server | HttpsServer, { what, address }: HttpListenerOptions): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(what, address, error)));
    server.listen({ ...address }, () => {
      const { address: host, port } = server.address() as AddressInfo; // A TCP server that listens has an address of this form.
      resolve({ host, port });
    });
  });
}

function listenError(what: string, { host = "", port }: BindAddress, cause: NodeJS.ErrnoException): ListenError {
  const found =
    cause.code === "EADDRINUSE"
      ? "the port is taken by another program: end it, or choose another port"
      : cause.message;
  return new ListenError(`Cannot serve ${what} on "${host}:${port}": ${found}`, { cause });
}
