// An object that a decoder of lists or watches has received: its bytes, and the positions that the scan of the stream has found.

import type { MetadataMembers } from "./container-scan.ts";

/** One received object. */
export interface RawObject {
  /** The JSON of the object. The reader may keep it, and must not change it. */
  readonly bytes: Uint8Array;
  /** The positions of the members of `metadata` in `bytes`. Absent: not scanned; `metadataMembersOf` finds them. */
  readonly metadata?: MetadataMembers | undefined;
}
