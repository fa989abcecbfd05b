import type { MetadataMembers } from "./container-scan.ts";

/** One received object. */
export interface RawObject {
  /** The JSON of the object. The reader may keep it, and must not change it. */
  readonly bytes: Uint8Array;
  /** Where the members of `metadata` lie in `bytes`. Absent: not known; `metadataMembersOf` finds them. */
  readonly metadata?: MetadataMembers | undefined;
}
