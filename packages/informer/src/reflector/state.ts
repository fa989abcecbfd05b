/**
 * Where a reflector stands, and where each thing that can happen takes it. The whole policy of listing, watching and
 * backing off is this one function; the loop around it sends requests and waits. There is no way out but to stop the loop:
 * every outcome leads to a state that goes on.
 */
import type { ResourceVersion } from "@kubewright/apimachinery";

/**
 * How fresh a list must be. "any" takes what the server has in its cache (`resourceVersion: "0"`), which is cheap and may be a
 * little old; the watch that follows brings it up to date. "latest" asks for the state by quorum, needed when a version from
 * such a cache has just been refused.
 */
export type Consistency = "any" | "latest";

export type Listing = { readonly kind: "listing"; readonly consistency: Consistency; readonly failures: number };
export type Watching = { readonly kind: "watching"; readonly from: ResourceVersion; readonly failures: number };

/** `failures` counts what went wrong since the last healthy interval; the wait before the next try grows with it. */
export type ReflectorState =
  | Listing
  | Watching
  /** Something failed. After a wait comes `next`. */
  | { readonly kind: "backingOff"; readonly next: Listing | Watching; readonly failures: number; readonly error: unknown }
  /** The version we had is compacted away: what happened since can no longer be watched. After a wait comes a new list. */
  | { readonly kind: "expired"; readonly failures: number }
  /** The kind is not installed (yet). After a wait it is asked for again. */
  | { readonly kind: "pending"; readonly failures: number; readonly error: unknown };

/** What happened, in the only words the policy needs. */
export type ReflectorOutcome =
  | { readonly kind: "listed"; readonly at: ResourceVersion }
  /** An event or a bookmark of the watch. */
  | { readonly kind: "progressed"; readonly at: ResourceVersion }
  /** The watch has been open without a fault for the healthy interval: what failed before no longer counts. */
  | { readonly kind: "healthy" }
  /** The server or the connection ended the watch in good order. */
  | { readonly kind: "ended"; readonly early: boolean }
  | { readonly kind: "failed"; readonly error: unknown }
  /** 410, in whichever place: status of a list or watch, an ERROR event, a `continue` token. */
  | { readonly kind: "expired" }
  /** The server is behind our version ("Too large resource version"), as after a failover to an older replica. */
  | { readonly kind: "ahead"; readonly error: unknown }
  /** 404 for the collection. */
  | { readonly kind: "notInstalled"; readonly error: unknown }
  /** The wait of backingOff, expired or pending is over. */
  | { readonly kind: "waited" };
