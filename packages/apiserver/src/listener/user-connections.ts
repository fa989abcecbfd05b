// The connections of each user. Without a limit, one user could open all connections that a listener accepts, and lock everyone else out.
import { mastersGroup } from "../authentication/user-info.ts";
import type { UserInfo } from "../authentication/user-info.ts";
import type { Channel } from "./channel.ts";

/** Connections of one user. Administrators (`system:masters`) are not limited. */
export const connectionsPerUserMax = 256;

export interface UserConnection {
  /** To be called when a request has ended. */
  endRequest(): void;
}

export class UserConnections {
  readonly #max: number;
  readonly #known = new WeakMap<object, CountedConnection>();
  /** By the name of the user, in the order of their first requests. */
  readonly #connections = new Map<string, Set<CountedConnection>>();

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Counts an authenticated request. A new connection beyond the limit closes another one of the user: the oldest one without an open request, or the
   * oldest one if all have requests.
   */
  beginRequest(channel: Pick<Channel, "socket" | "session">, { name, groups }: UserInfo): UserConnection | undefined {
    if (groups.includes(mastersGroup)) return undefined;
    const known = this.#known.get(channel.socket);
    const connection = known ?? this.#add(channel, name);
    connection.openRequests += 1;
    if (known === undefined) this.#limit(name);
    return connection;
  }

  #add({ socket, session }: Pick<Channel, "socket" | "session">, user: string): CountedConnection {
    const connection = new CountedConnection(() => void (session ?? socket).destroy());
    this.#known.set(socket, connection);
    const ofUser = this.#connections.get(user) ?? new Set();
    this.#connections.set(user, ofUser.add(connection));
    socket.once("close", () => this.#remove(connection, user));
    return connection;
  }

  #limit(user: string): void {
    const ofUser = this.#connections.get(user);
    if (ofUser === undefined || ofUser.size <= this.#max) return;
    const [oldest] = ofUser;
    const closed = ofUser.values().find(({ openRequests }) => openRequests === 0) ?? oldest;
    if (closed === undefined) return;
    this.#remove(closed, user);
    closed.close();
  }

  #remove(connection: CountedConnection, user: string): void {
    const ofUser = this.#connections.get(user);
    ofUser?.delete(connection);
    if (ofUser?.size === 0) this.#connections.delete(user);
  }
}

class CountedConnection implements UserConnection {
  readonly close: () => void;
  openRequests = 0;

  constructor(close: () => void) {
    this.close = close;
  }

  endRequest(): void {
    this.openRequests -= 1;
  }
}
