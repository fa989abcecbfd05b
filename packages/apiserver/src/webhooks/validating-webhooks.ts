/**
 * ValidatingAdmissionWebhook: webhooks that look at the object as it is going to be stored, all at the same time. The first refusal that
 * comes back is the answer, once all of them have answered.
 */
import { internalError } from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionPlugin } from "../registry/admission-plugin.ts";
import type { ApiObject } from "../registry/api-object.ts";
import type { RequestContext } from "../registry/server-context.ts";
import type { Caller } from "./call.ts";
import { callWebhook } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { HookSource } from "./hook.ts";
import type { Invocation } from "./match.ts";
import { invocationOf } from "./match.ts";
import { shownObject } from "./object-form.ts";
import { CallFailedError, denial, dryRunUnsupported } from "./refusals.ts";

/** The plugin. `callerFor` gives what calls are made with in a request. */
export function createValidatingWebhooks(
  source: HookSource,
  callerFor: (context: RequestContext) => Caller,
): AdmissionPlugin {
  return {
    name: "ValidatingAdmissionWebhook",
    validate(attributes, context) {
      if (isExempt(attributes)) return;
      const hooks = source.hooks("validating", context);
      const invocations = hooks.flatMap((hook) => invocationOf(hook, attributes, context) ?? []);
      return invocations.length === 0 ? undefined : askAll(invocations, attributes, context, callerFor(context));
    },
  };
}

async function askAll(
  invocations: readonly Invocation[],
  attributes: AdmissionAttributes,
  context: RequestContext,
  caller: Caller,
): Promise<void> {
  const refusals: unknown[] = [];
  const calls = invocations.map((invocation) =>
    ask(invocation, attributes, context, caller).catch((error: unknown) => void refusals.push(error)),
  );
  await Promise.all(calls);
  if (refusals.length > 0) throw refusals[0];
}

async function ask(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  context: RequestContext,
  caller: Caller,
): Promise<void> {
  const { hook } = invocation;
  if (attributes.dryRun && !hook.isHarmless) throw dryRunUnsupported(hook.name);
  const show = (object: Parameters<typeof shownObject>[0] | undefined): ApiObject | undefined =>
    object && shownObject(object, attributes, invocation, context.registry);
  const objects = { object: show(attributes.object), oldObject: show(attributes.oldObject) };
  try {
    const verdict = await callWebhook(invocation, attributes, objects, "validating", caller);
    for (const warning of verdict.warnings) context.warn(warning);
    if (!verdict.allowed) throw denial(hook.name, verdict.result);
  } catch (error) {
    if (!(error instanceof CallFailedError)) throw error;
    if (!hook.ignoresFailures) throw internalError(error.message, { cause: error });
  }
}
