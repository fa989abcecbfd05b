/** Calls one webhook of either type: its version of the object, its dry-run policy and its failure policy. */
import { internalError, isQualifiedName } from "@kubewright/apimachinery";
import type { AdmissionContext, AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { ApiObject } from "../../objects/api-object.ts";
import type { Caller } from "./call.ts";
import { callWebhook } from "./call.ts";
import type { WebhookType } from "../../kinds/admissionregistration/webhook.ts";
import type { Webhook } from "./webhook-source.ts";
import type { Invocation } from "./invocation.ts";
import { shownObjects } from "../matching/object-versions.ts";
import { CallFailedError, denial, dryRunUnsupported } from "./refusals.ts";
import type { Verdict } from "./review-response.ts";

/** The webhook has allowed the request. */
export interface Allowed {
  /** The object as sent to the webhook; absent on DELETE. It belongs to the caller. */
  readonly object: ApiObject | undefined;
  readonly verdict: Verdict;
}

/** Calls a webhook. Rejects with the `ApiError` of its denial, or with a `CallFailedError` if the call fails. */
export async function dispatchWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  type: WebhookType,
  context: AdmissionContext,
  caller: Caller,
): Promise<Allowed> {
  const { webhook } = invocation;
  if (attributes.dryRun && !webhook.allowsDryRun) throw dryRunUnsupported(webhook.name);
  const shown = await shownObjects(attributes, invocation, context.registry);
  const verdict = await callWebhook(invocation, attributes, shown, type, caller);
  for (const [name, value] of Object.entries(verdict.auditAnnotations)) {
    const key = `${webhook.name}/${name}`;
    if (isQualifiedName(key).length === 0) context.annotate(key, value);
  }
  for (const warning of verdict.warnings) context.warn(warning);
  if (!verdict.allowed) throw denial(webhook.name, verdict.result);
  return { object: shown.object, verdict };
}

/** Runs `action`. Returns `otherwise` if its call fails and the webhook ignores failures; any other failure becomes a 500. */
export async function applyFailurePolicy<T>(webhook: Webhook, otherwise: T, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof CallFailedError)) throw error;
    if (webhook.ignoresFailures) return otherwise;
    throw internalError(error.message, { cause: error });
  }
}
