/**
 * Measures how long synchronous code blocks the event loop, and names the controller. During a block no probe gets a response, the Lease is not renewed
 * and watches are not read.
 *
 * A timer fires every `beatMs`. If it fires late, the loop was blocked. Reconciles report when they start, send a request or end. The block is
 * attributed to the controller that reported last while the timer was due.
 *
 *     beat          due                        late beat
 *      |─────────────|──────── blocked ─────────|
 *                          ▲ a reconcile of "myjob" sends a request: "myjob" has blocked the loop
 */
import { isAbort } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { OperatorObserver } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { activeController } from "../controller/active-controller.ts";
import type { Runnable } from "../runnable/runnable.ts";

/** The interval of the timer. */
const beatMs = 500;
/** Shorter delays are normal, because of timers and garbage collection. */
const blockedMinMs = 50;
/** The period of the liveness check. */
const windowMs = 60_000;
/** The liveness check fails if the loop was blocked for more than this fraction of the period, because the Lease and probes are then unreliable. */
const blockedMaxFraction = 0.5;

export interface LoopMonitorOptions {
  readonly clock: Clock;
  /** `controller` is empty if no controller has blocked the loop. */
  readonly onBlocked: (event: { readonly controller: string; readonly blockedMs: number }) => void;
}

interface Block {
  readonly endedAt: number;
  readonly blockedMs: number;
  readonly controller: string | undefined;
}

export class LoopMonitor implements Runnable {
  readonly name = "event loop monitor";
  readonly needLeaderElection = false;
  readonly #options: LoopMonitorOptions;
  readonly #blocks: Block[] = [];
  #lastReport: { readonly controller: string; readonly at: number } | undefined;
  #lastBeatAt = 0;

  constructor(options: LoopMonitorOptions) {
    this.#options = options;
  }

  /** Reports the starts and ends of reconciles to this monitor. */
  readonly observer: OperatorObserver = {
    controller: {
      started: ({ controller }) => this.#report(controller),
      ended: ({ controller }) => this.#report(controller),
    },
  };

  /** Returns the transport with requests of reconciles reported to this monitor. */
  observe(transport: Transport): Transport {
    return {
      ...transport,
      request: (request) => {
        this.#report(activeController());
        return transport.request(request);
      },
    };
  }

  async start({ signal }: { readonly signal: AbortSignal }): Promise<void> {
    const { clock } = this.#options;
    this.#lastBeatAt = clock.now();
    try {
      for (;;) {
        const dueAt = clock.now() + beatMs;
        await clock.sleep(beatMs, { signal });
        this.#beat(dueAt, clock.now());
      }
    } catch (error) {
      if (!isAbort(error, signal)) throw error;
    }
  }

  /** A liveness check. Throws if the loop was blocked for most of the last minute, and names the controller that blocked it longest. */
  readonly check = (): void => {
    this.#dropOld(this.#options.clock.now());
    const blockedMs = sum(this.#blocks);
    if (blockedMs <= windowMs * blockedMaxFraction) return;
    const byController = Map.groupBy(this.#blocks, ({ controller }) => controller);
    const [[controller] = []] = [...byController].toSorted(([, a], [, b]) => sum(b) - sum(a));
    const who = controller === undefined ? "code outside of controllers" : `controller "${controller}"`;
    throw new Error(
      `the event loop was blocked for ${Math.round(blockedMs / 1000)} of the last ${windowMs / 1000} seconds, most of it by ${who}`,
    );
  };

  #report(controller: string | undefined): void {
    if (controller !== undefined) this.#lastReport = { controller, at: this.#options.clock.now() };
  }

  #beat(dueAt: number, now: number): void {
    const blockedMs = now - dueAt;
    const since = this.#lastBeatAt;
    this.#lastBeatAt = now;
    if (blockedMs < blockedMinMs) return;
    const report = this.#lastReport;
    const controller = report && report.at >= since ? report.controller : undefined;
    this.#blocks.push({ endedAt: now, blockedMs, controller });
    this.#dropOld(now);
    this.#options.onBlocked({ controller: controller ?? "", blockedMs });
  }

  #dropOld(now: number): void {
    const from = this.#blocks.findIndex(({ endedAt }) => endedAt > now - windowMs);
    this.#blocks.splice(0, from === -1 ? this.#blocks.length : from);
  }
}

function sum(blocks: readonly Block[]): number {
  return blocks.reduce((total, { blockedMs }) => total + blockedMs, 0);
}
