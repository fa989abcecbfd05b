/** Asking one webhook, whichever sort it is of: what it is shown, and what its configuration says about dry runs and failures. */
import { internalError } from "@kubewright/apimachinery";
import type { AdmissionAttributes } from "../registry/admission-plugin.ts";
import type { ApiObject } from "../registry/api-object.ts";
import type { RequestContext } from "../registry/server-context.ts";
import type { Caller } from "./call.ts";
import { callWebhook } from "./call.ts";
import type { WebhookSort } from "../kinds/admissionregistration/webhook.ts";
import type { Hook } from "./hook.ts";
import type { Invocation } from "./match.ts";
import { shownObject } from "./object-form.ts";
import { CallFailedError, denial, dryRunUnsupported } from "./refusals.ts";
import type { Verdict } from "./review-response.ts";

/** What was asked, and that the webhook is for it. */
export interface Consent {
  /** The object as the webhook has seen it; absent on DELETE. It belongs to the caller. */
  readonly object: ApiObject | undefined;
  readonly verdict: Verdict;
}

/** Asks a webhook. Rejects with the `ApiError` of its refusal, and with a `CallFailedError` when nothing came of it. */
export async function askWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  sort: WebhookSort,
  context: RequestContext,
  caller: Caller,
): Promise<Consent> {
  const { hook } = invocation;
  if (attributes.dryRun && !hook.isHarmless) throw dryRunUnsupported(hook.name);
  const { object, oldObject } = attributes;
  const { registry } = context;
  const shown = {
    object: object && shownObject(object, attributes, invocation, registry),
    oldObject: oldObject && shownObject(oldObject, attributes, invocation, registry),
  };
  const verdict = await callWebhook(invocation, attributes, shown, sort, caller);
  for (const warning of verdict.warnings) context.warn(warning);
  if (!verdict.allowed) throw denial(hook.name, verdict.result);
  return { object: shown.object, verdict };
}

/** Does what a call is a part of; when the call fails and the webhook's failures are to be ignored, it answers `otherwise`. */
export async function heedFailurePolicy<T>(hook: Hook, otherwise: T, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof CallFailedError)) throw error;
    if (hook.ignoresFailures) return otherwise;
    throw internalError(error.message, { cause: error });
  }
}
