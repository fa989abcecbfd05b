/**
 * MutatingAdmissionWebhook: webhooks that change objects, one after the other, each seeing what those before it have made. When one has
 * changed something, all mutating plugins run once more, and of the webhooks those which asked for it and came before a change.
 * https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/#reinvocation-policy
 */
import { isDeepEqual, setOwn } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { AdmissionAttributes, AdmissionPlugin, MutationResult } from "../registry/admission-plugin.ts";
import type { ApiObject } from "../registry/api-object.ts";
import type { RequestContext } from "../registry/server-context.ts";
import { askWebhook, heedFailurePolicy } from "./ask.ts";
import type { Caller } from "./call.ts";
import { isExempt } from "./exempt.ts";
import type { Hook, HookSource } from "./hook.ts";
import type { Invocation } from "./match.ts";
import { invocationOf } from "./match.ts";
import { takenObject } from "./object-form.ts";
import { patchedObject, patchOf } from "./patch.ts";
import { nothingToModify } from "./refusals.ts";

/** What is remembered of a request between its two rounds. */
interface Rounds {
  /** Webhooks that want to see later changes, and have been called since the last one. */
  readonly upToDate: Set<string>;
  /** Those that a change came after. */
  readonly outdated: Set<string>;
  /** The object as the webhooks left it in the first round. */
  left: JsonValue;
}

/** The plugin. `callerFor` gives what calls are made with in a request. */
export function createMutatingWebhooks(
  source: HookSource,
  callerFor: (context: RequestContext) => Caller,
): AdmissionPlugin {
  const requests = new WeakMap<AdmissionAttributes, Rounds>();

  async function run(
    hooks: readonly Hook[],
    attributes: AdmissionAttributes,
    context: RequestContext,
  ): Promise<MutationResult> {
    const before = requests.get(attributes);
    const rounds = before ?? { upToDate: new Set(), outdated: new Set(), left: null };
    if (before !== undefined && !isDeepEqual(before.left, attributes.object)) outdate(rounds);
    requests.set(attributes, rounds);

    let changed = false;
    for (const hook of hooks) {
      const invocation = invocationOf(hook, attributes, context);
      if (invocation === undefined) continue;
      // A webhook that did not match in the first round is not called for the first time in the second.
      if (before !== undefined && !rounds.outdated.has(hook.id)) continue;
      if (await ask(invocation, attributes, context, callerFor(context))) {
        changed = true;
        outdate(rounds);
      }
      if (hook.isReinvoked) rounds.upToDate.add(hook.id);
    }
    rounds.left = snapshotOf(attributes.object);
    return changed ? "again" : "done";
  }

  return {
    name: "MutatingAdmissionWebhook",
    mutate(attributes, context) {
      if (isExempt(attributes)) return;
      const hooks = source.hooks("mutating", context);
      return hooks.length === 0 ? undefined : run(hooks, attributes, context);
    },
  };
}

function outdate({ upToDate, outdated }: Rounds): void {
  for (const id of upToDate) outdated.add(id);
  upToDate.clear();
}

function snapshotOf(object: ApiObject | undefined): JsonValue {
  return object === undefined ? null : (structuredClone(object) as unknown as JsonValue); // Decoded from JSON, it is a JSON value.
}

/** Asks a webhook and lets it change the object; whether it did. Rejects when it refuses, or fails and that is not to be ignored. */
function ask(
  invocation: Invocation,
  attributes: AdmissionAttributes,
  context: RequestContext,
  caller: Caller,
): Promise<boolean> {
  const { hook } = invocation;
  return heedFailurePolicy(hook, false, async () => {
    const { object, verdict } = await askWebhook(invocation, attributes, "mutating", context, caller);
    const patch = patchOf(verdict, hook.name);
    if (patch.length === 0) return false;
    if (object === undefined || attributes.object === undefined) throw nothingToModify(hook.name);
    const patched = patchedObject(object, patch);
    const changed = !isDeepEqual(object, patched);
    replace(attributes.object, takenObject(patched, attributes, invocation, context.registry));
    return changed;
  });
}

/** Makes one object of the other, in place: the request has handed it out. */
function replace(object: ApiObject, next: ApiObject): void {
  for (const name of Object.keys(object)) delete object[name];
  for (const [name, value] of Object.entries(next)) setOwn<unknown>(object, name, value);
}
