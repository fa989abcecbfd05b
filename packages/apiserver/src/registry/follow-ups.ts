// Work that `Strategy.committed` begins and does not finish in the turn of the write, such as the review of a freed address. The response to a write
// waits only for its own follow-ups.

export class FollowUps {
  #current: Promise<void>[] | undefined;

  /** Calls `write` and adds the follow-ups of its commits to `followUps`. Those of writes outside of such a call are not collected. Follow-ups never reject. */
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
