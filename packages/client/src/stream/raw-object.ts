// An object as a decoder of lists or watches passes it on: bytes, and what the scan of the stream has found out about them.

import type { MetadataMembers } from "./container-scan.ts";

/** One received object. */
export interface RawObject {
  /** The JSON of the object. The reader may keep it, and must not change it. */
  readonly bytes: Uint8Array;
  /** Where the members of `metadata` lie in `bytes`. Absent: not known; `metadataMembersOf` finds them. */
  readonly metadata?: MetadataMembers | undefined;
}
