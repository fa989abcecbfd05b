// Failures of a watch beside the errors of client and transport. They are not thrown: they are the `error` of an informer's state, and the
// informer retries.

/** The server accepted a watch and ended it at once, without an error. */
export class WatchEndedEarlyError extends Error {
  override readonly name = "WatchEndedEarlyError";

  constructor() {
    super("Cannot watch: the server ended the watch soon after it had begun, without an error");
  }
}

/** The server, or the way to it, has gone silent: it did not do what it should within its time. */
export class SilentServerError extends Error {
  override readonly name = "SilentServerError";
  readonly silentMs: number;

  /** @param what it did not do: `accept a watch`. */
  constructor(what: string, silentMs: number) {
    super(`Cannot wait any longer: the server did not ${what} for ${silentMs} ms`);
    this.silentMs = silentMs;
  }
}

/** The cache differs from the server. It ends the watch that has lost an event. */
export class InconsistentCacheError extends Error {
  override readonly name = "InconsistentCacheError";

  constructor() {
    super("Cannot continue the watch: the cache differs from the server");
  }
}

/** A watch did not send the end of its initial events: the server does not know streamed lists. */
export class InitialEventsError extends Error {
  override readonly name = "InitialEventsError";

  /** @param what happened instead. */
  constructor(what: string) {
    super(`Cannot list by watch: the initial events have no end: ${what}`);
  }
}
