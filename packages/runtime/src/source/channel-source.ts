/** A source that a program pushes requests into. */
import type { Request } from "../reconcile/request.ts";
import { formatRequest } from "../reconcile/request.ts";
import type { Enqueue, EnqueueOptions, Source } from "./source.ts";

/** A source of requests that come from a timer, a webhook or another system. */
export interface ChannelSource extends Source {
  /** Enqueues a request. Before the controller runs, requests are kept, each once; after its end they are dropped. */
  push(request: Request, options?: EnqueueOptions): void;
}

/** Creates a channel source. One controller can use it. */
export function createChannelSource(name: string): ChannelSource {
  const waiting = new Map<string, () => void>();
  let enqueue: Enqueue | undefined;
  return {
    name,
    push(request, options) {
      if (enqueue) enqueue(request, options);
      else waiting.set(formatRequest(request), () => enqueue?.(request, options));
    },
    start(to) {
      if (enqueue) throw new TypeError(`Cannot start source "${name}": a controller uses it already`);
      enqueue = to;
      for (const push of waiting.values()) push();
      waiting.clear();
      return {
        waitForSync: async () => {},
        [Symbol.dispose]() {
          enqueue = () => {}; // The controller has ended.
        },
      };
    },
  };
}
