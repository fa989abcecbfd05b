/** The contexts of the reconciles of a controller. */
import type { Clock } from "@kubewright/async";
import type { Logger } from "@kubewright/telemetry";
import { AppliedObjects } from "../reconcile/applied-objects.ts";
import type { ReconcileCause } from "../reconcile/cause.ts";
import type { ReconcileContext } from "../reconcile/reconciler.ts";
import type { CreateControllerOptions } from "./create-controller-options.ts";
import type { HotLoopDetector } from "./hot-loop-detector.ts";

/** One reconcile of a request. */
export interface Run<R> {
  readonly request: R;
  /** The key of the request. */
  readonly object: string;
  readonly causes: readonly ReconcileCause[];
  readonly log: Logger;
}

export interface ReconcileContextsOptions<R> {
  readonly clients: CreateControllerOptions<R>["context"];
  readonly clock: Clock;
  readonly hotLoops: HotLoopDetector | undefined;
  readonly failuresOf: (request: R) => number;
}

export class ReconcileContexts<R> {
  readonly #options: ReconcileContextsOptions<R>;
  readonly #applied = new AppliedObjects();

  constructor(options: ReconcileContextsOptions<R>) {
    this.#options = options;
  }

  /** The context of a reconcile. Its clients are bound to `signal`. */
  contextOf({ request, object, causes, log }: Run<R>, signal: AbortSignal): ReconcileContext<R> {
    const { clients, clock, hotLoops, failuresOf } = this.#options;
    const { client, apiReader, events } = typeof clients === "function" ? clients(request) : clients;
    let boundReader: ReconcileContext<R>["apiReader"] | undefined;
    return {
      key: request,
      client: (hotLoops?.observed(object, client) ?? client).withOptions({ signal }),
      // Created on first use, because most reconcilers do not use it.
      get apiReader() {
        return (boundReader ??= apiReader.withOptions({ signal }));
      },
      events,
      clock,
      signal,
      log,
      causes,
      applied: this.#applied,
      failures: failuresOf(request),
    };
  }
}
