/** A source that is implemented by a function. */
import { linkSignals } from "@kubewright/async";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, Source, SourceContext } from "./source.ts";

/**
 * Starts a source, which enqueues requests until `signal` is aborted. The workers wait for the returned promise, so it must not wait for `signal`; a
 * rejection ends the controller.
 */
export type SourceFunc<R = Request> = (enqueue: Enqueue<R>, context: SourceContext) => Promise<void> | void;

/**
 * Creates a source from a function.
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
      begun.catch(() => {}); // waitForSync rejects with the error.
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
