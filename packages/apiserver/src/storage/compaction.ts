// Which revisions can no longer be listed. kube-apiserver compacts its etcd every five minutes to the revision of five minutes before. So a revision and
// its continue tokens are readable for five to ten minutes, and five minutes longer if nothing was written meanwhile. Watches do not depend on it: they
// read the event log, as those of kube-apiserver read its watch cache. There is no timer: the store calls `advance` before it is written to or read.

/** The default of kube-apiserver (`--etcd-compaction-interval`). */
const intervalMs = 5 * 60_000;

export class Compaction {
  #nextAtMs: number;
  /** The revision at the end of the last interval. The next compaction ends here. */
  #pending = 0;
  #revision = 0;

  /** `now` is on the monotonic clock, as that of `advance`. */
  constructor(now: number) {
    this.#nextAtMs = now + intervalMs;
  }

  /** Earlier revisions are compacted. */
  get revision(): number {
    return this.#revision;
  }

  /** Compacts as often as due, for a store whose revision has been `current` since the last call. Returns whether an interval has ended. */
  advance(now: number, current: number): boolean {
    const intervals = Math.floor((now - this.#nextAtMs) / intervalMs) + 1;
    if (intervals < 1) return false;
    this.#nextAtMs += intervals * intervalMs;
    this.#revision = intervals === 1 ? this.#pending : current;
    this.#pending = current;
    return true;
  }
}
