/** A source that is one function of the program. */
import { linkSignals } from "@kubewright/async";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, Source, SourceContext } from "./source.ts";

/**
 * Starts a source. It registers itself with what it watches, enqueues requests, and ends when `signal` is aborted. The workers wait for its promise; a rejection
 * ends the controller. It must not wait for `signal`.
 */
export type SourceFunc<R = Request> = (enqueue: Enqueue<R>, context: SourceContext) => Promise<void> | void;

/**
 * Creates a source of a function.
 *
 * ```ts
 * builder.watchesRawSource(
 *   createFuncSource("queue", async (enqueue, { signal }) => {
 *     await queue.subscribe((name) => enqueue({ name }), { signal });
 *   }),
 * );
 * ```
 */
export function createFuncSource<R = Request>(name: string, start: SourceFunc<R>): Source<R> {
  return {
    name,
    start(enqueue, context) {
      const ended = linkSignals(context.signal);
      const { signal } = ended;
      const begun = Promise.try(
        start,
        (request: R, options) => {
          if (!signal.aborted) enqueue(request, options);
        },
        { ...context, signal },
      );
      begun.catch(() => {}); // Reported by waitForSync.
      return {
        waitForSync: () => begun,
        [Symbol.dispose]() {
          ended.abort(new Error(`Source "${name}" has ended`));
          ended[Symbol.dispose]();
        },
      };
    },
  };
}
