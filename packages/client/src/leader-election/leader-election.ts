/** Electing one of several processes by a Lease, as client-go does: what the caller sees. */
import type { ObjectKey } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import type { Client } from "../client/client.ts";
import type { EventRecorder } from "../events/event-recorder.ts";
import type { ElectionState, ElectionTimings } from "./election-state.ts";

export interface LeaderElectionOptions extends Partial<ElectionTimings> {
  /** Reads and writes at the server; not one that leadership fences. */
  readonly client: Pick<Client, "get" | "create" | "update">;
  /** The Lease of the election, in a namespace. It is made when it is not there. */
  readonly lease: Required<ObjectKey>;
  /** Who we are: unlike that of every other process that was or is, such as `POD_UUID`. Two with one identity would both lead. */
  readonly identity: string;
  /** Default: the machine's. */
  readonly clock?: Clock;
  readonly random?: Random;
  /** Tells of the beginning and the end of our leadership as Events about the Lease, with the reason `LeaderElection`. */
  readonly events?: Pick<EventRecorder, "event">;
  readonly observer?: LeaderElectionObserver;
}

/** Receives the events of an election. An error of a method is caught and reported once (`guardObserver` of `@kubewright/async`). */
export interface LeaderElectionObserver {
  /** With the name of the Lease. Called first with `false`, when the election begins. */
  readonly leadingChanged?: (name: string, isLeading: boolean) => void;
  /** Somebody leads of whom we did not know: another process, or we. */
  readonly leaderSeen?: (name: string, identity: string) => void;
  /** A request about the Lease has failed. It is tried again. */
  readonly failed?: (name: string, error: unknown) => void;
}

/**
 * Leadership as those see it who act by it. A leader judges by its own clock, not by what it is told: after a pause of the process
 * `assertLeading` says no before anything else has had its turn.
 */
export interface Leadership {
  /** Aborted, with a `LeadershipError`, when leadership or the election has ended. A candidate's is not. */
  readonly signal: AbortSignal;
  /** Resolves when we lead. Rejects when the election ends before that, or with the reason of `options.signal`. */
  elected(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Throws a `LeadershipError` unless this process leads at this moment; a loss that it detects also aborts `signal`. */
  assertLeading(): void;
  /**
   * How long the Lease lasts if it is not renewed, in milliseconds; 0 unless this process leads. Another process may lead after that, so
   * what a write does on the server must have ended by then.
   */
  leaseRemainingMs(): number;
}

export interface LeaderElection extends Leadership {
  readonly identity: string;
  readonly state: ElectionState;
  /**
   * Takes part until `signal` is aborted; then gives the Lease back if it is ours, and resolves. Whatever acts by this leadership must
   * have ended by then: the next leader begins at once. Where that is not sure let `mayRelease` say no: the Lease then runs out by itself.
   *
   * Rejects with a `LeadershipError` when leadership is lost. An election runs once: to lead again is a new election, best in a new process.
   */
  run(options: { readonly signal: AbortSignal; readonly mayRelease?: () => boolean }): Promise<void>;
}
