// The open exchanges and upgraded connections of a listener. Closing the listener ends them.
import type { IncomingMessage, ServerResponse as Http1Response } from "node:http";
import type { IncomingHttpHeaders, ServerHttp2Session, ServerHttp2Stream } from "node:http2";
import type { Duplex } from "node:stream";
import type { UserInfo } from "../authentication/user-info.ts";
import { Http1Channel, Http2Channel } from "./channel.ts";
import type { Channel } from "./channel.ts";
import { Exchange, handled, limitResponse, rejectionOf, requestHead } from "./exchange.ts";
import type { ExchangeOptions } from "./exchange.ts";
import { sendResponse } from "./send-response.ts";
import { sendSwitchingProtocols, byteStreamOf } from "./upgraded.ts";
import type { UserConnection } from "./user-connections.ts";

// A static import evaluates all getters of the module, one of which loads a WebSocket client of 0.8 MB.
const { ServerResponse } = process.getBuiltinModule("node:http");

/** How long a client without credentials may use one connection over HTTP/2. Go's servers accept requests for as long after they announce the end. */
const guestSessionMs = 1000;
/** The time for the responses that are in flight then. */
const sessionLingerMs = 5000;

interface Abortable {
  /** Resolves when it has ended. */
  abort(reason: Error): Promise<void>;
}

export class Exchanges {
  readonly #options: ExchangeOptions;
  readonly #open = new Set<Abortable>();

  readonly #ending = new WeakSet<ServerHttp2Session>();

  constructor(options: Omit<ExchangeOptions, "endSession">) {
    this.#options = { ...options, endSession: (channel) => this.#endSession(channel.session) };
  }

  /** Serves a request over HTTP/1.1. */
  readonly beginHttp1 = (incoming: IncomingMessage, outgoing: Http1Response): void => {
    this.#begin(new Http1Channel(incoming, outgoing));
  };

  /** Serves a request over HTTP/2. */
  readonly beginHttp2 = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    _flags: number,
    rawHeaders: readonly string[],
  ): void => {
    this.#begin(new Http2Channel(stream, headers, rawHeaders));
  };

  /** Serves an upgrade request and the upgraded connection. `head` contains the bytes that the client has sent after the request. */
  readonly beginUpgrade = (incoming: IncomingMessage, socket: Duplex, head: Uint8Array): void => {
    const disconnected = new AbortController();
    const serving = this.#serveUpgrade(incoming, socket, { head, disconnected }).finally(() =>
      this.#remove(connection),
    );
    const connection: Abortable = {
      async abort(reason) {
        disconnected.abort(reason);
        await serving;
      },
    };
    this.#open.add(connection);
  };

  /** Aborts all exchanges and connections. Resolves when they have ended. */
  async end(reason: Error): Promise<void> {
    await Promise.all([...this.#open].map((exchange) => exchange.abort(reason)));
  }

  #begin(channel: Channel): void {
    const { guests } = this.#options;
    const admission = guests.begin(channel);
    if (admission === "closed") return;
    const { session } = channel;
    const guest = guests.of(channel.socket);
    const exchange = new Exchange(this.#options, channel, this.#remove);
    this.#open.add(exchange);
    exchange.begin();
    // Node refuses further streams before it creates their objects.
    if (admission === "last" && !guest.hasLeft) session?.close();
  }

  /** Ends a session: first it accepts no more streams, and soon after that it is closed. */
  #endSession(session: ServerHttp2Session | undefined): void {
    if (session === undefined || session.destroyed || this.#ending.has(session)) return;
    this.#ending.add(session);
    const { clock } = this.#options;
    let timer = clock.setTimer(guestSessionMs, () => {
      timer = clock.setTimer(sessionLingerMs, () => session.destroy());
      session.close();
    });
    session.once("close", () => timer[Symbol.dispose]());
  }

  readonly #remove = (ended: Abortable): void => {
    this.#open.delete(ended);
  };

  async #serveUpgrade(
    incoming: IncomingMessage,
    socket: Duplex,
    { head, disconnected }: { readonly head: Uint8Array; readonly disconnected: AbortController },
  ): Promise<void> {
    const { signal } = disconnected;
    const { clock } = this.#options;
    let userConnection: UserConnection | undefined;
    const close = (): void => disconnected.abort(new Error("the client has disconnected"));
    socket.on("close", close);
    socket.on("error", close);
    try {
      const channel = new Http1Channel(incoming, new ServerResponse(incoming));
      const { guests, connections } = this.#options;
      const onAuthenticated = (user: UserInfo): void => {
        guests.of(channel.socket).leave();
        userConnection = connections.beginRequest(channel, user);
      };
      const request = { ...requestHead(channel, signal), onAuthenticated };
      const response = rejectionOf(request, this.#options) ?? (await handled(this.#options, request, channel));
      if (response.upgrade === undefined) {
        channel.outgoing.assignSocket(channel.socket);
        const closing = { ...response, headers: { ...response.headers, connection: "close" } };
        using _limit = limitResponse(response, channel, clock);
        await sendResponse(request, closing, { channel, clock });
        return;
      }
      sendSwitchingProtocols(socket, response.headers);
      await response.upgrade(byteStreamOf(socket, head), signal);
    } catch {
      // The client has disconnected.
    } finally {
      userConnection?.endRequest();
      socket.end(() => socket.destroy());
    }
  }
}
