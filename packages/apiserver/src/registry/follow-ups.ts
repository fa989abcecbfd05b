// What `Strategy.committed` begins and does not finish in the turn of the write, such as the review of a freed address. The response to a write waits
// for its own follow-ups and for no others.

export class FollowUps {
  #current: Promise<void>[] | undefined;

  /** Calls `write` and adds to `followUps` what its commits begin. Those of writes outside any such call are not collected; they never reject. */
  collect<T>(followUps: Promise<void>[], write: () => T): T {
    const outer = this.#current;
    this.#current = followUps;
    try {
      return write();
    } finally {
      this.#current = outer;
    }
  }

  add(followUp: Promise<void>): void {
    this.#current?.push(followUp);
  }
}
