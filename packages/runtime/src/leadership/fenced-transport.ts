/**
 * The fence of leadership: writes go out only while we lead.
 *
 * It stands in the transport, below everything that can write: each request is checked in the moment before it is sent, repetitions
 * included, and those under way are cut off when leadership ends. Reads pass.
 */
import type { Leadership } from "@kubewright/client";
import { anySignal } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import type { Transport } from "@kubewright/transport";

export interface FencedTransport extends Transport {
  /**
   * Whether a write was given up in the last `withinMs` without an answer: the server may yet carry it out, so another leader had
   * better not begin at once.
   */
  hasUnsettledWrite(withinMs: number): boolean;
}

/** Puts the fence before `transport`, which stays its owner's to dispose. Refusals are the `LeadershipError` of `leadership`. */
export function createFencedTransport(
  transport: Transport,
  leadership: Pick<Leadership, "signal" | "assertLeading">,
  clock: Clock,
): FencedTransport {
  let gaveUpAt = Number.NEGATIVE_INFINITY;

  return {
    async request(request) {
      if (request.method === "GET" || request.method === "HEAD") return await transport.request(request);
      return await fenced(request, (guarded) => transport.request(guarded));
    },
    upgrade: (request) => fenced(request, (guarded) => transport.upgrade(guarded)),
    hasUnsettledWrite: (withinMs) => clock.now() - gaveUpAt < withinMs,
    async [Symbol.asyncDispose]() {},
  };

  async function fenced<Request extends { readonly signal?: AbortSignal }, Answer>(
    request: Request,
    send: (guarded: Request) => Promise<Answer>,
  ): Promise<Answer> {
    leadership.assertLeading();
    const signal = anySignal(request.signal, leadership.signal);
    try {
      return await send(signal ? { ...request, signal } : request);
    } catch (error) {
      gaveUpAt = clock.now(); // Without an answer nobody knows what the server has done, whatever the cause.
      throw error;
    }
  }
}
