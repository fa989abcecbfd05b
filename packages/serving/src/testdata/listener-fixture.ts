// A listener on loopback, and its clients.
import { connect } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ConnectionOptions } from "node:tls";
import { createSeededRandom, createSystemClock } from "@kubewright/async";
import { createCertificateAuthority } from "@kubewright/certificates";
import { onTestFinished } from "vitest";
import { createHttpListener } from "../http-listener.ts";
import type { HttpListener, HttpListenerOptions } from "../http-listener.ts";
import type { Http2Options } from "../http2-server.ts";
import type { HttpLimits } from "../limits.ts";
import type { TlsSettings } from "../tls.ts";

export const host = "127.0.0.1";
export const generous: HttpLimits = {
  connectionsMax: 100,
  handshakeTimeoutMs: 60_000,
  headersTimeoutMs: 60_000,
  requestTimeoutMs: 60_000,
  stallTimeoutMs: 60_000,
  idleTimeoutMs: 60_000,
};
export const http2: Http2Options = {
  streamsPerConnectionMax: 10,
  headerPairsMax: 256,
  sessionMemoryMiBMax: 64,
  handle: (stream) => stream.respond({ ":status": 200 }, { endStream: true }),
};
export const protocols = [
  { protocols: "HTTP/1.1", also: {} },
  { protocols: "HTTP/2 and HTTP/1.1", also: { http2 } },
];

export interface Fixture {
  readonly port: number;
  readonly certificate: string;
  readonly listener: HttpListener;
}

export interface FixtureOptions extends Partial<Pick<HttpListenerOptions, "handle" | "http2" | "onConnection">> {
  readonly limits?: Partial<HttpLimits>;
  readonly tls?: TlsSettings;
}

export async function listen({
  limits,
  tls,
  handle,
  http2: streams,
  onConnection,
}: FixtureOptions): Promise<Fixture> {
  const authority = await createCertificateAuthority(certificates());
  const pair = await authority.issueServing({ hosts: [host] });
  const listener = createHttpListener({
    what: "test",
    address: { host, port: 0 },
    limits: { ...generous, ...limits },
    tls: { pair, ...tls },
    ...(streams ? { http2: streams } : {}),
    ...(onConnection ? { onConnection } : {}),
    handle: (request, response) =>
      request.method === "HEAD" || !handle ? void response.end() : handle(request, response),
  });
  const { port } = await listener.listen();
  onTestFinished(() => listener.close({ signal: AbortSignal.abort() }));
  return { port, certificate: authority.certificate, listener };
}

export function certificates(): Parameters<typeof createCertificateAuthority>[0] {
  return { clock: createSystemClock(), random: createSeededRandom("certificates") };
}

export function open(port: number): Socket {
  return connect({ host, port }).on("error", () => {}); // The server may reset the connection.
}

export function openTls(port: number, ca: string): Socket {
  return connectTls({ host, port, ca, ALPNProtocols: ["http/1.1"] }).on("error", () => {}); // The server may reset the connection.
}

export function opened(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("connect", () => resolve()));
}

export function secured(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("secureConnect", () => resolve()));
}

export function received(socket: Socket): Promise<string> {
  return new Promise((resolve) => socket.once("data", (chunk: Buffer) => resolve(chunk.toString())));
}

export function closed(socket: Socket): Promise<"closed"> {
  if (socket.closed) return Promise.resolve("closed");
  socket.resume();
  return new Promise((resolve) => socket.once("close", () => resolve("closed")));
}

/** The protocol that was negotiated, or the error. */
export function handshake({ port, certificate }: Fixture, options: ConnectionOptions): Promise<string> {
  return new Promise((resolve) => {
    const socket = connectTls({ host, port, ca: certificate, ...options }, () => {
      resolve(socket.alpnProtocol || "none");
      socket.destroy();
    });
    socket.on("error", (error) => resolve(error.message));
  });
}

/** The status line of a response, or "closed" if the connection ends without a response. */
export function get(port: number, ca: string, headers = "", method = "GET"): Promise<string> {
  return new Promise((resolve) => {
    const socket = openTls(port, ca);
    socket.once("close", () => resolve("closed"));
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString().split("\r\n", 1).join());
      socket.destroy();
    });
    socket.write(`${method} / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
  });
}
