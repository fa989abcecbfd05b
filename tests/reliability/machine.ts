// A machine of its own in a fixture of virtual time: its clock runs at its own rate, its process can be stopped and continued, and its way
// to the server takes time and can be cut.
import type { Clock, VirtualClock } from "@kubewright/async";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";

export interface Machine {
  readonly clock: Clock;
  through(transport: Transport): Transport;
  /** Stops the process: time goes on, but nothing of it runs. */
  pause(): void;
  /** Continues it, the worst way round: what the network has brought comes first, the timers after. */
  resume(): Promise<void>;
  /** Requests for which this says true fail without reaching the server. */
  isCut: (request: TransportRequest) => boolean;
}

export interface MachineOptions {
  /** How many of its milliseconds pass in one of the fixture's. */
  readonly rate: number;
  /** One way, in the fixture's milliseconds. */
  readonly latencyMs: number;
  /** A request has reached the server. */
  readonly onArrival: (request: TransportRequest) => void;
}

export function createMachine(fixture: VirtualClock, { rate, latencyMs, onArrival }: MachineOptions): Machine {
  let paused: PromiseWithResolvers<void> | undefined;
  const heldTimers = new Set<() => void>();

  const clock: Clock = {
    now: () => fixture.now() * rate,
    wallTime: () => fixture.wallTime(),
    setTimer(ms, callback) {
      const fire = (): void => {
        if (paused) heldTimers.add(callback);
        else callback();
      };
      const timer = fixture.setTimer(ms / rate, fire);
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
    nextTurn: () => fixture.nextTurn(),
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
      await fixture.settle();
      for (const callback of heldTimers) callback();
      heldTimers.clear();
    },
    through: (transport) => ({
      ...transport,
      async request(request) {
        const options = request.signal ? { signal: request.signal } : {};
        await fixture.sleep(latencyMs, options);
        if (machine.isCut(request)) throw new Error(`Cannot ${request.method} ${request.path}: the network is cut`);
        onArrival(request);
        const response = await transport.request(request);
        await fixture.sleep(latencyMs, options);
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
