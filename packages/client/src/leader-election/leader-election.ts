/** The interfaces of leader election: one of several processes leads, determined by a Lease as in client-go. */
import type { NamespacedKey } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "../client/client.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { ElectionState, ElectionTimings } from "./election-state.ts";

export interface LeaderElectionOptions extends Partial<ElectionTimings> {
  /** Reads and writes the Lease at the server. Must not be a client that leadership fences. */
  readonly client: Pick<Client, "get" | "create" | "update">;
  /** The key of the Lease, which is created if it does not exist. */
  readonly lease: NamespacedKey;
  /** Labels of the Lease, written with each renewal. Labels of other writers are kept. Default: none. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
  /** Identifies this process. Must be unique among all present and past candidates: two with one identity would both lead. */
  readonly identity: string;
  /** Default: the system clock. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Records the beginning and the end of this leadership as Events about the Lease, with the reason `LeaderElection`. */
  readonly events?: Pick<EventRecorder, "event">;
  readonly observer?: LeaderElectionObserver;
  /**
   * Called before each request. While it returns false, this process neither acquires nor renews the Lease, so that leadership ends at the renew deadline.
   * Default: returns true.
   */
  readonly mayHold?: () => boolean;
  /** Called with the end of the term, by the monotonic clock, when a term begins and each time it is renewed. */
  readonly onTerm?: (until: number) => void;
}

/** Receives the events of an election. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface LeaderElectionObserver {
  /** `lease` is the name of the Lease. Called first with `isLeading: false`, when the election begins. */
  readonly leadingChanged?: (event: { readonly lease: string; readonly isLeading: boolean }) => void;
  /** The Lease has a new holder, this process or another. */
  readonly leaderSeen?: (event: { readonly lease: string; readonly identity: string }) => void;
  /** A request about the Lease has failed. It is retried. */
  readonly failed?: (event: { readonly lease: string; readonly error: unknown }) => void;
  /** The leader could not renew with the version that it had, and reads the Lease before the next attempt. */
  readonly slowPath?: (event: { readonly lease: string }) => void;
}

/**
 * Leadership, for code that acts only while this process leads. It depends on the monotonic clock, not on a timer: after a pause of the process
 * `assertLeading` throws even before the timer that ends the term has fired.
 */
export interface Leadership {
  /** Aborted with a `LeadershipError` once leadership or the election has ended. Not aborted for a candidate. */
  readonly signal: AbortSignal;
  /** Resolves once this process leads. Rejects if the election ends before, or with the reason of `options.signal`. */
  elected(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Throws a `LeadershipError` unless this process leads at this moment; a loss that it detects also aborts `signal`. */
  assertLeading(): void;
  /**
   * How long the Lease lasts if it is not renewed, in milliseconds; 0 unless this process leads. Another process may lead after that, so the
   * server must have finished a write by then.
   */
  leaseRemainingMs(): number;
}

export interface LeaderElection extends Leadership {
  readonly identity: string;
  readonly state: ElectionState;
  /**
   * Takes part until `signal` is aborted, then releases the Lease if this process holds it, and resolves. All work under this leadership must
   * have ended by then, because the next leader begins at once. If that is uncertain, `mayRelease` must return false: the Lease then expires.
   *
   * Rejects with a `LeadershipError` if leadership is lost. An election runs once; to lead again, create a new one, best in a new process.
   */
  run(options: { readonly signal: AbortSignal; readonly mayRelease?: () => boolean }): Promise<void>;
}
