/**
 * An election whose requests a worker thread sends, so that a blocked event loop does not lose the Lease.
 *
 *     event loop                                    thread
 *     ───────────                                   ──────
 *     heartbeat every 500 ms ──▶ shared memory ──▶ renews the Lease while there are heartbeats
 *     writes only before the term ends ◀── shared memory ◀── end of the term, after each renewal
 *     observers, Events, signal ◀── messages ◀── changes of the election
 *
 * The fence needs no message: it compares the monotonic clock with the shared end of the term. Without a heartbeat for `blockedMaxMs`, the thread stops
 * renewing. The term then ends at the renew deadline, and another process leads once the Lease has expired.
 */
import { formatKey } from "@kubewright/apimachinery";
import type { NamespacedKey } from "@kubewright/apimachinery";
import { abortable, onAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { isLeadershipError, LeadershipError } from "@kubewright/client";
import type { EventRecorder, LeaderElection, LeaderElectionObserver, Leadership } from "@kubewright/client";
import { LeaseThreadError } from "../../errors.ts";
import type { ElectionMessage, LeaseThread, LeaseThreadSettings } from "./lease-port.ts";
import { SharedTerm } from "./shared-term.ts";
import type { SharedTermOptions } from "./shared-term.ts";

/** The interval of the heartbeats of the event loop. */
const heartbeatMs = 500;

export interface WorkerElectionOptions {
  readonly settings: Omit<LeaseThreadSettings, "buffer">;
  readonly clock: Clock;
  /** The time of the process at which `clock` was 0. */
  readonly originUs: SharedTermOptions["originUs"];
  readonly events: Pick<EventRecorder, "event">;
  /** Its methods must not throw. */
  readonly observer: LeaderElectionObserver;
  readonly startThread: (settings: LeaseThreadSettings) => LeaseThread;
}

/** The thread is started by `run`. */
export class WorkerElection implements Leadership, Pick<LeaderElection, "identity" | "run"> {
  readonly identity: string;
  readonly #options: WorkerElectionOptions;
  readonly #lease: NamespacedKey;
  /** The key of the Lease, for errors. */
  readonly #key: string;
  readonly #term: SharedTerm;
  readonly #ended = new AbortController();
  readonly #elected = Promise.withResolvers<void>();
  /** Resolves when the thread has sent its last message. */
  readonly #done = Promise.withResolvers<void>();
  #isLeading = false;
  /** Fires when the term ends. */
  #fence: Disposable | undefined;

  constructor(options: WorkerElectionOptions) {
    const { settings, clock, originUs } = options;
    this.identity = settings.identity;
    this.#options = options;
    this.#lease = settings.lease;
    this.#key = formatKey(settings.lease);
    this.#term = new SharedTerm({ clock, originUs });
    this.#elected.promise.catch(() => {}); // Callers of `elected` handle the rejection; `elected` may not be called.
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  elected({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    return abortable(this.#elected.promise, signal);
  }

  assertLeading(): void {
    this.#ended.signal.throwIfAborted();
    if (!this.#isLeading) throw new LeadershipError(this.#key, "candidate");
    if (this.#options.clock.now() < this.#term.until) return;
    this.#end(new LeadershipError(this.#key, "expired"));
    this.#ended.signal.throwIfAborted();
  }

  leaseRemainingMs(): number {
    if (!this.#isLeading) return 0;
    const { leaseDurationMs, renewDeadlineMs } = this.#options.settings.timings;
    return Math.max(0, this.#term.until + leaseDurationMs - renewDeadlineMs - this.#options.clock.now());
  }

  async run({ signal, mayRelease = () => true }: Parameters<LeaderElection["run"]>[0]): Promise<void> {
    const { settings, startThread, observer } = this.#options;
    observer.leadingChanged?.({ lease: this.#lease.name, isLeading: false });
    this.#term.heartbeat();
    const thread = startThread({ ...settings, buffer: this.#term.buffer });
    thread.port.onMessage((message) => this.#receive(message));
    using _heartbeats = this.#startHeartbeats();
    using _stopped = onAbort(signal, () => this.#end(new LeadershipError(this.#key, "released")));
    // Also if this thread has detected the loss first: the worker thread must stop renewing.
    using _ended = onAbort(this.#ended.signal, (reason) => {
      const isReleased = isLeadershipError(reason) && reason.reason === "released";
      thread.port.post({ kind: "stop", mayRelease: isReleased && mayRelease() });
    });
    await this.#untilDone(thread);
    const reason: unknown = this.#ended.signal.reason;
    if (!isLeadershipError(reason) || reason.reason !== "released") throw reason;
  }

  async #untilDone(thread: LeaseThread): Promise<void> {
    try {
      await Promise.race([this.#done.promise, thread.ended]);
    } catch (cause) {
      const found = cause instanceof Error ? cause.message : String(cause);
      this.#end(new LeaseThreadError(this.#lease, found, { cause }));
    }
    this.#end(new LeaseThreadError(this.#lease, "the thread has ended"));
    await thread.terminate();
  }

  /** Sends heartbeats until the result is disposed. */
  #startHeartbeats(): Disposable {
    const { clock } = this.#options;
    let timer: Disposable;
    const beat = (): void => {
      this.#term.heartbeat();
      timer = clock.setTimer(heartbeatMs, beat);
    };
    beat();
    return { [Symbol.dispose]: () => timer[Symbol.dispose]() };
  }

  #receive(message: ElectionMessage): void {
    const { events, observer } = this.#options;
    const lease = this.#lease.name;
    switch (message.kind) {
      case "led":
        this.#begin();
        return;
      case "ended":
        this.#end(new LeadershipError(this.#key, message.why));
        return;
      case "leaderSeen":
        observer.leaderSeen?.({ lease, identity: message.identity });
        return;
      case "failed":
        observer.failed?.({ lease, error: new Error(message.message) });
        return;
      case "slowPath":
        observer.slowPath?.({ lease });
        return;
      case "event":
        events.event(message.regarding, message.note);
        return;
      case "done":
        this.#done.resolve();
    }
  }

  #begin(): void {
    if (this.#ended.signal.aborted) return;
    this.#isLeading = true;
    this.#setFence();
    this.#elected.resolve();
    this.#options.observer.leadingChanged?.({ lease: this.#lease.name, isLeading: true });
  }

  /** Ends leadership. Later calls have no effect. */
  #end(reason: LeadershipError | LeaseThreadError): void {
    if (this.#ended.signal.aborted) return;
    const hasLed = this.#isLeading;
    this.#isLeading = false;
    this.#fence?.[Symbol.dispose]();
    this.#ended.abort(reason); // Before any observer is called: this stops the work that requires leadership.
    this.#elected.reject(reason);
    if (hasLed) this.#options.observer.leadingChanged?.({ lease: this.#lease.name, isLeading: false });
  }

  /** Ends leadership at the end of the term. The thread may have prolonged the term since the timer was set. */
  #setFence(): void {
    const { clock } = this.#options;
    const remainingMs = this.#term.until - clock.now();
    if (remainingMs <= 0) {
      this.#end(new LeadershipError(this.#key, "expired"));
      return;
    }
    this.#fence = clock.setTimer(Math.max(remainingMs, 1), () => this.#setFence());
  }
}
