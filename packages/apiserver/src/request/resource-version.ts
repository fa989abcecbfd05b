// The resourceVersion of a request: the response is not older, and the request waits until the store reaches it.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-versions
import { quoteGoString, tooLargeResourceVersion, unclassifiedError } from "@kubewright/apimachinery";
import type { Engine } from "../registry/engine.ts";
import { uint64Problem } from "../writes/sent-version.ts";

/** How long a request waits for a version that the store has not reached. */
const waitMs = 3000;

/** The error message for a string that is not a resourceVersion; `undefined` for a valid one. */
export function resourceVersionProblem(text: string): string | undefined {
  const problem = uint64Problem(text);
  return problem === undefined ? undefined : `resourceVersion: Invalid value: ${quoteGoString(text)}: ${problem}`;
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

/** Resolves once the store has reached `revision`. Rejects with 504 after `waitMs`, and with the reason of the signal. */
export async function reachRevision(engine: Engine, revision: bigint, signal: AbortSignal | undefined): Promise<void> {
  const { store, clock } = engine;
  if (revision <= BigInt(store.revision)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  using _waiter = store.onRevision(Number(revision), resolve);
  using _timer = clock.setTimer(waitMs, () =>
    reject(tooLargeResourceVersion(String(revision), String(store.revision), 1)),
  );
  try {
    await promise;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/** The revision after which a watch begins; 0 if the request has no resourceVersion. Throws for a string that is not a resourceVersion. */
export function requestedRevision(resourceVersion: string): bigint {
  if (resourceVersion === "") return 0n;
  const problem = resourceVersionProblem(resourceVersion);
  if (problem !== undefined) throw unclassifiedError(problem);
  return BigInt(resourceVersion);
}
