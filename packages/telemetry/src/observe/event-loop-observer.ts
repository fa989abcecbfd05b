/** The observer of the event loop. */

export interface EventLoopObserver {
  /** Synchronous code has blocked the event loop. `controller` is empty if it was not code of a controller. */
  readonly blocked?: (event: { readonly controller: string; readonly blockedMs: number }) => void;
}
