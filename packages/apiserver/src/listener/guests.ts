// The connections of clients that have not authenticated. They could hold memory without any right, so their number and the bytes of their responses are
// limited. Those of clients with credentials are counted until their first request. So beyond the number of open connections, new ones wait, and nothing
// of them is read: a burst of clients with credentials takes turns. While others wait, the oldest open connection is closed after a short time, and the
// newest one that waits begins: silent connections that came first do not delay it. Beyond a limit of bytes, the connection with the most bytes is closed.
import type { Socket } from "node:net";
import type { Clock } from "@kubewright/async";
import type { HeaderMap } from "@kubewright/transport";

export interface GuestLimits {
  /** Connections, from the TLS handshake until the first request with valid credentials. */
  readonly connectionsMax: number;
  /** Connections that wait. Beyond it the oldest open one is closed. */
  readonly waitingMax: number;
  /** The time after which an open connection is closed if others wait. */
  readonly turnMs: number;
  /** The size of the requests and responses of these connections in all. Those over HTTP/1.1 count until the client has received the response. */
  readonly bytesMax: number;
  /** The size of one error response: it contains the path of the request. */
  readonly errorBytesMax: number;
  /** The requests of one connection over HTTP/1.1 that wait for their responses. */
  readonly pipelinedMax: number;
  /** The requests of one connection over HTTP/2, which ends with the last one, or soon after its first response. */
  readonly streamsMax: number;
  /** The requests of one connection over HTTP/2 that its client resets (CVE-2023-44487). */
  readonly resetsMax: number;
  /** The size of all heads of one connection over HTTP/2. V8 does not count their memory. */
  readonly headBytesMax: number;
}

const kib = 1024;

export const guestLimits: GuestLimits = {
  connectionsMax: 128,
  waitingMax: 1024,
  turnMs: 4000,
  bytesMax: 2 * kib * kib,
  errorBytesMax: 16 * kib,
  pipelinedMax: 4,
  streamsMax: 16,
  resetsMax: 8,
  headBytesMax: 64 * kib,
};

/** What an open exchange costs besides the bytes of its path and response, as measured. */
const exchangeBytes = 16 * kib;

/** The address of a client, which a TLS socket shares with its TCP socket. */
type Peer = Pick<Socket, "remoteAddress" | "remotePort">;

export class Guests {
  readonly #limits: GuestLimits;
  readonly #clock: Clock;
  /** In the order in which they began, by their addresses. */
  readonly #guests = new Map<string, Guest>();
  /** In the order of the connections. */
  readonly #waiting: Guest[] = [];
  /** The guests of sockets that have served a request. */
  readonly #known = new WeakMap<Peer, Guest>();
  #bytes = 0;
  /** The connection that is closed next, and the timer that closes it. */
  #limited: Guest | undefined;
  #turn: Disposable | undefined;

  constructor(limits: GuestLimits, clock: Clock) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** The open and the waiting connections, and the bytes that are counted now. */
  get held(): { readonly connections: number; readonly waiting: number; readonly bytes: number } {
    return { connections: this.#guests.size, waiting: this.#waiting.length, bytes: this.#bytes };
  }

  /** Counts a TCP connection, and calls `begin` when it may be read. */
  readonly add = (socket: Socket, begin: () => void): void => {
    const guest: Guest = new Guest(socket, (bytes) => this.#count(guest, bytes));
    const address = addressOf(socket);
    guest.begin = () => {
      if (socket.destroyed) return;
      guest.beganAtMs = this.#clock.now();
      this.#guests.set(address, guest);
      begin();
    };
    guest.onLeave = () => {
      const index = this.#waiting.indexOf(guest);
      if (index !== -1) this.#waiting.splice(index, 1);
      if (this.#guests.get(address) === guest) this.#guests.delete(address);
      this.#beginWaiting();
    };
    socket.once("close", () => guest.leave());
    this.#waiting.push(guest);
    this.#beginWaiting();
    if (this.#waiting.length > this.#limits.waitingMax) this.#oldest?.close();
  };

  get #oldest(): Guest | undefined {
    return this.#guests.values().next().value;
  }

  #beginWaiting(): void {
    while (this.#guests.size < this.#limits.connectionsMax && this.#waiting.length > 0) this.#waiting.pop()?.begin();
    this.#limitTurn();
  }

  /** Closes the oldest open connection when its time is over and others wait. */
  #limitTurn(): void {
    const limited = this.#waiting.length === 0 ? undefined : this.#oldest;
    if (limited === this.#limited) return;
    this.#limited = limited;
    this.#turn?.[Symbol.dispose]();
    if (limited === undefined) return;
    const leftMs = limited.beganAtMs + this.#limits.turnMs - this.#clock.now();
    this.#turn = this.#clock.setTimer(leftMs, () => limited.close());
  }

  /** The guest of an open connection. The result is valid after the connection has ended. */
  of(socket: Peer): Guest {
    const guest = this.#known.get(socket) ?? this.#guests.get(addressOf(socket)) ?? noGuest;
    this.#known.set(socket, guest);
    return guest;
  }

  /**
   * Counts a request whose head has been received. A connection over HTTP/2 ends with its last request: clients send further ones on another connection.
   * A connection with too many requests over HTTP/1.1 or too many bytes is closed: its first request had no valid credentials, or it would not be a guest
   * any more.
   */
  begin({ isHttp2, headers, socket }: GuestRequest): "served" | "last" | "closed" {
    const guest = this.of(socket);
    if (guest.hasLeft) return guest.isClosed ? "closed" : "served";
    const { pipelinedMax, streamsMax, headBytesMax } = this.#limits;
    guest.openRequests += 1;
    guest.requests += 1;
    guest.tlsSocket = socket;
    if (isHttp2) guest.headBytes += sizeOf(headers);
    if (isHttp2 ? guest.headBytes > headBytesMax : guest.openRequests > pipelinedMax) {
      guest.close();
      return "closed";
    }
    return isHttp2 && guest.requests >= streamsMax ? "last" : "served";
  }

  /** Counts a request that its client has reset. */
  reset(guest: Guest): void {
    guest.resets += 1;
    if (!guest.hasLeft && guest.resets > this.#limits.resetsMax) guest.close();
  }

  /** Called when a request that `begin` has counted has ended. */
  end(guest: Guest): void {
    if (!guest.hasLeft) guest.openRequests -= 1;
  }

  /**
   * Counts a request and its response, and closes the connections with the most bytes beyond the limit. Returns whether the response may be sent.
   * `isSent`: the client has received all earlier responses.
   */
  charge(guest: Guest, { bytes, isError, isSent }: GuestResponse): boolean {
    if (guest.hasLeft) return true;
    if (isError && bytes > this.#limits.errorBytesMax) return false;
    if (isSent) guest.add(-guest.bytes);
    guest.add(bytes + exchangeBytes);
    while (this.#bytes > this.#limits.bytesMax) this.#largest().close();
    return !guest.hasLeft;
  }

  #largest(): Guest {
    let largest = noGuest;
    for (const guest of this.#guests.values()) if (guest.bytes > largest.bytes) largest = guest;
    return largest;
  }

  #count(guest: Guest, bytes: number): void {
    guest.bytes += bytes;
    this.#bytes += bytes;
  }
}

/** A connection that has not authenticated, until it leaves: it is closed, or a request has valid credentials. */
export class Guest {
  readonly #socket: Pick<Socket, "destroy"> | undefined;
  readonly add: (bytes: number) => void;
  begin: () => void = () => undefined;
  beganAtMs = 0;
  onLeave: () => void = () => undefined;
  bytes = 0;
  openRequests = 0;
  requests = 0;
  resets = 0;
  /** Once a request has been received. */
  tlsSocket: Pick<Socket, "destroy"> | undefined;
  /** Of all requests over HTTP/2. */
  headBytes = 0;
  hasLeft = false;
  isClosed = false;

  constructor(socket: Pick<Socket, "destroy"> | undefined, add: (bytes: number) => void) {
    this.#socket = socket;
    this.add = add;
  }

  leave(): void {
    if (this.hasLeft) return;
    this.hasLeft = true;
    this.add(-this.bytes);
    this.onLeave();
  }

  close(): void {
    this.isClosed = true;
    this.#socket?.destroy();
    this.tlsSocket?.destroy(); // The rest of the bytes that have been received is not decrypted.
    this.leave();
  }

  /** Called when a charged exchange has ended. Its response may still be in the buffers of the connection. */
  release(): void {
    if (!this.hasLeft) this.add(-Math.min(exchangeBytes, this.bytes));
  }
}

/** A connection that is not counted. */
const noGuest = new Guest(undefined, () => undefined);
noGuest.leave();

export interface GuestRequest {
  readonly isHttp2: boolean;
  readonly headers: HeaderMap;
  readonly socket: Peer & Pick<Socket, "destroy">;
}

export interface GuestResponse {
  /** The size of the request's head and of the response's body. */
  readonly bytes: number;
  readonly isError: boolean;
  readonly isSent: boolean;
}

function sizeOf(headers: HeaderMap): number {
  let size = 0;
  for (const [name, value] of Object.entries(headers)) size += name.length + String(value).length;
  return size;
}

function addressOf({ remoteAddress = "", remotePort = 0 }: Peer): string {
  return `${remoteAddress} ${remotePort}`;
}
