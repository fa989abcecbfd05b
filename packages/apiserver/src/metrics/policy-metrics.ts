/** The metrics of validating and mutating admission policies, with the names and labels of kube-apiserver. */
import type { Family, Histogram, Value } from "./families.ts";
import { counterFamily, histogramFamily } from "./families.ts";

/** One decision of a policy: a validation that does not hold, an expression that fails, or a mutation. */
export interface PolicyCheck {
  readonly policy: string;
  readonly binding: string;
  /** Why the check failed; `undefined` if it succeeded. */
  readonly failure: string | undefined;
  readonly seconds: number;
}

/** A check of a validating policy. `allow`: the failure policy ignores the error. */
export interface ValidationCheck extends PolicyCheck {
  readonly action: "allow" | "audit" | "deny" | "warn";
}

const labels = ["policy", "policy_binding", "error_type"];
const validationLabels = [...labels, "enforcement_action"];
const secondsBounds = [0.0000005, 0.001, 0.01, 0.1, 1];

export class PolicyMetrics {
  readonly #validations = counterFamily({
    name: "apiserver_validating_admission_policy_check_total",
    help: "[BETA] Validation admission policy check total, labeled by policy and further identified by binding and enforcement action taken.",
    labels: validationLabels,
  });
  readonly #validationDurations = histogramFamily(
    {
      name: "apiserver_validating_admission_policy_check_duration_seconds",
      help: "[BETA] Validation admission latency for individual validation expressions in seconds, labeled by policy and further including binding and enforcement action taken.",
      labels: validationLabels,
    },
    secondsBounds,
  );
  readonly #mutations = counterFamily({
    name: "apiserver_mutating_admission_policy_check_total",
    help: "[ALPHA] Mutation admission policy check total, labeled by policy and further identified by binding.",
    labels,
  });
  readonly #mutationDurations = histogramFamily(
    {
      name: "apiserver_mutating_admission_policy_check_duration_seconds",
      help: "[ALPHA] Mutation admission latency for individual mutation expressions in seconds, labeled by policy and binding.",
      labels,
    },
    secondsBounds,
  );

  get families(): readonly Family<Histogram | Value>[] {
    return [this.#validations, this.#validationDurations, this.#mutations, this.#mutationDurations];
  }

  observeValidation({ action, seconds, ...check }: ValidationCheck): void {
    const values = [...labelsOf(check), action];
    this.#validations.with(...values).value++;
    this.#validationDurations.with(...values).observe(seconds);
  }

  observeMutation({ seconds, ...check }: PolicyCheck): void {
    const values = labelsOf(check);
    this.#mutations.with(...values).value++;
    this.#mutationDurations.with(...values).observe(seconds);
  }
}

function labelsOf({ policy, binding, failure }: Omit<PolicyCheck, "seconds">): readonly string[] {
  return [policy, binding, errorTypeOf(failure)];
}

/** As in kube-apiserver, the message decides: a validation that does not hold has the type `invalid_error`. */
function errorTypeOf(failure: string | undefined): string {
  if (failure === undefined) return "no_error";
  if (failure.startsWith("compilation")) return "compile_error";
  return failure.startsWith("validation failed due to running out of cost budget") ? "out_of_budget" : "invalid_error";
}
