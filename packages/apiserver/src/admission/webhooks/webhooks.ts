/** The two plugins for the admission webhooks of a server. */
import type { AdmissionPlugin } from "../../registry/admission-plugin.ts";
import type { RequestContext } from "../../contracts/server-context.ts";
import type { WebhookClient } from "../../webhook-client/webhook-client.ts";
import type { Caller } from "./call.ts";
import type { WebhookSource } from "./webhook-source.ts";
import { createMutatingWebhooks } from "./mutating-webhooks.ts";
import { createValidatingWebhooks } from "./validating-webhooks.ts";

/** Creates the plugins for the webhooks of `source`, in the order of the chain. */
export function createWebhooks(source: WebhookSource, client: WebhookClient): readonly AdmissionPlugin[] {
  function callerFor(context: RequestContext): Caller {
    context.flush(); // The webhook receives the stored object.
    return { ...client.senderFor(context, context), random: context.random };
  }

  return [createMutatingWebhooks(source, callerFor), createValidatingWebhooks(source, callerFor)];
}
