// Limits the silence of a watch. Events and bookmarks are reported through `received`. The guard calls `onHealthy` once the watch has been
// open long enough to reset the failure count. It calls `onSilent` if the server does not accept the watch, or if the bookmarks that it
// used to send have stopped. That is the third limit of a watch, after its age, which the server and then the client limit, and the probe of the
// transport: it detects within minutes that a server answers probes but sends no events.

import type { Clock } from "@kubewright/async";

import { SilentServerError } from "../errors.ts";
import { createSilenceLimit } from "./silence-limit.ts";
import type { SilenceLimit } from "./silence-limit.ts";

/** A watch that has been open this long resets the failure count. */
export const healthyAfterMs = 60_000;

/** Servers send a bookmark about once a minute: three may be missed, and half an interval is for jitter. */
export const bookmarkDeadlineMs = 210_000;

/** The longest silence before a watch is accepted. */
export const answerDeadlineMs = 90_000;

export interface WatchGuard extends Disposable {
  /** The server has accepted the watch. */
  opened(): void;
  /** Reports an event or bookmark. The limit begins with the first bookmark, because not every server sends them. */
  received(what: "event" | "bookmark"): void;
  /** How long the watch has been open, in milliseconds; `undefined` before the server has accepted it. */
  readonly openMs: number | undefined;
}

export interface WatchGuardOptions {
  readonly clock: Clock;
  readonly onHealthy: () => void;
  /** Called once with a `SilentServerError`; must end the watch. */
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
    received(what) {
      silence?.reset();
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
