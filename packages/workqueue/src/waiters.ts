// The workers that wait in `take`, in the order of their calls.
import type { Lease, TakeOptions } from "./work-queue.ts";

interface Waiter<K> {
  readonly resolve: (lease: Lease<K> | undefined) => void;
}

export class Waiters<K> {
  readonly #waiters = new Set<Waiter<K>>();

  get isEmpty(): boolean {
    return this.#waiters.size === 0;
  }

  /** Resolves with the lease that `serve` passes to this waiter. Rejects with `signal.reason` if the signal aborts first. */
  wait({ signal }: TakeOptions): Promise<Lease<K> | undefined> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Lease<K> | undefined>();
    const waiter: Waiter<K> = {
      resolve: (lease) => {
        signal?.removeEventListener("abort", onAbort);
        resolve(lease);
      },
    };
    const onAbort = (): void => {
      this.#waiters.delete(waiter);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    this.#waiters.add(waiter);
    return promise;
  }

  /** Resolves waiters, longest-waiting first, for as long as `next` returns a result. `undefined` ends the loop; `{}` ends a wait without a lease. */
  serve(next: () => { readonly lease?: Lease<K> } | undefined): void {
    for (const waiter of this.#waiters) {
      const result = next();
      if (result === undefined) return;
      this.#waiters.delete(waiter);
      waiter.resolve(result.lease);
    }
  }
}
