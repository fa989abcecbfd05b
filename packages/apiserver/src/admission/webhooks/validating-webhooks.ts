/**
 * ValidatingAdmissionWebhook: calls the validating webhooks with the object to store, in parallel. The request fails with the first denial, once
 * all of them have responded.
 */
import type { AdmissionAttributes, AdmissionContext, AdmissionPlugin } from "../../registry/admission-plugin.ts";
import { annotateFailedOpen } from "./annotations.ts";
import { dispatchWebhook, applyFailurePolicy } from "./dispatch.ts";
import type { Caller } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { Invocation } from "./invocation.ts";
import type { Webhook, WebhookSource } from "./webhook-source.ts";
import { invocationOf } from "./invocation.ts";
import { VersionedObjects } from "./versioned-objects.ts";

/** Creates the plugin. `callerFor` returns the caller of a request. */
export function createValidatingWebhooks(
  source: WebhookSource,
  callerFor: (context: AdmissionContext) => Caller,
): AdmissionPlugin {
  async function run(
    webhooks: readonly Webhook[],
    attributes: AdmissionAttributes,
    context: AdmissionContext,
  ): Promise<void> {
    const versions = new VersionedObjects(attributes, context, "validating");
    const invocations: Invocation[] = [];
    for (const webhook of webhooks) {
      const invocation = await invocationOf(webhook, attributes, context, versions);
      if (invocation !== undefined) invocations.push(invocation);
    }
    if (invocations.length === 0) return;
    const caller = callerFor(context);
    await throwFirst(
      invocations.map((invocation, index) => {
        const { webhook } = invocation;
        const ignored = (): void => annotateFailedOpen("validating", webhook, { round: 0, index }, context);
        return applyFailurePolicy(webhook, ignored, async () => {
          await dispatchWebhook(invocation, attributes, "validating", context, caller);
        });
      }),
    );
  }

  return {
    name: "ValidatingAdmissionWebhook",
    validate(attributes, context) {
      if (isExempt(attributes)) return;
      const webhooks = source.webhooks("validating", context);
      return webhooks.length === 0 ? undefined : run(webhooks, attributes, context);
    },
  };
}

/** Waits for all calls, and rejects with the first rejection. */
async function throwFirst(calls: readonly Promise<void>[]): Promise<void> {
  const errors: unknown[] = [];
  await Promise.all(calls.map((call) => call.catch((error: unknown) => void errors.push(error))));
  if (errors.length > 0) throw errors[0];
}
