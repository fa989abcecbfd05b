// A simulated machine on virtual time: its clock has a rate, its process can be paused and resumed, and its connection to the server has a
// latency and can be cut.
import type { Clock, VirtualClock } from "@kubewright/async";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

export interface Machine {
  readonly clock: Clock;
  wrapTransport(transport: Transport): Transport;
  /** Pauses the process: time continues, but its code does not run. */
  pause(): void;
  /** Resumes the process in the worst order: network responses first, then timers. */
  resume(): Promise<void>;
  /** Requests for which this returns true fail and do not reach the server. */
  isCut: (request: TransportRequest) => boolean;
}

export interface MachineOptions {
  /** The milliseconds of this machine per millisecond of the virtual clock. */
  readonly rate: number;
  /** The latency of one direction, in milliseconds of the virtual clock. */
  readonly latencyMs: number;
  /** Called when a request has reached the server. */
  readonly onArrival: (request: TransportRequest) => void;
}

export function createMachine(virtualClock: VirtualClock, { rate, latencyMs, onArrival }: MachineOptions): Machine {
  let paused: PromiseWithResolvers<void> | undefined;
  const heldTimers = new Set<() => void>();

  const clock: Clock = {
    now: () => virtualClock.now() * rate,
    wallTime: () => virtualClock.wallTime(),
    setTimer(ms, callback) {
      const fire = (): void => {
        if (paused) heldTimers.add(callback);
        else callback();
      };
      const timer = virtualClock.setTimer(ms / rate, fire);
      return {
        [Symbol.dispose]() {
          timer[Symbol.dispose]();
          heldTimers.delete(callback);
        },
      };
    },
    async sleep(ms, { signal } = {}) {
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      using _timer = clock.setTimer(ms, resolve);
      const onAbort = (): void => reject(signal?.reason);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        await promise;
      } finally {
        signal?.removeEventListener("abort", onAbort);
      }
    },
    nextTurn: () => virtualClock.nextTurn(),
  };

  const machine: Machine = {
    clock,
    isCut: () => false,
    pause() {
      paused ??= Promise.withResolvers();
    },
    async resume() {
      const held = paused;
      paused = undefined;
      held?.resolve();
      await virtualClock.settle();
      for (const callback of heldTimers) callback();
      heldTimers.clear();
    },
    wrapTransport: (transport) => ({
      ...transport,
      async request(request) {
        const options = request.signal ? { signal: request.signal } : {};
        await virtualClock.sleep(latencyMs, options);
        if (machine.isCut(request)) throw new Error(`Cannot ${request.method} ${request.path}: the network is cut`);
        onArrival(request);
        const response = await transport.request(request);
        await virtualClock.sleep(latencyMs, options);
        await paused?.promise;
        return { ...response, body: held(response.body) };
      },
    }),
  };
  return machine;

  async function* held(body: TransportResponse["body"]): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      await paused?.promise;
      yield chunk;
    }
  }
}
