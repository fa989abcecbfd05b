// What is known of a watch from its silence. Events and bookmarks come in through `heard`; the guard says when the watch has been
// healthy for long enough to forgive earlier failures, and ends it when the server does not even accept it, or when bookmarks
// that used to come have stopped. That is the third limit of a watch, beside the server's timeout and the probe of the
// transport, and the one that sees a server which still answers probes but sends no events. Age alone never ends a watch.

import type { Clock } from "@kubewright/async";

import { SilentServerError } from "../errors.ts";
import { createSilenceLimit } from "./silence-limit.ts";
import type { SilenceLimit } from "./silence-limit.ts";

/** Failures before count no more once a watch has been open this long. */
export const healthyAfterMs = 60_000;

/** Servers send a bookmark about once a minute; three may be missed, and a half is for its jitter. */
export const bookmarkDeadlineMs = 210_000;

/** How long an answer may take to begin, or to go on. Servers end requests that take longer than 60 s themselves. */
export const answerDeadlineMs = 90_000;

export interface WatchGuard extends Disposable {
  /** The server has accepted the watch. */
  opened(): void;
  /** Something came. The limit on silence begins with the first bookmark: not every server sends them. */
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
  let healthy: Disposable | undefined;
  let silence: SilenceLimit | undefined = limit("accept a watch", answerDeadlineMs);
  let bookmarked = false;

  return {
    get openMs(): number | undefined {
      return openedAt === undefined ? undefined : clock.now() - openedAt;
    },
    opened() {
      openedAt = clock.now();
      healthy = clock.setTimer(healthyAfterMs, onHealthy);
      silence?.[Symbol.dispose]();
      silence = undefined;
    },
    heard(what) {
      silence?.heard();
      if (what === "event" || bookmarked) return;
      bookmarked = true;
      silence = limit("send the bookmarks of a watch that it had been sending", bookmarkDeadlineMs);
    },
    [Symbol.dispose]() {
      healthy?.[Symbol.dispose]();
      silence?.[Symbol.dispose]();
    },
  };

  function limit(what: string, silentMs: number): SilenceLimit {
    return createSilenceLimit(clock, silentMs, () => onSilent(new SilentServerError(what, silentMs)));
  }
}
