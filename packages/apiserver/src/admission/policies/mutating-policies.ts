/**
 * MutatingAdmissionPolicy: changes the objects of writes. Policies run in the order of their names, each with the changes of the previous ones; which
 * policies match is decided before the first change. https://kubernetes.io/docs/reference/access-authn-authz/mutating-admission-policy/
 */
import type { ApiError, Status, Work } from "@kubewright/apimachinery";
import { apiErrorFrom, quoteGoString, workOf } from "@kubewright/apimachinery";
import { runInSteps } from "../../turns/time-slices.ts";
import type { PolicyMetrics } from "../../metrics/policy-metrics.ts";
import type { MutatingPolicySpec } from "../../kinds/admissionregistration/admission-kind.ts";
import type { AdmissionAttributes, AdmissionPlugin, MutationResult } from "../../registry/admission-plugin.ts";
import { replaceDraft } from "../matching/object-versions.ts";
import { forbid } from "../plugins/forbid.ts";
import { Round } from "../reinvocation/round.ts";
import type { CompiledMutatingPolicy } from "./compile-mutating-policy.ts";
import { compileMutatingPolicy } from "./compile-mutating-policy.ts";
import { isExcludedFromPolicies } from "./excluded.ts";
import type { MutationOutcome, PolicyFailure } from "./mutate-with-policies.ts";
import { mutateWithPolicies } from "./mutate-with-policies.ts";
import { PolicySource } from "./policy-source.ts";

/** The mutating policies of a server. */
export type MutatingPolicySource = PolicySource<MutatingPolicySpec, CompiledMutatingPolicy>;

/** Creates the source of the plugin. */
export function createMutatingPolicySource(): MutatingPolicySource {
  return new PolicySource({
    policies: "mutatingadmissionpolicies",
    bindings: "mutatingadmissionpolicybindings",
    compile: compileMutatingPolicy,
  });
}

/** Creates the plugin. */
export function createMutatingPolicies(source: MutatingPolicySource, metrics: PolicyMetrics): AdmissionPlugin {
  const rounds = new WeakMap<AdmissionAttributes, Round>();

  function conclude(outcome: MutationOutcome, attributes: AdmissionAttributes): MutationResult {
    const { failures, round, object, isChanged, checks } = outcome;
    for (const check of checks) metrics.observeMutation(check);
    if (failures.length > 0) throw denialError(failures, attributes);
    if (object !== undefined && attributes.object !== undefined) replaceDraft(attributes.object, object);
    round.end(attributes.object);
    rounds.set(attributes, round);
    return isChanged ? "again" : "done";
  }

  return {
    name: "MutatingAdmissionPolicy",
    mutate(attributes, context) {
      if (attributes.operation === "DELETE" || isExcludedFromPolicies(attributes)) return;
      const policies = source.bound(context);
      if (policies.length === 0) return;
      const work = (): Work<MutationOutcome> => {
        const round = new Round(rounds.get(attributes), attributes.object);
        return workOf(mutateWithPolicies(policies, round, attributes, context));
      };
      const outcome = runInSteps(work, context);
      if (outcome instanceof Promise) return outcome.then((awaited) => conclude(awaited, attributes));
      return conclude(outcome, attributes);
    },
  };
}

/** The message is that of the first failure. The causes list all failures. */
function denialError(failures: readonly PolicyFailure[], attributes: AdmissionAttributes): ApiError {
  const { status } = forbid(attributes, "admission request denied by policy");
  const causes = failures.map((failure) => ({ message: messageOf(failure) }));
  const details: NonNullable<Status["details"]> = { ...status.details, causes };
  const { reason } = failures[0] ?? {};
  return apiErrorFrom({
    ...status,
    message: causes[0]?.message ?? "",
    ...(reason === undefined ? {} : { reason }),
    details,
  });
}

function messageOf({ policy, binding, message }: PolicyFailure): string {
  const who = binding === undefined ? quoteGoString(policy) : `'${policy}' with binding '${binding}'`;
  return `policy ${who} denied request: ${message}`;
}
