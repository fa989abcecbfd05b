/**
 * Connects a socket for HTTP: TCP, then a tunnel if there is a proxy, then TLS.
 *
 * All sockets, for HTTP/2, HTTP/1.1 and upgrades, are connected here, so trust is verified in one place.
 */
import { connect as connectTcp } from "node:net";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { ConnectionOptions, TLSSocket } from "node:tls";
import { abortable, deadlineSignal, isDeadlineError, onAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { ServerAddress } from "./address.ts";
import { connectAttempt, failure, failureOf } from "./failure.ts";
import type { Attempt } from "./failure.ts";
import { openSocksTunnel } from "./socks.ts";
import { connectionOptions } from "./tls.ts";
import type { TlsOptions } from "./tls.ts";

/** The server, and how to connect to it. */
export interface Route {
  readonly server: ServerAddress;
  readonly proxy: URL | undefined;
  readonly tls: TlsOptions;
  readonly clock: Clock;
  /** The time limit of all steps together. */
  readonly connectTimeoutMs: number;
}

/** A connected socket with its negotiated protocol. */
export interface Dialed {
  readonly socket: Socket;
  /** `h2` or `http/1.1`. */
  readonly protocol: string;
}

/**
 * TCP keepalive begins after 10 s of silence. With the platform's 10 further probes, one per second, a half-open connection is detected within
 * 30 s on HTTP/1.1, which has no PING.
 */
const keepAliveAfterMs = 10_000;

/**
 * Connects to the server and negotiates one of `protocols`; without TLS the protocol is HTTP/1.1.
 *
 * Rejects with a `TransportError` that names the failed step, and with `signal.reason` after an abort. No socket stays open then.
 */
export async function dial(route: Route, protocols: readonly string[], signal: AbortSignal): Promise<Dialed> {
  const attempt = connectAttempt(route.server);
  using deadline = deadlineSignal(route.clock, route.connectTimeoutMs, signal);
  try {
    const tcp = await openTcp(route, attempt, deadline.signal);
    if (!route.server.secure) return { socket: tcp, protocol: "http/1.1" };

    const options = connectionOptions(route.server, route.tls, protocols);
    const secure = await secureOver(tcp, options, attempt, deadline.signal);
    return { socket: secure, protocol: secure.alpnProtocol || "http/1.1" };
  } catch (error) {
    if (error === deadline.signal.reason && isDeadlineError(error)) {
      const found = `no connection stood after ${route.connectTimeoutMs} ms; check the address, and that no firewall drops what is sent there`;
      throw failure(attempt, "timeout", found, error);
    }
    throw error;
  }
}

async function openTcp({ server, proxy }: Route, attempt: Attempt, signal: AbortSignal): Promise<Socket> {
  if (!proxy) return await connectedTo(server.host, server.port, attempt, signal);

  const viaProxy: Attempt = {
    ...attempt,
    action: `${attempt.action} through the proxy ${proxy.protocol}//${proxy.host}`,
  };
  const host = proxy.hostname.replace(/^\[|\]$/g, "");
  const secure = proxy.protocol === "https:";
  const isSocks = proxy.protocol.startsWith("socks5");
  const port = proxy.port === "" ? (isSocks ? 1080 : secure ? 443 : 80) : Number(proxy.port);
  const tcp = await connectedTo(host, port, viaProxy, signal);
  if (isSocks) {
    await openSocksTunnel(tcp, server, { proxy, attempt: viaProxy, signal });
    return tcp;
  }
  const socket = secure ? await secureOver(tcp, { host, servername: host }, viaProxy, signal) : tcp;
  await openTunnel(socket, server, proxy, viaProxy, signal);
  return socket;
}

async function connectedTo(host: string, port: number, attempt: Attempt, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveAfterMs });
  await happened(socket, "connect", attempt, "connect", signal);
  return socket;
}

async function secureOver(
  tcp: Socket,
  options: ConnectionOptions,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const socket = connectTls({ ...options, socket: tcp });
  await happened(socket, "secureConnect", attempt, "tls", signal);
  return socket;
}

/** Waits for a socket's event. Destroys the socket after an error or an abort. */
async function happened(
  socket: Socket,
  event: "connect" | "secureConnect",
  attempt: Attempt,
  step: "connect" | "tls",
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onError = (error: Error): void => reject(failureOf(error, attempt, step));
  const onClose = (): void =>
    reject(failure(attempt, step, "the peer closed the connection while it was being established"));
  socket.once(event, resolve).once("error", onError).once("close", onClose);
  try {
    await abortable(promise, signal);
    socket.off("error", onError).off("close", onClose);
  } catch (error) {
    socket.on("error", () => {}); // Only the first error is reported.
    socket.destroy();
    throw error;
  }
}

/** The size limit of a proxy's response to CONNECT. */
const tunnelAnswerBytesMax = 16 * 1024;

/** RFC 9110, section 9.3.6. */
async function openTunnel(
  socket: Socket,
  server: ServerAddress,
  proxy: URL,
  attempt: Attempt,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let answer = Buffer.alloc(0);
  function onData(chunk: Buffer): void {
    answer = Buffer.concat([answer, chunk]);
    const end = answer.indexOf("\r\n\r\n");
    if (end < 0) {
      if (answer.length > tunnelAnswerBytesMax) reject(failure(attempt, "proxy", "what the proxy answers is not HTTP"));
      return;
    }
    const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer.toString("latin1", 0, end))?.[1];
    if (status?.startsWith("2")) {
      socket.pause().off("data", onData);
      if (answer.length > end + 4) socket.unshift(answer.subarray(end + 4));
      resolve();
    } else {
      const found = `the proxy answered ${status ?? "something that is not HTTP"}, must be 200; check its address, its credentials and its rules`;
      reject(failure(attempt, "proxy", found));
    }
  }
  const onError = (error: Error): void => reject(failureOf(error, attempt, "proxy"));
  const onClose = (): void =>
    reject(failure(attempt, "proxy", "the proxy closed the connection instead of opening a tunnel"));

  socket.on("data", onData).once("error", onError).once("close", onClose);
  socket.write(`CONNECT ${server.authority} HTTP/1.1\r\nhost: ${server.authority}\r\n${proxyAuthorization(proxy)}\r\n`);
  try {
    await abortable(promise, signal);
    socket.off("error", onError).off("close", onClose);
  } catch (error) {
    socket.on("error", () => {}); // As above: the first error is reported.
    socket.destroy();
    throw error;
  }
}

function proxyAuthorization(proxy: URL): string {
  if (!proxy.username && !proxy.password) return "";
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return `proxy-authorization: Basic ${Buffer.from(credentials).toString("base64")}\r\n`;
}

/** Destroys the socket when the signal is aborted, until the socket closes. */
export function endWith(socket: Socket, signal: AbortSignal | undefined): void {
  if (!signal) return;
  const listener = onAbort(signal, () => socket.destroy());
  socket.once("close", () => listener[Symbol.dispose]());
}
