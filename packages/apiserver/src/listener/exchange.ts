// One request and its response on a socket. An exchange checks the host, calls the handler with the head of the request, and sends the response. The
// handler reads the body once the request is authorized. An exchange ends when the client disconnects, the listener closes, or the time limit expires.
// One timer limits the body and the response.
import type { Clock } from "@kubewright/async";
import type { IssuedTokens } from "../authentication/token-result.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Handler } from "../filters/handler.ts";
import { timeLimitOf } from "../filters/timeout.ts";
import { parseQuery } from "../http/parse-query.ts";
import { discardResponse, jsonResponse, textResponse } from "../http/responses.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import type { Channel } from "./channel.ts";
import type { ConnectionUsers } from "./client-certificate.ts";
import { respondToTruncatedRequest } from "./truncated-request.ts";
import type { RestOfBody } from "./truncated-request.ts";
import { hostProblem } from "./host-check.ts";
import type { Guest, Guests } from "./guests.ts";
import type { BodyBudget } from "./body-budget.ts";
import { BodyReader, ignoresBody } from "./request-body.ts";
import type { UserConnection, UserConnections } from "./user-connections.ts";
import { sendResponse, stallMaxMs } from "./send-response.ts";

/** The options of all exchanges of a listener. */
export interface ExchangeOptions {
  readonly handle: Handler;
  readonly users: ConnectionUsers;
  /** The users of the tokens that the listener has issued. */
  readonly tokens: IssuedTokens;
  /** The permitted hosts of requests, in lower-case letters. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly clock: Clock;
  /** The memory for the bodies of all exchanges. */
  readonly bodies: BodyBudget;
  readonly guests: Guests;
  readonly connections: UserConnections;
  /** Called for a connection over HTTP/2 that should end. */
  readonly endSession: (channel: Channel) => void;
}

const errorStatusMin = 400;

export class Exchange {
  readonly #options: ExchangeOptions;
  readonly #channel: Channel;
  readonly #onEnd: (exchange: Exchange) => void;
  readonly #disconnected = new AbortController();
  readonly #receivedAtMs: number;
  #phase: "handling" | "sending" | "ended" = "handling";
  #body: BodyReader | undefined;
  readonly #guest: Guest;
  #connection: UserConnection | undefined;
  #timer: Disposable | undefined;
  #serving: Promise<void> | undefined;

  /** Serves a request. Calls `onEnd` once, when the whole response has been passed to the socket or the client has disconnected. */
  constructor(options: ExchangeOptions, channel: Channel, onEnd: (exchange: Exchange) => void) {
    this.#options = options;
    this.#channel = channel;
    this.#guest = options.guests.of(channel.socket);
    this.#onEnd = onEnd;
    this.#receivedAtMs = options.clock.now();
  }

  begin(): void {
    const { outgoing, method, hasBody } = this.#channel;
    const close = (): void => this.#close();
    outgoing.on("close", close);
    outgoing.on("error", close);
    const head = requestHead(this.#channel, this.#disconnected.signal);
    if (hasBody && !ignoresBody(method)) this.#body = this.#startBody(head);
    const guest = this.#guest;
    const onAuthenticated = (user: UserInfo): void => {
      guest.leave();
      this.#connection = this.#options.connections.beginRequest(this.#channel, user);
    };
    this.#serving = this.#serve({ ...head, receivedAtMs: this.#receivedAtMs, unreadBody: this.#body, onAuthenticated });
  }

  /** Aborts the request. Resolves when the exchange has ended. */
  async abort(reason: Error): Promise<void> {
    this.#disconnect(reason);
    await this.#serving;
  }

  #disconnect(reason: Error): void {
    this.#disconnected.abort(reason);
    this.#body?.fail(reason);
  }

  #startBody({ query }: ServerRequest): BodyReader {
    const body = new BodyReader(this.#channel, this.#options.bodies);
    this.#timer = this.#options.clock.setTimer(timeLimitOf(query), () => {
      this.#timer = undefined;
      if (this.#phase === "handling") body.expire();
      else this.#channel.abort(); // The client has not read the response.
    });
    return body;
  }

  async #serve(request: ServerRequest): Promise<void> {
    const { clock } = this.#options;
    const channel = this.#channel;
    const { signal } = this.#disconnected;
    let response: ServerResponse | undefined;
    try {
      response = rejectionOf(request, this.#options) ?? (await handled(this.#options, request, channel));
      this.#body?.release();
      if (signal.aborted) return;
      if (response.isUnauthenticated === true) this.#charge(this.#guest, response);
      this.#phase = "sending";
      if (response.body instanceof Uint8Array && this.#isTruncated()) {
        const rest = this.#restOf(response);
        await respondToTruncatedRequest({ channel, clock, signal, rest }, { ...response, body: response.body });
        return;
      }
      this.#limitResponse(response);
      const sending = sendResponse(request, response, { channel, clock });
      if (sending !== undefined) await sending;
    } catch {
      channel.abort(); // The client has disconnected, or the body of the response has failed.
    } finally {
      this.#body?.release();
      this.#end();
      if (response !== undefined) await discardResponse(response);
    }
  }

  /** Counts the response to a client without credentials. Over HTTP/2 its connection ends soon, as in kube-apiserver. Throws if it may not be sent. */
  #charge(guest: Guest, { status, body }: ServerResponse): void {
    const { guests, endSession } = this.#options;
    const { socket, url, isHttp2, outgoing } = this.#channel;
    const bytes = url.length + (body instanceof Uint8Array ? body.length : 0);
    const isSent = !isHttp2 && socket.writableLength === 0;
    if (!guests.charge(guest, { bytes, isError: status >= errorStatusMin, isSent })) {
      throw new Error("the response is too large for a client without credentials");
    }
    outgoing.once("close", () => guest.release());
    if (isHttp2) endSession(this.#channel);
  }

  /** Whether the client may still be sending its body. */
  #isTruncated(): boolean {
    return this.#body !== undefined && !this.#body.isWhole && !this.#channel.isRequestComplete;
  }

  #restOf({ isUnauthenticated }: ServerResponse): RestOfBody {
    if (this.#body?.isRestShort === true) return "received";
    return isUnauthenticated === true ? "unread" : "discarded";
  }

  /** Aborts the response when its request ends. The timer of the body is still running unless it has fired. */
  #limitResponse(response: ServerResponse): void {
    if (response.endsAtMs === undefined) this.#timer?.[Symbol.dispose]();
    this.#timer ??= limitResponse(response, this.#channel, this.#options.clock);
  }

  #close(): void {
    if (this.#channel.isReset) this.#options.guests.reset(this.#guest);
    this.#timer?.[Symbol.dispose]();
    if (this.#phase !== "ended") this.#disconnect(new Error("the client has disconnected"));
  }

  #end(): void {
    if (this.#phase === "ended") return;
    this.#phase = "ended";
    this.#connection?.endRequest();
    this.#options.guests.end(this.#guest);
    this.#onEnd(this);
  }
}

/** Aborts a response that the client has not read when its request ends. A response without an end has no limit. */
export function limitResponse(
  { endsAtMs }: ServerResponse,
  channel: Pick<Channel, "abort">,
  clock: Clock,
): Disposable | undefined {
  if (endsAtMs === undefined) return undefined;
  const leftMs = endsAtMs - clock.now();
  // The response to a request that has taken too long still has to reach the client.
  return clock.setTimer(leftMs > 0 ? leftMs : stallMaxMs, () => channel.abort());
}

const noBytes = new Uint8Array();

/** A request without its body. */
export function requestHead({ method, url, headers, socket }: Channel, signal: AbortSignal): ServerRequest {
  const mark = url.indexOf("?");
  return {
    method,
    path: mark === -1 ? url : url.slice(0, mark),
    query: parseQuery(mark === -1 ? "" : url.slice(mark + 1)),
    uri: url,
    headers,
    remoteAddress: socket.remoteAddress,
    body: noBytes,
    signal,
  };
}

/** 400 for a request with several hosts, and 403 for one to another host, or from a web page. */
export function rejectionOf(
  { headers }: ServerRequest,
  { allowedHosts }: Pick<ExchangeOptions, "allowedHosts">,
): ServerResponse | undefined {
  if (Array.isArray(headers["host"])) return { ...textResponse(400, "400 Bad Request"), isUnauthenticated: true };
  const problem = hostProblem(headers, allowedHosts);
  return problem === undefined ? undefined : statusResponse(403, "Forbidden", problem);
}

/** Calls the handler with the credentials of the connection. */
export function handled(
  { handle, users, tokens }: Pick<ExchangeOptions, "handle" | "users" | "tokens">,
  request: ServerRequest,
  { socket }: Pick<Channel, "socket">,
): Promise<ServerResponse> {
  const user = users(socket);
  if (user === "invalid") return handle({ ...request, tokens, hasInvalidCertificate: true });
  return handle({ ...request, tokens, ...(user === undefined ? {} : { user }) });
}

/** The rejection of a request before it is authenticated. */
function statusResponse(code: number, reason: string, message: string): ServerResponse {
  const status = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code };
  return { ...jsonResponse(code, status), isUnauthenticated: true };
}
