// The encoded events of one kind for all watches with the same version, selection and media type. A broadcaster encodes each event once; a watch
// holds only its position in the event log. So a slow watch holds no events: it ends if the log drops the event at its position.
import { prefetch } from "../conversion/prefetch.ts";
import { joinBuffers } from "../http/chunks.ts";
import type { Engine } from "../registry/engine.ts";
import type { VersionedResource } from "../registry/registry.ts";
import type { EventLog } from "../storage/event-log.ts";
import type { Table } from "../storage/store.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
import type { Scope } from "../request/scope.ts";
import type { Selection } from "../reads/selection.ts";
import type { SelectedEvent } from "./selected-event.ts";
import { selectedEvent, unconvertedEntries } from "./selected-event.ts";
import type { WatchFrames } from "./watch-frames.ts";
import { createWatchFrames } from "./watch-frames.ts";

/** Encoded events, sent in one write. */
export interface WatchChunk {
  /** Empty if the chunk has no selected event. */
  readonly bytes: Uint8Array;
  readonly eventCount: number;
  /** The position after the chunk. */
  readonly end: number;
}

/** A chunk with this number of bytes is full. */
const chunkBytes = 64 * 1024;
/** The maximum number of events of the log that a chunk covers. */
const chunkEventsMax = 256;
/** The maximum number of events that are kept for watches at an earlier position. */
const eventsMax = 512;
/** The maximum number of chunks: watches that read at different speeds use different ones. */
const chunksMax = 4;

export class WatchBroadcaster {
  readonly frames: WatchFrames;
  readonly #selection: Selection;
  readonly #table: Table;
  readonly #log: EventLog;
  readonly #engine: Engine;
  /** By the number of the event; `undefined` for an event outside the selection. Oldest first. */
  readonly #events = new Map<number, SelectedEvent | undefined>();
  /** By the number of the first event. Oldest first. */
  readonly #chunks = new Map<number, WatchChunk>();
  readonly #listeners = new Set<() => void>();
  readonly #scope: BroadcastScope;
  readonly #onUnused: () => void;
  #isConvertingAhead = false;
  #subscriptions: Disposable | undefined;

  /** `onUnused` is called when the last watch has ended. */
  constructor(scope: BroadcastScope, selection: Selection, onUnused: () => void) {
    this.#onUnused = onUnused;
    this.#engine = scope.engine;
    this.#selection = selection;
    this.#scope = scope;
    this.#table = scope.engine.store.tableOf(scope.resource);
    this.#log = this.#table.log;
    this.frames = createWatchFrames(scope);
  }

  /**
   * The events from `position` on, up to a full chunk. `undefined` if the log has no later events; `"lagged"` if it has dropped the first of them; a
   * promise if the first of them has to be converted before the next call. `isFirst`: the watch has sent nothing yet.
   */
  chunkAt(position: number, isFirst: boolean): WatchChunk | Promise<unknown> | "lagged" | undefined {
    const { end, first } = this.#log;
    if (position >= end) return undefined;
    if (position < first) return "lagged";
    const limit = Math.min(end, position + chunkEventsMax);
    const known = this.#chunks.get(position);
    if (isComplete(known, limit)) return known;
    const convertedEnd = this.#convertedEnd(position, limit);
    if (convertedEnd < limit) this.#convertAhead(convertedEnd, limit);
    // Events that are converted do not wait for later events: with a steady stream of writes, some event is always being converted.
    return convertedEnd === position && position < limit
      ? this.#converted(position)
      : this.#chunk(position, convertedEnd, isFirst);
  }

  #chunk(position: number, limit: number, isFirst: boolean): WatchChunk {
    // Rows contain ages, so a row that was made for an earlier watch is out of date.
    if (this.frames.hasColumns) return isFirst ? this.#firstChunk(position, limit) : this.#join(position, limit);
    const known = this.#chunks.get(position);
    if (isComplete(known, limit)) return known;
    const chunk = this.#join(position, limit);
    this.#chunks.delete(position);
    addBounded(this.#chunks, position, chunk, chunksMax);
    return chunk;
  }

  /** Calls `listener` after each write to the table and each change of the registry, until disposed. */
  subscribe(listener: () => void): Disposable {
    this.#subscriptions ??= this.#listen();
    this.#listeners.add(listener);
    return {
      [Symbol.dispose]: () => {
        if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return;
        this.#subscriptions?.[Symbol.dispose]();
        this.#subscriptions = undefined;
        this.#onUnused();
      },
    };
  }

  #listen(): Disposable {
    const subscriptions = new DisposableStack();
    const notifyAll = (): void => {
      for (const listener of this.#listeners) listener();
    };
    subscriptions.use(this.#table.onWrite(notifyAll));
    subscriptions.use(this.#engine.registry.onChange(notifyAll));
    return subscriptions;
  }

  #join(position: number, limit: number): WatchChunk {
    const buffers: Uint8Array[] = [];
    let [end, length, eventCount] = [position, 0, 0];
    for (; end < limit && length < chunkBytes; end++) {
      const event = this.#eventAt(end);
      if (event === undefined) continue;
      eventCount++;
      const frame = event.frame ?? this.frames.event(event.type, event.entry, false);
      if (!this.frames.hasColumns) event.frame = frame;
      for (const buffer of frame) {
        buffers.push(buffer);
        length += buffer.length;
      }
    }
    return { bytes: joinBuffers(buffers), eventCount, end };
  }

  /** The columns of a table are named in the first event of each watch, so no other watch shares it. */
  #firstChunk(position: number, limit: number): WatchChunk {
    for (let number = position; number < limit; number++) {
      const event = this.#eventAt(number);
      if (event === undefined) continue;
      return { bytes: joinBuffers(this.frames.event(event.type, event.entry, true)), eventCount: 1, end: number + 1 };
    }
    return { bytes: joinBuffers([]), eventCount: 0, end: limit };
  }

  /** The position of the first event that is not converted; `limit` if all of them are. */
  #convertedEnd(position: number, limit: number): number {
    if (this.#scope.resource.strategy.converter?.type !== "ahead") return limit;
    for (let number = position; number < limit; number++) if (this.#unconverted(number).length > 0) return number;
    return limit;
  }

  #unconverted(number: number): readonly StoredEntry[] {
    const event = this.#events.has(number) ? undefined : this.#log.get(number);
    return event === undefined ? [] : unconvertedEntries(event, this.#scope.resource, this.#selection);
  }

  /** Resolves when the event of this number is converted. */
  #converted(number: number): Promise<unknown> {
    return Promise.resolve(prefetch(this.#unconverted(number), this.#scope.resource));
  }

  /** Begins to convert the events before `limit`, unless earlier events are being converted. */
  #convertAhead(position: number, limit: number): void {
    if (this.#isConvertingAhead) return;
    this.#isConvertingAhead = true;
    const numbers = Array.from({ length: limit - position }, (_, index) => position + index);
    const end = (): void => {
      this.#isConvertingAhead = false;
    };
    // A watch ends when it reaches the event that cannot be converted.
    Promise.resolve(
      prefetch(
        numbers.flatMap((number) => this.#unconverted(number)),
        this.#scope.resource,
      ),
    ).then(end, end);
  }

  #eventAt(number: number): SelectedEvent | undefined {
    if (this.#events.has(number)) return this.#events.get(number);
    const event = this.#log.get(number);
    const selected = event && selectedEvent(event, this.#scope.resource, this.#selection);
    addBounded(this.#events, number, selected, eventsMax);
    return selected;
  }
}

/** Whether a chunk is full, or covers all events before `limit`. */
function isComplete(chunk: WatchChunk | undefined, limit: number): chunk is WatchChunk {
  return chunk !== undefined && (chunk.end >= limit || chunk.bytes.length >= chunkBytes);
}

export type BroadcastScope = Pick<Scope, "engine" | "resource" | "accept" | "request">;

/** By the resource, since a resource that is replaced by another definition ends its watches. */
const shared = new WeakMap<VersionedResource, Map<string, WatchBroadcaster>>();

/** Subscribes to the broadcaster that all open watches with this version, selection and media type share. */
export function joinBroadcast(scope: BroadcastScope, selection: Selection, listener: () => void): Broadcast {
  const { resource, accept, request } = scope;
  let byKey = shared.get(resource);
  if (byKey === undefined) shared.set(resource, (byKey = new Map<string, WatchBroadcaster>()));
  const include = accept.as === "Table" ? request.query.get("includeObject") : null;
  const key = JSON.stringify([selection.key, accept.format, accept.as, accept.asVersion, include]);
  const broadcaster = byKey.get(key) ?? new WatchBroadcaster(scope, selection, () => void byKey.delete(key));
  byKey.set(key, broadcaster);
  return { broadcaster, subscription: broadcaster.subscribe(listener) };
}

export interface Broadcast {
  readonly broadcaster: WatchBroadcaster;
  readonly subscription: Disposable;
}

/** Adds an entry to a map, and removes the oldest one if there are more than `max`. */
function addBounded<Value>(map: Map<number, Value>, key: number, value: Value, max: number): void {
  map.set(key, value);
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}
