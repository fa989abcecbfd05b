/**
 * The listener of all servers: probes, metrics, webhooks and the embedded API server. It protects a server against slow and hostile clients, and
 * ends it in order. The meaning of a request belongs to the handler.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Http2SecureServer } from "node:http2";
import type { Server as NodeHttpsServer } from "node:https";
import type { AddressInfo, Server as TcpServer } from "node:net";
import type { Duplex } from "node:stream";
import type { TLSSocket } from "node:tls";
import { onAbort } from "@kubewright/async";
import type { BindAddress } from "./bind-address.ts";
import { acceptPaused } from "./accept-paused.ts";
import type { OnConnection } from "./accept-paused.ts";
import { Connections } from "./connections.ts";
import { listenError } from "./errors.ts";
import { createHttp2Server } from "./http2-server.ts";
import type { Http2Options } from "./http2-server.ts";
import { nodeLimits } from "./limits.ts";
import type { HttpLimits } from "./limits.ts";
import { Responses } from "./responses.ts";
import { tlsOptionsOf } from "./tls.ts";
import type { ServingPair, TlsServingOptions } from "./tls.ts";

export interface HttpListenerOptions {
  /** Names the server in errors: "metrics". */
  readonly what: string;
  readonly address: BindAddress;
  readonly limits: HttpLimits;
  /** Responds to a request over HTTP/1.1. If it throws or rejects, the connection is closed. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> | void;
  /** Responds to a request that upgrades its HTTP/1.1 connection. Default: such requests are handled as others. */
  readonly handleUpgrade?: (request: IncomingMessage, socket: Duplex, head: Uint8Array) => void;
  /** The protocols of `handleUpgrade`, in lower-case letters. A request that upgrades to another protocol is handled without the upgrade. Default: all. */
  readonly upgradeProtocols?: ReadonlySet<string>;
  /** The handler calls `writeContinue` before it reads the body of a client that waits for it. Default false: Node calls it at once. */
  readonly handlesContinue?: boolean;
  /**
   * Called for each TCP connection. No byte of it is read before `begin` is called, which starts its TLS handshake. Default: connections begin at
   * once.
   */
  readonly onConnection?: OnConnection;
  /** Serves HTTPS. Default: plain HTTP. */
  readonly tls?: TlsServingOptions;
  /** Serves HTTP/2 as well; needs `tls`. Default: HTTP/1.1 only, because HTTP/2 lets few bytes cause much work (CVE-2023-44487). */
  readonly http2?: Http2Options;
}

/** Where a listener listens, with the port that the system chose. */
export interface ListeningAddress {
  readonly host: string;
  readonly port: number;
}

export interface HttpListener {
  /** Starts listening. Rejects with a `ListenError` if the address cannot be used. */
  listen(): Promise<ListeningAddress>;
  /** Serves new connections with another certificate; open ones keep theirs. Throws if certificate and key do not belong together. */
  useCertificate(pair: ServingPair): void;
  /**
   * Accepts no more connections, closes each one after the response that is in flight on it, and resolves once all are closed. Aborting `signal`
   * closes them at once.
   */
  close(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
}

type NodeServer = Server | NodeHttpsServer | Http2SecureServer;

/** Creates a listener that does not listen yet. Throws if certificate and key do not belong together, and for a cipher suite that does not exist. */
export function createHttpListener(options: HttpListenerOptions): HttpListener {
  const { tls } = options;
  const server = serverOf(options);
  limit(server, options);
  const acceptor = options.onConnection ? acceptPaused(server, options.onConnection) : server;
  acceptor.maxConnections = options.limits.connectionsMax;
  const connections = new Connections(acceptor, server);
  const responses = new Responses(() => {
    if ("closeIdleConnections" in server) server.closeIdleConnections();
  });
  serve(server, options, responses);

  return {
    listen: () => listen(acceptor, options),
    useCertificate(pair) {
      if (tls && "setSecureContext" in server) server.setSecureContext(tlsOptionsOf({ ...tls, pair }));
    },
    async close({ signal } = {}) {
      const closed = new Promise<void>((resolve) => {
        acceptor.close(() => resolve()); // Its only error is that the server is already closed.
      });
      if (acceptor !== server) server.close(); // Closes idle connections.
      responses.closeConnections();
      using _abort = signal && onAbort(signal, () => connections.destroyAll());
      await closed;
    },
  };
}

function serverOf({ tls, http2, limits }: HttpListenerOptions): NodeServer {
  // An `import` of node:http loads all of its exports, a WebSocket client among them, which takes longer than the rest of a program's start.
  if (!tls) return process.getBuiltinModule("node:http").createServer(nodeLimits(limits));
  const secure = tlsOptionsOf(tls);
  if (http2) return createHttp2Server(secure, limits, http2);
  return process.getBuiltinModule("node:https").createServer({
    ...nodeLimits(limits),
    ...secure,
    handshakeTimeout: limits.handshakeTimeoutMs,
  });
}

function limit(server: NodeServer, { limits }: HttpListenerOptions): void {
  if (limits.stallTimeoutMs !== undefined) server.setTimeout(limits.stallTimeoutMs);
  server.on("tlsClientError", (_error: Error, socket: TLSSocket) => socket.destroy()); // A failed handshake concerns its client alone.
}

function serve(server: NodeServer, options: HttpListenerOptions, responses: Responses): void {
  const { handle, handleUpgrade, upgradeProtocols, http2 } = options;
  const events: NodeJS.EventEmitter = server; // The type of an HTTP/2 server does not have the events of HTTP/1.1.
  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    responses.add(response);
    Promise.try(handle, request, response).catch(() => response.destroy());
  };
  events.on("request", begin);
  if (options.handlesContinue === true) events.on("checkContinue", begin);
  if (upgradeProtocols !== undefined) {
    // A property, because a server of HTTP/2 does not read this option.
    Object.assign(server, {
      shouldUpgradeCallback: ({ headers: { upgrade = "" } }: IncomingMessage) =>
        upgradeProtocols.has(upgrade.toLowerCase()),
    });
  }
  if (handleUpgrade) events.on("upgrade", handleUpgrade);
  // A listener for requests adds one for streams, which creates the objects of the compatibility API.
  events.removeAllListeners("stream");
  if (http2) events.on("stream", http2.handle);
}

function listen(server: TcpServer, { what, address }: HttpListenerOptions): Promise<ListeningAddress> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(listenError(what, address, error)));
    server.listen({ ...address }, () => {
      const { address: host, port } = server.address() as AddressInfo; // A TCP server that listens has an address of this form.
      resolve({ host, port });
    });
  });
}
