/**
 * MutatingAdmissionWebhook: calls the mutating webhooks in order, each with the changes of the previous ones. If one changes the object, all mutating
 * plugins run once more. The second round calls only webhooks with `reinvocationPolicy: IfNeeded` that were called before a change.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
 */
import { isDeepEqual, setOwn } from "@kubewright/apimachinery";
import type {
  AdmissionContext,
  AdmissionAttributes,
  AdmissionPlugin,
  MutationResult,
} from "../../registry/admission-plugin.ts";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import { cloneObject } from "../../objects/clone-object.ts";
import { dispatchWebhook, applyFailurePolicy } from "./dispatch.ts";
import type { Caller } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { Webhook, WebhookSource } from "./webhook-source.ts";
import type { Invocation } from "./invocation.ts";
import { invocationOf } from "./invocation.ts";
import { fromMatchedVersion } from "../matching/object-versions.ts";
import { patchedObject, patchOf } from "./patch.ts";
import { nothingToModify } from "./refusals.ts";

/** The state of a request between its two rounds. */
interface Rounds {
  /** Reinvocable webhooks that have been called since the last change. */
  readonly upToDate: Set<string>;
  /** Reinvocable webhooks that were called before a change. */
  readonly outdated: Set<string>;
  /** A copy of the object after the first round. */
  left: ReadonlyObject | undefined;
}

/** Creates the plugin. `callerFor` returns the caller of a request. */
export function createMutatingWebhooks(
  source: WebhookSource,
  callerFor: (context: AdmissionContext) => Caller,
): AdmissionPlugin {
  const requests = new WeakMap<AdmissionAttributes, Rounds>();

  async function run(
    webhooks: readonly Webhook[],
    attributes: AdmissionAttributes,
    context: AdmissionContext,
  ): Promise<MutationResult> {
    const before = requests.get(attributes);
    const rounds = before ?? { upToDate: new Set(), outdated: new Set(), left: undefined };
    if (before !== undefined && !isDeepEqual(before.left, attributes.object)) outdate(rounds);
    requests.set(attributes, rounds);

    let changed = false;
    for (const webhook of webhooks) {
      const invocation = await invocationOf(webhook, attributes, context);
      if (invocation === undefined) continue;
      // A webhook that did not match in the first round is not called for the first time in the second.
      if (before !== undefined && !rounds.outdated.has(webhook.id)) continue;
      if (await applyWebhook(invocation, attributes, context, callerFor(context))) {
        changed = true;
        outdate(rounds);
      }
      if (webhook.isReinvoked) rounds.upToDate.add(webhook.id);
    }
    rounds.left = attributes.object && cloneObject(attributes.object);
    return changed ? "again" : "done";
  }

  return {
    name: "MutatingAdmissionWebhook",
    mutate(attributes, context) {
      if (isExempt(attributes)) return;
      const webhooks = source.webhooks("mutating", context);
      return webhooks.length === 0 ? undefined : run(webhooks, attributes, context);
    },
  };
}

function outdate({ upToDate, outdated }: Rounds): void {
  for (const id of upToDate) outdated.add(id);
  upToDate.clear();
}

/** Calls a webhook and applies its patch. Resolves with whether it changes the object; rejects if it denies the request or its call fails. */
function applyWebhook(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  caller: Caller,
): Promise<boolean> {
  const { webhook } = invocation;
  return applyFailurePolicy(webhook, false, async () => {
    const { object, verdict } = await dispatchWebhook(invocation, attributes, "mutating", context, caller);
    const patch = patchOf(verdict, webhook.name);
    if (patch.length === 0) return false;
    if (object === undefined || attributes.object === undefined) throw nothingToModify(webhook.name);
    const patched = patchedObject(object, patch);
    const changed = !isDeepEqual(object, patched);
    replace(attributes.object, await fromMatchedVersion(patched, attributes, invocation, context.registry));
    return changed;
  });
}

/** Replaces the fields in place: the request holds a reference to the object. */
function replace(object: ApiObject, next: ApiObject): void {
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries(next)) setOwn<unknown>(object, name, value);
}
