/** Decides how long a key waits before it is worked on again. Keys are those that the queue's `keyOf` makes. */
export interface RateLimiter {
  /** Counts one more failure of `key` and says how many milliseconds it has to wait. */
  delayMs(key: string): number;
  /** `key` is done with: its failures are over. */
  forget(key: string): void;
  /** How many failures of `key` have been counted since it was last forgotten. */
  failuresOf(key: string): number;
}
