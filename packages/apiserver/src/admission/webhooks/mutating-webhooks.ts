/**
 * MutatingAdmissionWebhook: calls the mutating webhooks in order, each with the changes of the previous ones. If one changes the object, all mutating
 * plugins run once more. The second round calls only webhooks with `reinvocationPolicy: IfNeeded` that were called before a change.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import type { ApiObject } from "../../objects/api-object.ts";
import type {
  AdmissionContext,
  AdmissionAttributes,
  AdmissionPlugin,
  MutationResult,
} from "../../registry/admission-plugin.ts";
import { runInSteps } from "../../turns/time-slices.ts";
import type { CallPlace } from "./annotations.ts";
import { annotateFailedOpen, annotateMutation } from "./annotations.ts";
import { dispatchWebhook, applyFailurePolicy } from "./dispatch.ts";
import type { Caller } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { Webhook, WebhookSource } from "./webhook-source.ts";
import type { Invocation } from "./invocation.ts";
import { invocationOf } from "./invocation.ts";
import { inRequestedVersion, replaceDraft } from "../matching/object-versions.ts";
import { Round } from "../reinvocation/round.ts";
import { patchedLiterals, patchedObject, patchOf } from "./patch.ts";
import { unsupportedPatch } from "./denial-errors.ts";
import { VersionedObjects } from "./versioned-objects.ts";

/** Creates the plugin. `callerFor` returns the caller of a request. */
export function createMutatingWebhooks(
  source: WebhookSource,
  callerFor: (context: AdmissionContext) => Caller,
): AdmissionPlugin {
  const rounds = new WeakMap<AdmissionAttributes, Round>();

  async function run(
    webhooks: readonly Webhook[],
    attributes: AdmissionAttributes,
    context: AdmissionContext,
  ): Promise<MutationResult> {
    const round = new Round(rounds.get(attributes), attributes.object);
    rounds.set(attributes, round);
    const versions = new VersionedObjects(attributes, context, "mutating");
    let changed = false;
    for (const [index, webhook] of webhooks.entries()) {
      const invocation = await invocationOf(webhook, attributes, context, versions);
      if (invocation === undefined || !round.runs(webhook.id)) continue;
      const call: MutatingCall = { invocation, place: { round: round.number, index }, versions };
      if (await applyWebhook(call, attributes, context, callerFor(context))) {
        changed = true;
        round.changed();
      }
      if (webhook.isReinvoked) round.ran(webhook.id);
    }
    round.end(attributes.object);
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

interface MutatingCall {
  readonly invocation: Invocation;
  readonly place: CallPlace;
  readonly versions: VersionedObjects;
}

/** Calls a webhook and applies its patch. Resolves with whether it changes the object; rejects if it denies the request or its call fails. */
function applyWebhook(
  { invocation, place, versions }: MutatingCall,
  attributes: AdmissionAttributes,
  context: AdmissionContext,
  caller: Caller,
): Promise<boolean> {
  const { webhook } = invocation;
  const ignored = (): boolean => {
    annotateFailedOpen("mutation", webhook, place, context);
    return false;
  };
  return applyFailurePolicy(webhook, ignored, async () => {
    let changed = false;
    try {
      const verdict = await dispatchWebhook(invocation, attributes, "mutating", context, caller);
      const patch = patchOf(verdict, webhook.name);
      if (patch.length === 0) return false;
      const { object } = invocation.objects;
      if (object === undefined || attributes.object === undefined) throw unsupportedPatch(webhook.name);
      const patched = patchedObject(object, patch);
      const literals = patchedLiterals(object, verdict);
      context.decoded.literals = literals;
      changed = !isDeepEqual(object, patched);
      const decode = (): Work<ApiObject> =>
        inRequestedVersion(patched, attributes, invocation, context.registry, { source: literals });
      replaceDraft(attributes.object, await runInSteps(decode, context));
      versions.changed();
      return changed;
    } finally {
      annotateMutation(webhook, place, changed, context);
    }
  });
}
