// What a request may ask of the age of its answer: "not older than N", and waiting a little for N to come.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
import { tooLargeResourceVersion } from "@kubewright/apimachinery";
import type { Engine } from "../registry/engine.ts";

const revisionMax = 2n ** 64n - 1n;

/** How long a request waits for a version that the store has not reached. */
const waitMs = 3000;

/** The text of what is wrong with a version, as upstream puts it; `undefined` when it is a number. */
export function resourceVersionProblem(text: string): string | undefined {
  const isNumber = /^\d{1,100}$/.test(text);
  if (isNumber && BigInt(text) <= revisionMax) return undefined;
  const quoted = JSON.stringify(text);
  const problem = isNumber ? "value out of range" : "invalid syntax";
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: ${problem}`;
}

/** Resolves with the next write to the store, or when the signal is aborted. */
export async function nextWrite({ store }: Engine, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = (): void => resolve();
  using _waiter = store.onRevision(store.revision + 1, wake);
  signal.addEventListener("abort", wake, { once: true });
  await promise;
  signal.removeEventListener("abort", wake);
}

/** Resolves once the store has reached `revision`; rejects with 504 when that takes too long, or with the signal's reason. */
export async function reachRevision(engine: Engine, revision: number, signal: AbortSignal | undefined): Promise<void> {
  const { store, clock } = engine;
  if (revision <= store.revision) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  using _waiter = store.onRevision(revision, resolve);
  using _timer = clock.setTimer(waitMs, () =>
    reject(tooLargeResourceVersion(String(revision), String(store.revision), 1)),
  );
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
