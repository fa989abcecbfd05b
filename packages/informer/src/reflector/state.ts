/**
 * The states of a reflector and its transition function, which is the whole policy of listing, watching and backing off; the loop around it
 * sends requests and waits. No state is final: only stopping the loop ends a reflector.
 */
import type { ResourceVersion } from "@kubewright/apimachinery";

import { WatchEndedEarlyError } from "../errors.ts";

/**
 * The consistency of a list. "any" reads from the server's cache (`resourceVersion: "0"`), which is cheap and may be stale; the watch that
 * follows delivers the difference. "latest" is a quorum read, required once the server has rejected a version from such a cache.
 */
export type Consistency = "any" | "latest";

export type Listing = { readonly kind: "listing"; readonly consistency: Consistency; readonly failures: number };
export type Watching = { readonly kind: "watching"; readonly from: ResourceVersion; readonly failures: number };

/** `failures` counts the failures since the last healthy interval; the delay before the next attempt grows with it. */
export type ReflectorState =
  | Listing
  | Watching
  /** A request failed. `next` follows after a delay. */
  | {
      readonly kind: "backingOff";
      readonly next: Listing | Watching;
      readonly failures: number;
      readonly error: unknown;
    }
  /** The version of the watch is compacted, so changes since then cannot be watched. A new list follows after a delay. */
  | { readonly kind: "expired"; readonly failures: number }
  /** The kind is not installed. The request is repeated after a delay. */
  | { readonly kind: "pending"; readonly failures: number; readonly error: unknown };

/** The state of an informer. */
export type InformerState = ReflectorState | { readonly kind: "idle" } | { readonly kind: "stopped" };

/** The outcome of a request or a wait, as far as the policy depends on it. */
export type ReflectorOutcome =
  | { readonly kind: "listed"; readonly at: ResourceVersion }
  /** An event or a bookmark of the watch. */
  | { readonly kind: "progressed"; readonly at: ResourceVersion }
  /** The watch has been open for the healthy interval, which resets the failure count. */
  | { readonly kind: "healthy" }
  /** The server or the connection ended the watch in good order. */
  | { readonly kind: "ended"; readonly early: boolean }
  /**
   * The server ended the watch after its full time without the bookmarks that it used to send. A server whose store was restored from a
   * backup does that: it sends nothing until it reaches the requested version again.
   */
  | { readonly kind: "silent" }
  | { readonly kind: "failed"; readonly error: unknown }
  /** 410: the status of a list or watch, an ERROR event, or a `continue` token. */
  | { readonly kind: "expired" }
  /** The server is behind our version ("Too large resource version"), as after a failover to an older replica. */
  | { readonly kind: "ahead"; readonly error: unknown }
  /** 404 for the collection. */
  | { readonly kind: "notInstalled"; readonly error: unknown }
  /** The cache differs from the server, although the watch has reported no fault: it has lost an event. */
  | { readonly kind: "inconsistent" }
  /** The wait of backingOff, expired or pending is over. */
  | { readonly kind: "waited" };

/**
 * How often the server may report that it is behind the requested version before the reflector lists again: a store that was restored
 * from a backup does not catch up.
 */
export const behindMax = 3;

/** The initial state: a list that may be stale, because a watch follows. */
export const initialState: ReflectorState = { kind: "listing", consistency: "any", failures: 0 };

/** Returns the next state. Total: an outcome without meaning in a state does not change it. */
export function nextState(state: ReflectorState, outcome: ReflectorOutcome): ReflectorState {
  switch (outcome.kind) {
    case "listed":
      return { kind: "watching", from: outcome.at, failures: state.failures };
    case "progressed":
      return state.kind === "watching" ? { ...state, from: outcome.at } : state;
    case "healthy":
      return state.kind === "watching" ? { ...state, failures: 0 } : state;
    case "ended":
      // Servers end watches after minutes; the last version is still valid. An end right after the start counts as a failure, or the
      // reflector would reconnect without a pause.
      return outcome.early ? backingOff(state, new WatchEndedEarlyError()) : state;
    case "silent":
      return { kind: "listing", consistency: "latest", failures: state.failures };
    case "failed":
      return backingOff(state, outcome.error);
    case "ahead":
      return state.failures < behindMax ? backingOff(state, outcome.error) : listLater(state, outcome.error);
    case "expired":
      // Compacted away: what happened since can no longer be watched.
      return { kind: "expired", failures: state.failures + 1 };
    case "inconsistent":
      return relisting(state);
    case "notInstalled":
      return { kind: "pending", failures: state.failures + 1, error: outcome.error };
    case "waited":
      return afterWait(state);
  }
}

/** What to do once the wait is over. A list after a fault must not be older than what we have: never from a cache. */
function afterWait(state: ReflectorState): ReflectorState {
  switch (state.kind) {
    case "backingOff":
      return state.next;
    case "expired":
    case "pending":
      return { kind: "listing", consistency: "latest", failures: state.failures };
    case "listing":
    case "watching":
      return state;
  }
}

function relisting(state: ReflectorState): ReflectorState {
  switch (state.kind) {
    case "watching":
      return { kind: "listing", consistency: "latest", failures: state.failures };
    case "backingOff":
      return { ...state, next: { kind: "listing", consistency: "latest", failures: state.failures } };
    case "listing":
    case "expired":
    case "pending":
      return state; // A list follows anyway.
  }
}

function backingOff(state: ReflectorState, error: unknown): ReflectorState {
  if (state.kind !== "listing" && state.kind !== "watching") return state;
  const failures = state.failures + 1;
  return { kind: "backingOff", failures, error, next: { ...state, failures } };
}

function listLater(state: ReflectorState, error: unknown): ReflectorState {
  const failures = state.failures + 1;
  return { kind: "backingOff", failures, error, next: { kind: "listing", consistency: "latest", failures } };
}
