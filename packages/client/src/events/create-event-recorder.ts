// The recorder: what is noted becomes a new Event, or one more of a series. A row of writes is worked off one after the other in
// the background; everything is bounded, and what does not fit is dropped and counted, never waited for.
//
//   event() ──▶ limit per object ──▶ same as before? ──▶ row of writes ──▶ API server
//                                    (series + 1, written now and then)

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
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { encodeJson, formatMicroTime, isAlreadyExists, isApiError, isNotFound, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject } from "@kubewright/apimachinery";

import type { Client } from "../client/client.ts";
import { eventObject, seriesKey } from "./event-object.ts";
import type { RecordedEvent } from "./event-object.ts";
import type { EventNote, EventRecorder } from "./event-recorder.ts";
import { createObjectLimit } from "./object-limit.ts";

/** A series that goes on is written this often, and one that has not been seen for `seriesEndMs` is over (KEP-383). */
export const seriesHeartbeatMs = 1_800_000;
export const seriesEndMs = 360_000;

/** Kinds of events remembered, and writes that may wait. At 1 KB each neither is more than a few megabytes. */
const seriesMax = 1_000;
const waitingMax = 1_000;

const triesMax = 5;
const retryBackoff: Backoff = { initialMs: 1_000, maxMs: 30_000 };

/** What disposing waits for at most. */
export const flushTimeoutMs = 5_000;

export interface CreateEventRecorderOptions {
  /** Its raw verbs write the Events. Not a client that is fenced by leadership: what a lost leader says is still true. */
  readonly client: Pick<Client, "raw">;
  /** The controller that reports, a qualified name: `example.dev/widget-controller`. */
  readonly component: string;
  /** Which of its processes: the Pod's name. */
  readonly instance: string;
  readonly clock?: Clock;
  readonly random?: Random;
  /** An event was given up: it could not be formed, was one too many, or could not be written. */
  readonly onDropped?: (error: unknown) => void;
}

interface Series {
  event: RecordedEvent;
  count: number;
  lastAt: number;
  /** The count that the server has been told. */
  written: number;
  writtenAt: number;
}

interface Write {
  readonly event: RecordedEvent;
  readonly isSeries: boolean;
}

export function createEventRecorder(options: CreateEventRecorderOptions): EventRecorder {
  const { clock = createSystemClock(), random = createSystemRandom(), onDropped } = options;
  const { raw } = options.client;
  const limit = createObjectLimit(clock);
  const seriesByKey = new Map<string, Series>();
  const waiting: Write[] = [];
  let sending: SpawnedTask | undefined;
  let sweepTimer: Disposable | undefined;
  let count = 0;
  let disposed = false;

  return {
    event(regarding, note) {
      try {
        record(regarding, note);
      } catch (error) {
        drop(error);
      }
    },
    flush,
    [Symbol.asyncDispose]: dispose,
  };

  function record(regarding: KubernetesObject, note: EventNote): void {
    if (disposed) throw new StoppedError("event recorder");
    count += 1;
    const event = eventObject(regarding, note, { wallMs: clock.wallTime(), count: count % 1_000_000 }, options);
    const key = seriesKey(event);
    const series = seriesByKey.get(key);
    if (series !== undefined) {
      series.count += 1;
      series.lastAt = clock.now();
      // The second occurrence makes it a series, which the server hears of at once; then now and then.
      if (series.written < 2 || series.lastAt - series.writtenAt >= seriesHeartbeatMs) writeSeries(series);
      return;
    }
    if (!limit.take(event))
      throw new TypeError(`Cannot record event about ${event.regarding.kind} "${event.regarding.name}": too many`);

    remember(key, { event, count: 1, lastAt: clock.now(), written: 1, writtenAt: clock.now() });
    enqueue({ event, isSeries: false });
  }

  function remember(key: string, series: Series): void {
    if (seriesByKey.size >= seriesMax) {
      const [oldest] = seriesByKey;
      if (oldest !== undefined) finish(...oldest);
    }
    seriesByKey.set(key, series);
    sweepTimer ??= clock.setTimer(seriesEndMs, sweep);
  }

  /** Ends series that have not gone on. */
  function sweep(): void {
    sweepTimer = undefined;
    for (const [key, series] of seriesByKey) {
      if (clock.now() - series.lastAt >= seriesEndMs) finish(key, series);
    }
    if (seriesByKey.size > 0) sweepTimer = clock.setTimer(seriesEndMs, sweep);
  }

  function finish(key: string, series: Series): void {
    seriesByKey.delete(key);
    if (series.count > series.written) writeSeries(series);
  }

  function writeSeries(series: Series): void {
    const agoMs = clock.now() - series.lastAt;
    const lastObservedTime = formatMicroTime(clock.wallTime() - agoMs);
    series.event = { ...series.event, series: { count: series.count, lastObservedTime } };
    series.written = series.count;
    series.writtenAt = clock.now();
    enqueue({ event: series.event, isSeries: true });
  }

  function enqueue(write: Write): void {
    if (waiting.length >= waitingMax) {
      drop(new TypeError(`Cannot record event: ${waitingMax} of them wait already`));
      return;
    }
    waiting.push(write);
    sending ??= spawn(sendAll, { name: "send events", onError: drop });
  }

  async function sendAll(signal: AbortSignal): Promise<void> {
    try {
      for (let write = waiting.shift(); write !== undefined; write = waiting.shift()) await send(write, signal);
    } finally {
      sending = undefined;
    }
  }

  async function send({ event, isSeries }: Write, signal: AbortSignal): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        await (isSeries ? patchOrCreate(event, signal) : create(event, signal));
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (tries >= triesMax || isFinal(error)) {
          drop(error);
          return;
        }
        await clock.sleep(backoffMs(retryBackoff, tries, random), { signal });
      }
    }
  }

  async function create(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    try {
      await raw.create(Event, keyOf(event), encodeJson(event), { signal });
    } catch (error) {
      // Nobody else makes this name: our first try came through, and its answer did not.
      if (!isAlreadyExists(error)) throw error;
    }
  }

  async function patchOrCreate(event: RecordedEvent, signal: AbortSignal): Promise<void> {
    try {
      await raw.patch(Event, keyOf(event), encodeJson({ series: event.series }), { type: "merge", signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await create(event, signal); // Events live for an hour; this series has outlived its own.
    }
  }

  async function flush({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    while (sending !== undefined) await abortable(sending.done, signal);
  }

  async function dispose(): Promise<void> {
    if (disposed) return;
    disposed = true;
    sweepTimer?.[Symbol.dispose]();
    for (const [key, series] of seriesByKey) finish(key, series);
    using deadline = deadlineSignal(clock, flushTimeoutMs);
    try {
      await flush({ signal: deadline.signal });
    } catch (error) {
      for (const _write of waiting.splice(0)) drop(error);
      await sending?.stop();
    }
  }

  function drop(error: unknown): void {
    try {
      onDropped?.(error);
    } catch {
      // A recorder never throws, and there is nobody else to tell.
    }
  }
}

/** Whether trying again cannot help: the server has understood, and refused. */
function isFinal(error: unknown): boolean {
  const code = isApiError(error) ? (error.status.code ?? 500) : 500;
  return code >= 400 && code < 500 && code !== 429 && code !== 408;
}
