// The memory for request bodies: bytes per connection, per user and in all. A body is reserved as a whole before its first byte is read, so bodies that
// are being read never wait for each other. A body without room waits, and HTTP flow control makes its client wait.
// A few users with large or slow bodies must not stop the others: a part of the total is kept for users with little, and administrators need no room.

export interface BodyLimits {
  readonly perConnection: number;
  readonly perUser: number;
  /** For the bodies of administrators (`system:masters`), there is no total. */
  readonly total: number;
  /** The part of the total for users with at most `smallShare` in all. */
  readonly kept: number;
  readonly smallShare: number;
}

const mib = 1024 * 1024;

/** The total is less than the 200 writes of 3 MiB that may be in flight. */
export const bodyLimits: BodyLimits = {
  perConnection: 32 * mib,
  perUser: 64 * mib,
  total: 128 * mib,
  kept: 32 * mib,
  smallShare: 4 * mib,
};

export interface BodyOwner {
  readonly connection: object;
  readonly user: string;
  readonly isAdministrator: boolean;
}

/** Room for a body, or a place in the queue. Disposing it gives it up. */
export interface Reservation extends Disposable {
  /** Gives up the room that the body does not need. */
  shrinkTo(bytes: number): void;
}

export class BodyBudget {
  readonly #limits: BodyLimits;
  readonly #waiting = new Set<QueuedReservation>();
  readonly #reserved = new Map<object | string, number>();
  #total = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /** The bytes that are reserved. */
  get reservedBytes(): number {
    return this.#total;
  }

  /**
   * Calls `onGranted` once there is room, at once if possible. Reservations that wait for the total are granted in their order, those of users with little
   * first.
   */
  reserve(bytes: number, owner: BodyOwner, onGranted: () => void): Reservation {
    const reservation = new QueuedReservation(bytes, owner, onGranted, (freed) => this.#free(reservation, freed));
    this.#waiting.add(reservation);
    this.#grant();
    return reservation;
  }

  #grant(): void {
    let overtaken = 0; // The highest total that a waiting body has reached. Later bodies with this total or a lower one do not overtake it.
    for (const reservation of this.#waiting) {
      const { bytes, owner } = reservation;
      const total = this.#totalFor(bytes, owner);
      if (total <= overtaken || !this.#hasOwnRoom(bytes, owner)) continue;
      if (this.#total + bytes > total) {
        overtaken = total;
        continue;
      }
      this.#waiting.delete(reservation);
      this.#add(bytes, owner);
      reservation.grant();
    }
  }

  /** The bytes in all with which a body of this user may be read. */
  #totalFor(bytes: number, { user, isAdministrator }: BodyOwner): number {
    const { total, kept, smallShare } = this.#limits;
    if (isAdministrator) return Infinity;
    return (this.#reserved.get(user) ?? 0) + bytes <= smallShare ? total : total - kept;
  }

  #hasOwnRoom(bytes: number, { connection, user }: BodyOwner): boolean {
    return (
      (this.#reserved.get(connection) ?? 0) + bytes <= this.#limits.perConnection &&
      (this.#reserved.get(user) ?? 0) + bytes <= this.#limits.perUser
    );
  }

  #add(bytes: number, { connection, user }: BodyOwner): void {
    this.#total += bytes;
    for (const key of [connection, user]) {
      const reserved = (this.#reserved.get(key) ?? 0) + bytes;
      if (reserved === 0) this.#reserved.delete(key);
      else this.#reserved.set(key, reserved);
    }
  }

  #free(reservation: QueuedReservation, bytes: number): void {
    if (!this.#waiting.delete(reservation)) this.#add(-bytes, reservation.owner);
    this.#grant();
  }
}

class QueuedReservation implements Reservation {
  readonly owner: BodyOwner;
  readonly grant: () => void;
  readonly #free: (bytes: number) => void;
  #bytes: number;

  constructor(bytes: number, owner: BodyOwner, onGranted: () => void, free: (bytes: number) => void) {
    this.#bytes = bytes;
    this.owner = owner;
    this.grant = onGranted;
    this.#free = free;
  }

  get bytes(): number {
    return this.#bytes;
  }

  shrinkTo(bytes: number): void {
    if (bytes >= this.#bytes) return;
    const freed = this.#bytes - bytes;
    this.#bytes = bytes;
    this.#free(freed);
  }

  [Symbol.dispose](): void {
    this.shrinkTo(0);
  }
}
