// What is known of a watch from its silence. Events and bookmarks come in through `heard`; the guard says when the watch has been
// healthy for long enough to forgive earlier failures, and ends it when bookmarks that used to come have stopped: the third
// limit of a watch, beside the server's timeout and the probe of the transport, and the one that sees a server which still
// answers probes but sends no events.

import type { Clock } from "@kubewright/async";

import { WatchSilentError } from "../errors.ts";

/** Failures before count no more once a watch has been open this long. */
export const healthyAfterMs = 60_000;

/** Servers send a bookmark about once a minute; three may be missed, and a half is for its jitter. */
export const bookmarkDeadlineMs = 210_000;

export interface WatchGuard extends Disposable {
  /** The server has accepted the watch. */
  opened(): void;
  /** Something came. The deadline is armed by the first bookmark: not every server sends them. */
  heard(what: "event" | "bookmark"): void;
  /** How long the watch has been open, in milliseconds; `undefined` when the server has not accepted it. */
  readonly openMs: number | undefined;
}

export interface WatchGuardOptions {
  readonly clock: Clock;
  readonly onHealthy: () => void;
  /** Ends the watch; the reason says that it has gone silent. */
  readonly onSilent: (reason: Error) => void;
}

export function createWatchGuard({ clock, onHealthy, onSilent }: WatchGuardOptions): WatchGuard {
  let openedAt: number | undefined;
  let heardAt = clock.now();
  let healthy: Disposable | undefined;
  let deadline: Disposable | undefined;

  return {
    get openMs(): number | undefined {
      return openedAt === undefined ? undefined : clock.now() - openedAt;
    },
    opened() {
      openedAt = clock.now();
      healthy = clock.setTimer(healthyAfterMs, onHealthy);
    },
    heard(what) {
      heardAt = clock.now();
      if (what === "bookmark") deadline ??= clock.setTimer(bookmarkDeadlineMs, check);
    },
    [Symbol.dispose]() {
      healthy?.[Symbol.dispose]();
      deadline?.[Symbol.dispose]();
    },
  };

  // The timer is not moved with every event: it looks back when it fires, and waits for the rest.
  function check(): void {
    const restMs = heardAt + bookmarkDeadlineMs - clock.now();
    if (restMs > 0) deadline = clock.setTimer(restMs, check);
    else onSilent(new WatchSilentError(bookmarkDeadlineMs));
  }
}
