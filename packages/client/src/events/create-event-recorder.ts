// The recorder: a recorded event becomes a new Event, or increments the count of a series. A background task sends the writes one
// after the other. Every collection is bounded; events that exceed a bound are dropped and reported, and callers never wait.
//
//   event() ──▶ limit per object ──▶ repetition? ──▶ queue of writes ──▶ API server
//                                    (count + 1, written every `seriesHeartbeatMs`)

import {
  abortable,
  backoffMs,
  createSystemClock,
  createSystemRandom,
  deadlineSignal,
  spawn,
  StoppedError,
} from "@kubewright/async";
import type { Backoff, Clock, Random, SpawnedTask } from "@kubewright/async";
import { encodeJson, formatMicroTime, isAlreadyExists, isApiError, isNotFound, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import type { Verbs } from "../verbs/verbs.ts";
import { eventForm } from "./event-form.ts";
import type { EventApiVersion, EventForm } from "./event-form.ts";
import { eventObject, seriesKey } from "./event-object.ts";
import type { RecordedEvent } from "./event-object.ts";
import type { EventNote, EventRecorder } from "./event-recorder.ts";
import { createObjectLimit } from "./object-limit.ts";
import type { ObjectLimit } from "./object-limit.ts";
import { SimilarEvents } from "./similar-events.ts";

/** A continuing series is written this often; a series without a repetition for `seriesEndMs` has ended (KEP-383). */
export const seriesHeartbeatMs = 1_800_000;
export const seriesEndMs = 360_000;

/** The largest number of series, and of queued writes. At 1 KB each, both take a few megabytes at most. */
const seriesMax = 1_000;
const waitingMax = 1_000;

const triesMax = 5;
const retryBackoff: Backoff = { initialMs: 1_000, maxMs: 30_000 };

/** The longest time that disposing waits for queued writes. */
export const flushTimeoutMs = 5_000;

export interface CreateEventRecorderOptions {
  /** Its raw verbs write the Events. It must not be fenced by leadership: Events of a former leader are still valid. */
  readonly client: Pick<Client, "raw">;
  /** The reporting controller, a qualified name: `example.dev/widget-controller`. */
  readonly component: string;
  /** The reporting instance, such as the name of the Pod. */
  readonly instance: string;
  /**
   * The API that stores the Events. The operator needs permission to `create` and `patch` events of its group. Default "events.k8s.io/v1". "v1" is
   * for programs that read `count` and `lastTimestamp` of core/v1: each message is an Event, without its action and related object.
   */
  readonly apiVersion?: EventApiVersion | undefined;
  readonly clock?: Clock;
  readonly random?: Random;
  /** Called for each Event that is not written: it is invalid, exceeds a bound, or its write has failed. */
  readonly onDropped?: ((error: unknown) => void) | undefined;
}

interface Series {
  event: RecordedEvent;
  count: number;
  lastAt: number;
  /** The count in the last write. */
  written: number;
  writtenAt: number;
}

interface Write {
  readonly event: RecordedEvent;
  readonly isSeries: boolean;
}

/** Creates a recorder. It sends no request before the first event. */
export function createEventRecorder(options: CreateEventRecorderOptions): EventRecorder {
  return new BackgroundRecorder(options);
}

class BackgroundRecorder implements EventRecorder {
  readonly #options: CreateEventRecorderOptions;
  readonly #raw: Verbs;
  readonly #form: EventForm;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #limit: ObjectLimit;
  readonly #similar: SimilarEvents;
  readonly #seriesByKey = new Map<string, Series>();
  readonly #waiting: Write[] = [];
  /** Sends `#waiting`; absent while it is empty. */
  #sending: SpawnedTask | undefined;
  #sweepTimer: Disposable | undefined;
  #recorded = 0;
  #isDisposed = false;

  constructor(options: CreateEventRecorderOptions) {
    const { clock = createSystemClock(), random = createSystemRandom() } = options;
    this.#options = options;
    this.#raw = options.client.raw;
    this.#form = eventForm(options.apiVersion ?? "events.k8s.io/v1");
    this.#clock = clock;
    this.#random = random;
    this.#limit = createObjectLimit(clock);
    this.#similar = new SimilarEvents(clock);
  }

  event(regarding: KubernetesObject, note: EventNote): void {
    try {
      this.#record(regarding, note);
    } catch (error) {
      this.#drop(error);
    }
  }

  #record(regarding: KubernetesObject, note: EventNote): void {
    if (this.#isDisposed) throw new StoppedError("event recorder");
    this.#recorded += 1;
    const time = { wallMs: this.#clock.wallTime(), count: this.#recorded % 1_000_000 };
    const recorded = eventObject(regarding, note, time, this.#options);
    const { countsMessages } = this.#form;
    const { event, key } = countsMessages
      ? this.#similar.keyed(recorded)
      : { event: recorded, key: seriesKey(recorded) };
    const series = this.#seriesByKey.get(key);
    if (series !== undefined && countsMessages) {
      this.#takeOne(event);
      series.event = { ...series.event, note: event.note ?? "" };
      series.count += 1;
      series.lastAt = this.#clock.now();
      this.#writeSeries(series);
      return;
    }
    if (series !== undefined) {
      series.count += 1;
      series.lastAt = this.#clock.now();
      // The second occurrence begins the series and is written at once, later ones every `seriesHeartbeatMs`.
      if (series.written < 2 || series.lastAt - series.writtenAt >= seriesHeartbeatMs) this.#writeSeries(series);
      return;
    }
    this.#takeOne(event);
    this.#remember(key, { event, count: 1, lastAt: this.#clock.now(), written: 1, writtenAt: this.#clock.now() });
    this.#enqueue({ event, isSeries: false });
  }

  #takeOne(event: RecordedEvent): void {
    if (this.#limit.take(event)) return;
    throw new TypeError(`Cannot record event about ${event.regarding.kind} "${event.regarding.name}": too many`);
  }

  #remember(key: string, series: Series): void {
    if (this.#seriesByKey.size >= seriesMax) {
      const [oldest] = this.#seriesByKey;
      if (oldest !== undefined) this.#finish(...oldest);
    }
    this.#seriesByKey.set(key, series);
    this.#sweepTimer ??= this.#clock.setTimer(seriesEndMs, () => this.#sweep());
  }

  /** Ends series without a recent repetition. */
  #sweep(): void {
    this.#sweepTimer = undefined;
    for (const [key, series] of this.#seriesByKey) {
      if (this.#clock.now() - series.lastAt >= seriesEndMs) this.#finish(key, series);
    }
    if (this.#seriesByKey.size > 0) this.#sweepTimer = this.#clock.setTimer(seriesEndMs, () => this.#sweep());
  }

  #finish(key: string, series: Series): void {
    this.#seriesByKey.delete(key);
    if (series.count > series.written) this.#writeSeries(series);
  }

  #writeSeries(series: Series): void {
    const agoMs = this.#clock.now() - series.lastAt;
    const lastObservedTime = formatMicroTime(this.#clock.wallTime() - agoMs);
    series.event = { ...series.event, series: { count: series.count, lastObservedTime } };
    series.written = series.count;
    series.writtenAt = this.#clock.now();
    this.#enqueue({ event: series.event, isSeries: true });
  }

  #enqueue(write: Write): void {
    if (this.#waiting.length >= waitingMax) {
      this.#drop(new TypeError(`Cannot record event: ${waitingMax} writes are queued already`));
      return;
    }
    this.#waiting.push(write);
    this.#sending ??= spawn((signal) => this.#sendAll(signal), {
      name: "send events",
      onError: (error) => this.#drop(error),
    });
  }

  async #sendAll(signal: AbortSignal): Promise<void> {
    try {
      for (let write = this.#waiting.shift(); write !== undefined; write = this.#waiting.shift())
        await this.#send(write, signal);
    } finally {
      this.#sending = undefined;
    }
  }

  async #send({ event, isSeries }: Write, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await (isSeries ? this.#patchOrCreate(event, signal) : this.#create(event, signal));
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (tries >= triesMax || isFinal(error)) {
          this.#drop(error);
          return;
        }
        await this.#clock.sleep(backoffMs(retryBackoff, tries, this.#random), { signal });
      }
    }
  }

  async #create(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    try {
      await this.#raw.create(this.#form.type, keyOf(event), encodeJson(this.#form.body(event)), { signal });
    } catch (error) {
      // The name is unique, so an earlier attempt was executed and its response was lost.
      if (!isAlreadyExists(error)) throw error;
    }
  }

  async #patchOrCreate(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    try {
      const patch = encodeJson(this.#form.seriesPatch(event));
      await this.#raw.patch(this.#form.type, keyOf(event), patch, { type: "merge", signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await this.#create(event, signal); // The server deletes Events after an hour; the series has lasted longer.
    }
  }

  async flush({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    while (this.#sending !== undefined) await abortable(this.#sending.done, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#sweepTimer?.[Symbol.dispose]();
    for (const [key, series] of this.#seriesByKey) this.#finish(key, series);
    using deadline = deadlineSignal(this.#clock, flushTimeoutMs);
    try {
      await this.flush({ signal: deadline.signal });
    } catch (error) {
      for (const _write of this.#waiting.splice(0)) this.#drop(error);
      await this.#sending?.stop();
    }
  }

  #drop(error: unknown): void {
    try {
      this.#options.onDropped?.(error);
    } catch {
      // The recorder never throws, and has no other way to report.
    }
  }
}

/** Whether a retry is useless: the server has rejected the request. */
function isFinal(error: unknown): boolean {
  const code = isApiError(error) ? (error.status.code ?? 500) : 500;
  return code >= 400 && code < 500 && code !== 429 && code !== 408;
}
