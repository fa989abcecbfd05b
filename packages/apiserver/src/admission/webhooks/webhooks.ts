/** The admission webhooks of a server: the two plugins and their connections. */
import { StoppedError } from "@kubewright/async";
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../registry/server-context.ts";
import type { Caller } from "./call.ts";
import type { Dialler, WebhookOptions } from "./dial.ts";
import { createDialler } from "./dial.ts";
import type { WebhookSource } from "./webhook-source.ts";
import { createMutatingWebhooks } from "./mutating-webhooks.ts";
import { createValidatingWebhooks } from "./validating-webhooks.ts";

export interface Webhooks {
  /** In the order of the chain. */
  readonly plugins: readonly AdmissionPlugin[];
  /** Aborts open calls and closes connections. */
  readonly close: () => Promise<void>;
}

/** Creates the plugins for the webhooks of `source`. */
export function createWebhooks(source: WebhookSource, options: WebhookOptions): Webhooks {
  const closing = new AbortController();
  let dialler: Dialler | undefined;

  function callerFor({ clock, random, read, deadline, signal, flush }: RequestContext): Caller {
    flush(); // The webhook receives the stored object.
    const { transportTo } = (dialler ??= createDialler(clock, options));
    const ends = { deadline, signal, closing: closing.signal };
    return { clock, random, ...ends, transportTo: (target) => transportTo(target, read) };
  }

  return {
    plugins: [createMutatingWebhooks(source, callerFor), createValidatingWebhooks(source, callerFor)],
    async close() {
      closing.abort(new StoppedError("the API server"));
      await dialler?.close();
    },
  };
}
