/** The messages between the event loop and the thread that renews the Lease. */
import type { KubernetesObject, NamespacedKey } from "@kubewright/apimachinery";
import type { ElectionTimings, EventNote, LeadershipError, LoadConfigOptions } from "@kubewright/client";

/** The election in which the thread takes part. The settings can be cloned. */
export interface LeaseThreadSettings {
  readonly lease: NamespacedKey;
  readonly identity: string;
  readonly labels?: Readonly<Record<string, string>> | undefined;
  readonly timings: ElectionTimings;
  /** The thread does not renew the Lease while the last heartbeat of the event loop is older than this. */
  readonly blockedMaxMs: number;
  readonly config: LeaseThreadConfig;
  readonly client: { readonly fieldManager?: string | undefined; readonly userAgent?: string | undefined };
  /** The memory of the `SharedTerm`. */
  readonly buffer: SharedArrayBuffer;
}

/** How the thread finds the API server and its credentials. The thread itself reads files and runs credential plugins. */
export type LeaseThreadConfig = Pick<LoadConfigOptions, "env" | "kubeconfig" | "context" | "execPolicy">;

/** Sent by the event loop to end the election. */
export interface StopElection {
  readonly kind: "stop";
  /** Whether the thread may release the Lease. */
  readonly mayRelease: boolean;
}

export type ElectionMessage =
  /** The term has begun; its end is in the `SharedTerm`. */
  | { readonly kind: "led" }
  /** The process no longer leads. */
  | { readonly kind: "ended"; readonly why: LeadershipError["reason"] }
  | { readonly kind: "leaderSeen"; readonly identity: string }
  | { readonly kind: "failed"; readonly message: string }
  | { readonly kind: "slowPath" }
  | { readonly kind: "event"; readonly regarding: KubernetesObject; readonly note: EventNote }
  /** The last message. The Lease is released if `mayRelease` was true. */
  | { readonly kind: "done" };

/** One end of the connection between the event loop and the thread. */
export interface LeasePort<Sent, Received> {
  post(message: Sent): void;
  onMessage(listener: (message: Received) => void): void;
}

/** A thread that has started. */
export interface LeaseThread {
  readonly port: LeasePort<StopElection, ElectionMessage>;
  /** Resolves when the thread has ended, and rejects with its error. */
  readonly ended: Promise<void>;
  terminate(): Promise<void>;
}
