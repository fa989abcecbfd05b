// What can be wrong with a watch beside the errors of client and transport. Nobody has to catch these: they are the `error` of
// an informer's state, and the informer goes on by itself.

/** The server accepted a watch and ended it at once, without an error. */
export class WatchEndedEarlyError extends Error {
  override readonly name = "WatchEndedEarlyError";

  constructor() {
    super("Cannot watch: the server ended the watch soon after it had begun, without an error");
  }
}

/** The bookmarks of a watch have stopped coming, and so has everything else. */
export class WatchSilentError extends Error {
  override readonly name = "WatchSilentError";
  readonly silentMs: number;

  constructor(silentMs: number) {
    super(`Cannot watch: nothing came for ${silentMs} ms, not even the bookmarks that had been coming`);
    this.silentMs = silentMs;
  }
}
