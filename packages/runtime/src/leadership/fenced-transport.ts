/**
 * The fence of leadership: writes are sent only while this process leads.
 *
 * It is part of the transport, below everything that can write. Each request is checked right before its first byte goes out, after
 * credentials and connecting, and carries a deadline for the server that ends before the Lease does, also if its caller sent a later one.
 * Writes in flight are aborted when leadership ends. Reads pass.
 */
import type { Leadership } from "@kubewright/client";
import { anySignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Transport, TransportRequest, UpgradeRequest } from "@kubewright/transport";
import { limitServerTimeout } from "./server-timeout.ts";

export interface FencedTransport extends Transport {
  /**
   * Whether a write was given up in the last `withinMs` without an answer. The server may still carry it out, so the Lease should not be given
   * to another leader at once.
   */
  hasUnsettledWrite(withinMs: number): boolean;
}

/** What the fence needs of leadership. */
export type FencingLeadership = Pick<Leadership, "signal" | "assertLeading" | "leaseRemainingMs">;

/** The part of the remaining Lease that a write may take on the server. The rest is for what passes until it is sent. */
const deadlinePart = 0.9;

/** Puts the fence before `transport`, which the caller disposes. Rejects with the `LeadershipError` of `leadership`. */
export function createFencedTransport(
  transport: Transport,
  leadership: FencingLeadership,
  clock: Clock,
): FencedTransport {
  let gaveUpAt = Number.NEGATIVE_INFINITY;

  return {
    async request(request) {
      if (request.method === "GET" || request.method === "HEAD") return await transport.request(request);
      for (;;) {
        leadership.assertLeading();
        const timeoutMs = timeoutFor(request);
        const timed = { ...request, path: limitServerTimeout(request.path, timeoutMs) };
        const outcome = await fenced(timed, timeoutMs, (guarded) => transport.request(guarded));
        if (outcome !== outdated) return outcome;
      }
    },
    async upgrade(request) {
      leadership.assertLeading();
      const outcome = await fenced(request, 0, (guarded) => transport.upgrade(guarded));
      if (outcome === outdated) throw new TypeError("Cannot upgrade: a request without a deadline cannot be outdated");
      return outcome;
    },
    hasUnsettledWrite: (withinMs) => clock.now() - gaveUpAt < withinMs,
    async [Symbol.asyncDispose]() {},
  };

  /** Throws if the timeout rounds to 0: an API server reads `timeout=0ms` as its default of a minute. */
  function timeoutFor({ method, path }: TransportRequest): number {
    const remainingMs = leadership.leaseRemainingMs();
    const timeoutMs = Math.floor(remainingMs * deadlinePart);
    if (timeoutMs > 0) return timeoutMs;
    const remaining = `the Lease expires in ${remainingMs} ms`;
    throw new Error(`Cannot send ${method} ${path}: ${remaining}, which leaves no time for the write`);
  }

  /** Resolves with `outdated`, and has sent nothing, if connecting took so long that `timeoutMs` no longer ends before the Lease. */
  async function fenced<Request extends TransportRequest | UpgradeRequest, Answer>(
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
        leadership.assertLeading();
      } catch (error) {
        refuse(error);
      }
      if (leadership.leaseRemainingMs() < timeoutMs) refuse(outdated);
    };
    const signal = anySignal(request.signal, leadership.signal);
    try {
      return await send({ ...request, beforeSend, signal });
    } catch (error) {
      if (refusal?.reason === outdated) return outdated;
      if (!refusal) gaveUpAt = clock.now(); // Without an answer the outcome on the server is unknown.
      throw error;
    }
  }
}

const outdated: unique symbol = Symbol("outdated");
