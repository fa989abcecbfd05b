/** A source that polls for requests, for systems without events. */
import { abortable, assertNumbers, linkSignals, numberRules, sleepUnlessAborted, spawn } from "@kubewright/async";
import type { Request } from "../reconcile/request.ts";
import type { Enqueue, Source, SourceContext } from "./source.ts";

export interface PollingSourceOptions<R = Request> {
  /** The pause between two polls, in milliseconds. */
  readonly periodMs: number;
  /** Returns the requests to enqueue. A failure is logged, and the next poll follows after the period. */
  readonly poll: (context: { readonly signal: AbortSignal }) => Iterable<R> | AsyncIterable<R> | Promise<Iterable<R>>;
}

/**
 * Creates a source that polls. The workers of the controller wait for the first poll that succeeds.
 *
 * ```ts
 * builder.watchesRawSource(createPollingSource("buckets", { periodMs: 60_000, poll: ({ signal }) => changedBuckets({ signal }) }));
 * ```
 */
export function createPollingSource<R = Request>(name: string, options: PollingSourceOptions<R>): Source<R> {
  const { periodMs } = options;
  assertNumbers(`Cannot create source "${name}"`, { periodMs }, numberRules.positiveMs);
  return {
    name,
    start(enqueue, context) {
      const polled = Promise.withResolvers<void>();
      const end = linkSignals(context.signal);
      spawn(
        (signal) => pollRepeatedly(options, { ...context, source: name, signal, enqueue, onPolled: polled.resolve }),
        {
          name: `source ${name}`,
          signal: end.signal,
          onError: polled.reject,
        },
      );
      return {
        waitForSync: ({ signal }) => abortable(polled.promise, signal),
        [Symbol.dispose]() {
          end.abort(new Error(`Source "${name}" has ended`));
          end[Symbol.dispose]();
        },
      };
    },
  };
}

interface Polls<R> extends SourceContext {
  readonly source: string;
  readonly enqueue: Enqueue<R>;
  readonly onPolled: () => void;
}

async function pollRepeatedly<R>(
  { periodMs, poll }: PollingSourceOptions<R>,
  { source, log, clock, signal, enqueue, onPolled }: Polls<R>,
): Promise<void> {
  for (; !signal.aborted; await sleepUnlessAborted(clock, periodMs, signal)) {
    try {
      for await (const request of await poll({ signal })) {
        if (signal.aborted) return;
        enqueue(request);
      }
      onPolled();
    } catch (error) {
      if (signal.aborted) return;
      log.error("Poll failed, polling again", { source, afterMs: periodMs, error });
    }
  }
}
