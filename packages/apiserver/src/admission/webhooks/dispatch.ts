/** Calls one webhook of either type: its version of the object, its dry-run policy and its failure policy. */
import { internalError } from "@kubewright/apimachinery";
import type { AdmissionContext, AdmissionAttributes } from "../../registry/admission-plugin.ts";
import { annotateVerdict } from "./annotations.ts";
import type { Caller } from "./call.ts";
import { callWebhook } from "./call.ts";
import type { WebhookType } from "../../kinds/admissionregistration/admission-kind.ts";
import type { Webhook } from "./webhook-source.ts";
import type { Invocation } from "./invocation.ts";
import { CallFailedError, denial, unsupportedDryRun } from "./denial-errors.ts";
import type { Verdict } from "./review-response.ts";

/** Calls a webhook. Resolves with its verdict if it allows the request. Rejects with the `ApiError` of its denial, or with a `CallFailedError` if the call fails. */
export async function dispatchWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  type: WebhookType,
  context: AdmissionContext,
  caller: Caller,
): Promise<Verdict> {
  const { webhook } = invocation;
  if (attributes.dryRun && !webhook.allowsDryRun) throw unsupportedDryRun(webhook.name);
  const startedAtMs = caller.clock.now();
  const calling = callWebhook(invocation, attributes, type, caller);
  const verdict = await calling.finally(() => context.trackWebhook(type, caller.clock.now() - startedAtMs));
  annotateVerdict(webhook, verdict, context);
  for (const warning of verdict.warnings) context.warn(warning);
  if (!verdict.allowed) throw denial(webhook.name, verdict.result);
  return verdict;
}

/** Runs `action`. Returns `ignored()` if its call fails and the webhook ignores failures; any other failure becomes a 500. */
export async function applyFailurePolicy<T>(webhook: Webhook, ignored: () => T, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof CallFailedError)) throw error;
    if (webhook.ignoresFailures) return ignored();
    throw internalError(error.message, { cause: error });
  }
}
