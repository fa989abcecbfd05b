/**
 * ValidatingAdmissionWebhook: webhooks that look at the object as it is going to be stored, all at the same time. The first refusal that
 * comes back is the answer, once all of them have answered.
 */
import type { AdmissionPlugin } from "../registry/admission-plugin.ts";
import type { RequestContext } from "../registry/server-context.ts";
import { askWebhook, heedFailurePolicy } from "./ask.ts";
import type { Caller } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { HookSource } from "./hook.ts";
import { invocationOf } from "./match.ts";

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
      if (invocations.length === 0) return;
      const caller = callerFor(context);
      return throwFirst(
        invocations.map((invocation) =>
          heedFailurePolicy(invocation.hook, undefined, async () => {
            await askWebhook(invocation, attributes, "validating", context, caller);
          }),
        ),
      );
    },
  };
}

/** Waits for all of them, and rejects as the first one did that rejected. */
async function throwFirst(answers: readonly Promise<void>[]): Promise<void> {
  const refusals: unknown[] = [];
  await Promise.all(answers.map((answer) => answer.catch((error: unknown) => void refusals.push(error))));
  if (refusals.length > 0) throw refusals[0];
}
