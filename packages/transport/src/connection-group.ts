/**
 * All connections to the server that are made with the same trust and identity.
 *
 * The first connection shows which HTTP the server speaks. From then on a group is either a few HTTP/2 sessions, nearly always one
 * (another is opened only while the server allows no more streams on those there are), or a pool of HTTP/1.1 connections.
 * When the client's certificate changes, a new group takes over and this one ends with its last exchange.
 */
import { abortable, linkSignals } from "@kubewright/async";
import { dial } from "./dial.ts";
import type { Route } from "./dial.ts";
import { isTransportError } from "./errors.ts";
import type { TransportError } from "./errors.ts";
import { connectAttempt, failure } from "./failure.ts";
import { createHttp1Pool } from "./http1-pool.ts";
import { startHttp2Session } from "./http2-session.ts";
import type { Http2Session } from "./http2-session.ts";
import type { TransportRequest, TransportResponse, UpgradedConnection, UpgradeRequest } from "./transport.ts";
import { upgradeOn } from "./upgrade.ts";

/** Connections that share trust and identity. */
export interface ConnectionGroup {
  request(request: TransportRequest): Promise<TransportResponse>;
  upgrade(request: UpgradeRequest): Promise<UpgradedConnection>;
  /** Lets what is in flight come to its end, and calls `onEnded` when it has. */
  retire(onEnded: () => void): void;
  /** Ends at once, everything in flight with `error`. */
  destroy(error: TransportError): void;
}

/**
 * How often a request is put on a connection in all when the server refuses to look at it. Such refusals come with the graceful end of a
 * connection (GOAWAY), so the second try meets a fresh one; a server that goes on refusing means it.
 */
const triesMax = 3;

/** A group with no connection yet. */
export function createConnectionGroup(route: Route): ConnectionGroup {
  const lifetime = new AbortController();
  const sessions = new Set<Http2Session>();
  let http1 = route.server.secure
    ? undefined
    : createHttp1Pool({ route, signal: lifetime.signal, firstSocket: undefined });
  let connecting: Promise<void> | undefined;
  /** Requests whose answer has not begun, and upgraded connections. */
  let inUse = 0;
  /** Who is told that a retired group has ended; undefined as long as it is in use. */
  let onRetired: (() => void) | undefined;

  async function request(sent: TransportRequest): Promise<TransportResponse> {
    inUse++;
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await requestOnce(sent);
        } catch (error) {
          if (tries === triesMax || !isRefusal(error)) throw error;
        }
      }
    } finally {
      inUse--;
      endIfDone();
    }
  }

  async function requestOnce(sent: TransportRequest): Promise<TransportResponse> {
    for (;;) {
      sent.signal?.throwIfAborted();
      // Between the look for room and the use of it nothing may be awaited, or two requests take the same room.
      const connection = http1 ?? sessions.values().find((session) => session.hasRoom);
      if (connection) return await connection.request(sent);
      // One connection is made for all who wait; it is nobody's own, so one who stops waiting does not end it.
      connecting ??= connect().finally(() => {
        connecting = undefined;
      });
      await abortable(connecting, sent.signal);
    }
  }

  async function connect(): Promise<void> {
    const { socket, protocol } = await dial(route, ["h2", "http/1.1"], lifetime.signal);
    if (lifetime.signal.aborted) socket.destroy(); // In the very moment it stood: what is made of it below ends at once.
    if (protocol !== "h2") {
      http1 = createHttp1Pool({ route, signal: lifetime.signal, firstSocket: socket });
      return;
    }
    const session = startHttp2Session({
      server: route.server,
      socket,
      clock: route.clock,
      onClosed() {
        sessions.delete(session);
        endIfDone();
      },
    });
    sessions.add(session);
    await session.ready;
    if (!session.hasRoom) {
      session.retire();
      throw failure(connectAttempt(route.server), "protocol", "the server allows no requests on a new connection");
    }
  }

  async function upgrade(sent: UpgradeRequest): Promise<UpgradedConnection> {
    using begun = new DisposableStack();
    inUse++;
    begun.defer(() => {
      inUse--;
      endIfDone();
    });
    const { signal } = begun.use(linkSignals(lifetime.signal, sent.signal));
    const { socket } = await dial(route, ["http/1.1"], signal);

    const life = begun.move(); // From here on it lasts as long as the connection does.
    socket.once("close", () => life.dispose());
    return await upgradeOn(socket, route.server, sent, signal);
  }

  function endIfDone(): void {
    if (!onRetired || inUse > 0) return;
    for (const session of sessions) session.retire();
    if (sessions.size > 0) return; // The last one that closes comes back here.
    if (http1) http1.retire(onRetired);
    else onRetired();
  }

  return {
    request,
    upgrade,
    retire(onEnded) {
      onRetired = onEnded;
      endIfDone();
    },
    destroy(error) {
      lifetime.abort(error);
      for (const session of sessions) session.destroy(error);
      http1?.destroy(error);
    },
  };
}

function isRefusal(error: unknown): boolean {
  return isTransportError(error) && error.kind === "reset" && !error.mayHaveBeenProcessed;
}
