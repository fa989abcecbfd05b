// The objects that exist when a watch begins, as ADDED events in the order of their keys.
import { joinBuffers } from "../http/chunks.ts";
import type { ConvertedEntry } from "../conversion/converted-entries.ts";
import type { WatchFrames } from "./watch-frames.ts";

/** A chunk with this number of bytes is full. */
const chunkBytes = 64 * 1024;

export interface InitialChunk {
  readonly bytes: Uint8Array;
  readonly eventCount: number;
  /** No chunk follows. */
  readonly isLast: boolean;
}

/** Encodes the next chunk. `isFirst`: the watch has sent nothing yet. */
export function initialChunk(entries: Iterator<ConvertedEntry>, frames: WatchFrames, isFirst: boolean): InitialChunk {
  const buffers: Uint8Array[] = [];
  let [length, eventCount] = [0, 0];
  while (length < chunkBytes) {
    const next = entries.next();
    if (next.done === true) return { bytes: joinBuffers(buffers), eventCount, isLast: true };
    for (const buffer of frames.event("ADDED", next.value, isFirst && eventCount === 0)) {
      buffers.push(buffer);
      length += buffer.length;
    }
    eventCount++;
  }
  return { bytes: joinBuffers(buffers), eventCount, isLast: false };
}
