/**
 * Finds repetitions among Events of core/v1, as the correlator of client-go does: Events with the same message are one Event with a count. The tenth
 * different message about an object within ten minutes, and all later ones, are one Event as well.
 */
import type { Clock } from "@kubewright/async";
import type { RecordedEvent } from "./event-object.ts";
import { identity } from "./event-object.ts";

const differentMax = 10;
const similarMs = 600_000;
const combinedPrefix = "(combined from similar events): ";

/** The largest number of groups of similar Events. */
const groupsMax = 4_096;

interface Group {
  readonly messages: Set<string>;
  lastAt: number;
}

/** An Event, and the key that its repetitions have. */
export interface KeyedEvent {
  readonly event: RecordedEvent;
  readonly key: string;
}

export class SimilarEvents {
  readonly #clock: Clock;
  readonly #groups = new Map<string, Group>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  keyed(event: RecordedEvent): KeyedEvent {
    const { type, reason, note = "", regarding } = event;
    const similar = JSON.stringify([type, reason, identity(regarding)]);
    const { messages } = this.#groupOf(similar);
    messages.add(note);
    if (messages.size < differentMax) return { event, key: `${similar} ${note}` };
    const [oldest = ""] = messages;
    messages.delete(oldest);
    return { event: { ...event, note: `${combinedPrefix}${note}` }, key: similar };
  }

  #groupOf(key: string): Group {
    const now = this.#clock.now();
    const known = this.#groups.get(key);
    const group =
      known === undefined || now - known.lastAt > similarMs ? { messages: new Set<string>(), lastAt: now } : known;
    group.lastAt = now;
    // Deleting first moves the key to the end of the map, whose first key is evicted.
    this.#groups.delete(key);
    this.#groups.set(key, group);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > groupsMax && oldest !== undefined) this.#groups.delete(oldest);
    return group;
  }
}
