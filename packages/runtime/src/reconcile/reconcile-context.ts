/** The context for a reconciler that a test calls directly. */
import { createSystemClock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { silentLogger } from "@kubewright/telemetry";
import { AppliedObjects } from "./applied-objects.ts";
import type { ReconcileContext } from "./reconciler.ts";
import type { Request } from "./request.ts";

/** Only `key` and `client` are required. */
export type ReconcileContextOptions<R = Request> = Pick<ReconcileContext<R>, "key" | "client"> &
  Partial<ReconcileContext<R>>;

/**
 * Creates a context for one call of a reconciler, without a manager. Defaults: `apiReader` is `client`, and `clock` is the system clock. Nothing is logged, no
 * Events are recorded, there are no causes and no failures, and the signal is never aborted.
 *
 * ```ts
 * await reconcile(createReconcileContext({ key: { namespace: "default", name: "a" }, client: env.client }));
 * ```
 */
export function createReconcileContext<R = Request>(options: ReconcileContextOptions<R>): ReconcileContext<R> {
  const client: Client = options.client;
  return {
    apiReader: client,
    clock: createSystemClock(),
    signal: new AbortController().signal,
    log: silentLogger,
    events: { event: () => {} },
    causes: [],
    applied: new AppliedObjects(),
    failures: 0,
    ...options,
  };
}
