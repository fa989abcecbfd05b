/**
 * The responses of PodSecurity to creates and updates of namespaces: errors for labels with bad values, and warnings about existing Pods that violate a
 * stricter level.
 */
import type { Namespace } from "@kubewright/api/core/v1";
import { formatFieldErrors, getOwn, invalid, whenDone, workOf } from "@kubewright/apimachinery";
import type { Work } from "@kubewright/apimachinery";
import { viewOf } from "../../kinds/typed.ts";
import type { AdmissionAttributes } from "../../registry/admission-plugin.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { ExistingPodsContext } from "./existing-pods.ts";
import { warningsAboutPods } from "./existing-pods.ts";
import type { Labels, NamespacePolicy, Policy } from "./policy.ts";
import { formatLevelVersion, isEquivalent, isStricter, labelOf, modes, policyOf } from "./policy.ts";
import type { PodSecurityResponse } from "./review.ts";
import { allowed } from "./review.ts";

/** In steps: reviews a create or an update of a namespace. It may pause between the evaluations of existing Pods. */
export function reviewNamespace(
  attributes: AdmissionAttributes,
  context: ExistingPodsContext,
): Work<PodSecurityResponse> {
  const { subresource, object, oldObject, kind, name } = attributes;
  if (subresource !== "" || object === undefined) return allowed;
  const { defaults } = context.configuration;
  const next = policyOf(labelsOf(object), defaults);
  const old = oldObject && policyOf(labelsOf(oldObject), defaults);
  if (hasNewErrors(next, old)) return { rejection: invalid(kind, name, next.errors) };

  if (old !== undefined && !evaluatesPods(next.policy, old.policy)) return allowed;
  if (context.configuration.namespaces.has(attributes.namespace)) {
    return warning(exemptWarning(attributes.namespace, next.policy, labelsOf(object), defaults));
  }
  if (old === undefined) return allowed;
  return whenDone(workOf(warningsAboutPods(name, next.policy.enforce, context)), (warnings) => ({ warnings }));
}

function labelsOf(object: ReadonlyObject): Labels {
  return viewOf<Namespace>(object).metadata?.labels;
}

/** Errors that the stored labels have, too, do not reject an update. */
function hasNewErrors({ errors }: NamespacePolicy, old: NamespacePolicy | undefined): boolean {
  return errors.length > 0 && (old === undefined || formatFieldErrors(errors) !== formatFieldErrors(old.errors));
}

/** Whether the new policy may reject Pods that the old one admits. */
function evaluatesPods({ enforce }: Policy, { enforce: old }: Policy): boolean {
  if (enforce.level === "privileged") return false;
  return enforce.version !== old.version || isStricter(enforce.level, old.level);
}

function warning(text: string | undefined): PodSecurityResponse {
  return text === undefined ? allowed : { warnings: [text] };
}

/** The warning about labels of an exempt namespace, with the modes that they restrict. */
function exemptWarning(name: string, policy: Policy, labels: Labels, defaults: Policy): string | undefined {
  if (modes.every((mode) => policy[mode].level === "privileged") || isEquivalent(policy, defaults)) return undefined;
  const ignored = modes.filter((mode) => policy[mode].level !== "privileged" && hasLabel(labels, mode));
  const list = ignored.map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`).join(", ");
  return `namespace "${name}" is exempt from Pod Security, and the policy (${list}) will be ignored`;
}

function hasLabel(labels: Labels, mode: (typeof modes)[number]): boolean {
  return [labelOf(mode), `${labelOf(mode)}-version`].some((key) => getOwn(labels ?? {}, key) !== undefined);
}
