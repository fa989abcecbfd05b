/**
 * The fence of leadership: writes are sent only while this process leads.
 *
 * It is a transport, below all code that can write. Each write is checked right before its first byte is sent, after credentials were read and the
 * connection was established. Its `timeout` for the server ends before the Lease expires, even if the caller has set a longer one. Writes in flight are
 * aborted when leadership ends. Reads are not fenced.
 */
import type { Leadership } from "@kubewright/client";
import { anySignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradedConnection,
  UpgradeRequest,
} from "@kubewright/transport";
import { limitServerTimeout } from "./server-timeout.ts";

export interface FencedTransport extends Transport {
  /**
   * Whether a write has ended without a response in the last `withinMs`. The server may still execute it, so the Lease should not be released.
   */
  hasUnsettledWrite(withinMs: number): boolean;
  /** Fences a transport to another API server by the same leadership. `hasUnsettledWrite` of both transports covers the writes of both. */
  fence(other: Transport): FencedTransport;
}

/** The part of leadership that the fence uses. */
export type FencingLeadership = Pick<Leadership, "signal" | "assertLeading" | "leaseRemainingMs">;

/** The fraction of the remaining Lease that a write may take on the server. The rest is for the time until it is sent. */
const timeoutFraction = 0.9;

/** Fences `transport`, which the caller disposes. Writes without leadership reject with the `LeadershipError` of `leadership`. */
export function createFencedTransport(
  transport: Transport,
  leadership: FencingLeadership,
  clock: Clock,
): FencedTransport {
  return new LeaderTransport(transport, leadership, clock);
}

class LeaderTransport implements FencedTransport {
  readonly #transport: Transport;
  readonly #leadership: FencingLeadership;
  readonly #clock: Clock;
  readonly #lastUnsettled: { atMs: number };

  constructor(
    transport: Transport,
    leadership: FencingLeadership,
    clock: Clock,
    lastUnsettled = { atMs: Number.NEGATIVE_INFINITY },
  ) {
    this.#transport = transport;
    this.#leadership = leadership;
    this.#clock = clock;
    this.#lastUnsettled = lastUnsettled;
  }

  fence(other: Transport): FencedTransport {
    return new LeaderTransport(other, this.#leadership, this.#clock, this.#lastUnsettled);
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (request.method === "GET" || request.method === "HEAD") return await this.#transport.request(request);
    for (;;) {
      this.#leadership.assertLeading();
      const timeoutMs = this.#timeoutFor(request);
      const timed = { ...request, path: limitServerTimeout(request.path, timeoutMs) };
      const outcome = await this.#fenced(timed, timeoutMs, (guarded) => this.#transport.request(guarded));
      if (outcome !== outdated) return outcome;
    }
  }

  async upgrade(request: UpgradeRequest): Promise<UpgradedConnection> {
    this.#leadership.assertLeading();
    const outcome = await this.#fenced(request, 0, (guarded) => this.#transport.upgrade(guarded));
    if (outcome === outdated) throw new TypeError("Cannot upgrade: a request without a deadline cannot be outdated");
    return outcome;
  }

  hasUnsettledWrite(withinMs: number): boolean {
    return this.#clock.now() - this.#lastUnsettled.atMs < withinMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  /** Throws if the timeout rounds to 0, because an API server parses `timeout=0ms` as its default of a minute. */
  #timeoutFor({ method, path }: TransportRequest): number {
    const remainingMs = this.#leadership.leaseRemainingMs();
    const timeoutMs = Math.floor(remainingMs * timeoutFraction);
    if (timeoutMs > 0) return timeoutMs;
    const remaining = `the Lease expires in ${remainingMs} ms`;
    throw new Error(`Cannot send ${method} ${path}: ${remaining}, which leaves no time for the write`);
  }

  /** Resolves with `outdated` without sending the request if, once connected, `timeoutMs` no longer ends before the Lease expires. */
  async #fenced<Request extends TransportRequest | UpgradeRequest, Answer>(
    request: Request,
    timeoutMs: number,
    send: (guarded: Request) => Promise<Answer>,
  ): Promise<Answer | typeof outdated> {
    let refusal: { readonly reason: unknown } | undefined;
    const refuse = (reason: unknown): never => {
      refusal = { reason };
      throw reason;
    };
    const beforeSend = (): void => {
      try {
        request.beforeSend?.();
        this.#leadership.assertLeading();
      } catch (error) {
        refuse(error);
      }
      if (this.#leadership.leaseRemainingMs() < timeoutMs) refuse(outdated);
    };
    const signal = anySignal(request.signal, this.#leadership.signal);
    try {
      return await send({ ...request, beforeSend, signal });
    } catch (error) {
      if (refusal?.reason === outdated) return outdated;
      if (!refusal) this.#lastUnsettled.atMs = this.#clock.now(); // Without a response the result on the server is unknown.
      throw error;
    }
  }
}

const outdated: unique symbol = Symbol("outdated");
