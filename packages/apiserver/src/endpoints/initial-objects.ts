// The objects that exist when a watch begins, as ADDED events in the order of their keys.
import { joinPieces } from "../http/chunks.ts";
import type { StoredEntry } from "../storage/stored-entry.ts";
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
export function initialChunk(entries: Iterator<StoredEntry>, frames: WatchFrames, isFirst: boolean): InitialChunk {
  const pieces: Uint8Array[] = [];
  let [length, eventCount] = [0, 0];
  while (length < chunkBytes) {
    const next = entries.next();
    if (next.done === true) return { bytes: joinPieces(pieces), eventCount, isLast: true };
    for (const piece of frames.event("ADDED", next.value, isFirst && eventCount === 0)) {
      pieces.push(piece);
      length += piece.length;
    }
    eventCount++;
  }
  return { bytes: joinPieces(pieces), eventCount, isLast: false };
}
