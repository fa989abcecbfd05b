/**
 * A connection group: all connections to the server with the same trust and client identity.
 *
 * The first connection negotiates the HTTP version. After that a group is either a set of HTTP/2 sessions or a pool of HTTP/1.1 connections. There is
 * usually one session per lane; another one is opened while they have no free stream. When the client certificate changes, a new group is
 * created and this one ends with its last exchange.
 */
import type { Socket } from "node:net";
import { abortable, linkSignals } from "@kubewright/async";
import { dial } from "./dial.ts";
import type { Route } from "./dial.ts";
import { isTransportError } from "./errors.ts";
import type { TransportError } from "./errors.ts";
import { connectAttempt, failure } from "./failure.ts";
import { createHttp1Pool } from "./http1-pool.ts";
import type { Http1Pool } from "./http1-pool.ts";
import type { Http2Session } from "./http2-session.ts";
import type {
  RequestLane,
  TransportRequest,
  TransportResponse,
  UpgradedConnection,
  UpgradeRequest,
} from "./transport.ts";
import { upgradeOn } from "./upgrade.ts";

/** Connections that share trust and identity. */
export interface ConnectionGroup {
  request(request: TransportRequest): Promise<TransportResponse>;
  upgrade(request: UpgradeRequest): Promise<UpgradedConnection>;
  /** Accepts no more requests, and calls `onEnded` once those in flight have ended. */
  retire(onEnded: () => void): void;
  /** Aborts everything in flight with `error`. */
  destroy(error: TransportError): void;
}

/**
 * The attempts for a request that the server rejects unprocessed. Such rejections come with the graceful end of a connection (GOAWAY), so
 * the second attempt uses a new connection.
 */
const triesMax = 3;

/** Creates a group without connections. */
export function createConnectionGroup(route: Route): ConnectionGroup {
  return new RouteConnections(route);
}

class RouteConnections implements ConnectionGroup {
  readonly #route: Route;
  readonly #lifetime = new AbortController();
  /** The sessions and the lanes of their requests. */
  readonly #sessions = new Map<Http2Session, RequestLane>();
  /** Set once the server has negotiated HTTP/1.1. */
  #http1: Http1Pool | undefined;
  readonly #connecting = new Map<RequestLane, Promise<void>>();
  /** The number of requests without a response so far, and of upgraded connections. */
  #inUse = 0;
  /** Called once the retired group has drained; undefined before `retire`. */
  #onRetired: (() => void) | undefined;

  constructor(route: Route) {
    this.#route = route;
    if (!route.server.secure) this.#http1 = this.#createHttp1Pool(undefined);
  }

  retire(onEnded: () => void): void {
    this.#onRetired = onEnded;
    this.#endIfDrained();
  }

  destroy(error: TransportError): void {
    this.#lifetime.abort(error);
    for (const session of this.#sessions.keys()) session.destroy(error);
    this.#http1?.destroy(error);
  }

  async request(sent: TransportRequest): Promise<TransportResponse> {
    this.#inUse++;
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await this.#requestOnce(sent);
        } catch (error) {
          if (tries === triesMax || !isRefusal(error)) throw error;
        }
      }
    } finally {
      this.#inUse--;
      this.#endIfDrained();
    }
  }

  async #requestOnce(sent: TransportRequest): Promise<TransportResponse> {
    const { lane = "default" } = sent;
    for (;;) {
      sent.signal?.throwIfAborted();
      // No await between the check for a free stream and its use: otherwise two requests would take the same stream.
      const connection = this.#http1 ?? this.#sessionWithRoom(lane);
      if (connection) return await connection.request(sent);
      // All waiting requests of a lane share one connection attempt; an aborted request does not abort it.
      const connecting = this.#connecting.get(lane) ?? this.#connect(lane).finally(() => this.#connecting.delete(lane));
      this.#connecting.set(lane, connecting);
      await abortable(connecting, sent.signal);
    }
  }

  #sessionWithRoom(lane: RequestLane): Http2Session | undefined {
    for (const [session, ofLane] of this.#sessions) if (ofLane === lane && session.hasRoom) return session;
    return undefined;
  }

  async #connect(lane: RequestLane): Promise<void> {
    // Loaded with the first connection, so that the start of a program is not one long block of the event loop.
    const { startHttp2Session } = await import("./http2-session.ts");
    const { socket, protocol } = await dial(this.#route, ["h2", "http/1.1"], this.#lifetime.signal);
    if (this.#lifetime.signal.aborted) socket.destroy(); // The group was destroyed meanwhile: the session or pool below ends at once.
    if (protocol !== "h2") {
      this.#http1 = this.#createHttp1Pool(socket);
      return;
    }
    const session = startHttp2Session({
      server: this.#route.server,
      socket,
      clock: this.#route.clock,
      onClosed: () => {
        this.#sessions.delete(session);
        this.#endIfDrained();
      },
    });
    this.#sessions.set(session, lane);
    await session.ready;
    if (!session.hasRoom) {
      session.retire();
      throw failure(
        connectAttempt(this.#route.server),
        "protocol",
        "the server allows no requests on a new connection",
      );
    }
  }

  async upgrade(sent: UpgradeRequest): Promise<UpgradedConnection> {
    using begun = new DisposableStack();
    this.#inUse++;
    begun.defer(() => {
      this.#inUse--;
      this.#endIfDrained();
    });
    const { signal } = begun.use(linkSignals(this.#lifetime.signal, sent.signal));
    const { socket } = await dial(this.#route, ["http/1.1"], signal);

    const life = begun.move(); // Disposed when the connection closes.
    socket.once("close", () => life.dispose());
    return await upgradeOn(socket, this.#route.server, sent, signal);
  }

  #endIfDrained(): void {
    if (!this.#onRetired || this.#inUse > 0) return;
    for (const session of this.#sessions.keys()) session.retire();
    if (this.#sessions.size > 0) return; // Called again when the last session closes.
    if (this.#http1) this.#http1.retire(this.#onRetired);
    else this.#onRetired();
  }

  #createHttp1Pool(firstSocket: Socket | undefined): Http1Pool {
    return createHttp1Pool({ route: this.#route, signal: this.#lifetime.signal, firstSocket });
  }
}

function isRefusal(error: unknown): boolean {
  return isTransportError(error) && error.kind === "reset" && !error.mayHaveBeenProcessed;
}
