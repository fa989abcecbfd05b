/** Small servers on 127.0.0.1 for the tests of this package, with access to their state. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createSecureServer } from "node:http2";
import type { Http2SecureServer, Http2ServerRequest, Http2ServerResponse, SecureServerOptions, ServerHttp2Session } from "node:http2";
import { createServer as createSecureHttp1Server } from "node:https";
import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";

export function pem(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

export interface RunningServer<S> extends AsyncDisposable {
  readonly server: S;
  readonly url: string;
  readonly port: number;
  /** All connections ever accepted. */
  readonly sockets: readonly Socket[];
}

export interface RunningHttp2Server extends RunningServer<Http2SecureServer> {
  /** All sessions ever accepted. */
  readonly sessions: readonly ServerHttp2Session[];
}

type Http2Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => unknown;
type Http1Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

const serverTls = { cert: pem("server.crt"), key: pem("server.key") };

export async function startHttp2Server(handler: Http2Handler, options: SecureServerOptions = {}): Promise<RunningHttp2Server> {
  const server = createSecureServer({ ...serverTls, ...options }, handler);
  const sessions: ServerHttp2Session[] = [];
  server.on("session", (session) => sessions.push(session.on("error", () => {})));
  return Object.assign(await listening(server, "https"), { sessions });
}

export async function startHttp1Server(handler: Http1Handler): Promise<RunningServer<Server>> {
  return await listening(createPlainServer(handler), "http");
}

export async function startHttps1Server(handler: Http1Handler): Promise<RunningServer<Server>> {
  return await listening(createSecureHttp1Server(serverTls, handler), "https");
}

export interface Relay extends RunningServer<Server> {
  /** Stops forwarding bytes without closing connections, as an interrupted network does. */
  blackHole(): void;
}

/** Forwards bytes between a client and the server at `port`. */
export async function startRelay(port: number): Promise<Relay> {
  const pairs: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    pairs.push(client, upstream);
    client.on("error", () => {}).on("data", (chunk) => upstream.write(chunk)).on("close", () => upstream.destroy());
    upstream.on("error", () => {}).on("data", (chunk) => client.write(chunk)).on("close", () => client.destroy());
  });
  return Object.assign(await listening(server, "https"), {
    blackHole() {
      for (const socket of pairs) socket.pause().removeAllListeners("data");
    },
  });
}

export async function listening<S extends Server>(server: S, scheme: "http" | "https"): Promise<RunningServer<S>> {
  const sockets: Socket[] = [];
  server.on("connection", (socket: Socket) => sockets.push(socket.on("error", () => {})));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server's address is never a string.
  return {
    server,
    sockets,
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Waits for a condition outside the process, checked after each turn of the event loop. The timeout of the test is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextTurn();
}

/** Waits for a turn of the event loop, in which received bytes are delivered to sockets. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
