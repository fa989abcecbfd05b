/** The metrics of PodSecurity, with the names and labels of kube-apiserver. */
import type { Family, Value } from "./families.ts";
import { counterFamily } from "./families.ts";

/** A request that PodSecurity reviews. */
export interface ReviewedRequest {
  readonly operation: string;
  readonly resource: { readonly group: string; readonly resource: string };
  readonly subresource: string;
}

/** The evaluation of one mode. */
export interface PodSecurityEvaluation {
  readonly isAllowed: boolean;
  readonly level: string;
  /** `latest`, or `v1.` and the minor version. */
  readonly version: string;
  readonly mode: "audit" | "enforce" | "warn";
}

const requestLabels = ["request_operation", "resource", "subresource"];

export class PodSecurityMetrics {
  readonly #minor: number;
  readonly #evaluations = counterFamily({
    name: "pod_security_evaluations_total",
    help: "[ALPHA] Number of policy evaluations that occurred, not counting ignored or exempt requests.",
    labels: ["decision", "policy_level", "policy_version", "mode", ...requestLabels],
  });
  readonly #exemptions = counterFamily({
    name: "pod_security_exemptions_total",
    help: "[ALPHA] Number of exempt requests, not counting ignored or out of scope requests.",
    labels: requestLabels,
  });
  readonly #errors = counterFamily({
    name: "pod_security_errors_total",
    help: "[ALPHA] Number of errors preventing normal evaluation. Non-fatal errors may result in the latest restricted profile being used for evaluation.",
    labels: ["fatal", ...requestLabels],
  });

  /** `minor` is the minor version of the server. */
  constructor(minor: number) {
    this.#minor = minor;
    // kube-apiserver has these series from its start.
    for (const operation of ["create", "update"]) {
      this.#evaluations.with("allow", "privileged", "latest", "enforce", operation, "pod", "");
      for (const resource of ["pod", "controller"]) this.#exemptions.with(operation, resource, "");
    }
  }

  get families(): readonly Family<Value>[] {
    return [this.#evaluations, this.#exemptions, this.#errors];
  }

  countEvaluation({ isAllowed, level, version, mode }: PodSecurityEvaluation, request: ReviewedRequest): void {
    const decision = isAllowed ? "allow" : "deny";
    const shown = level === "privileged" ? "latest" : this.#versionLabel(version);
    this.#evaluations.with(decision, level, shown, mode, ...labelsOf(request)).value++;
  }

  countExemption(request: ReviewedRequest): void {
    this.#exemptions.with(...labelsOf(request)).value++;
  }

  /** Counts an error. `isFatal`: the request was not evaluated. */
  countError(isFatal: boolean, request: ReviewedRequest): void {
    this.#errors.with(String(isFatal), ...labelsOf(request)).value++;
  }

  /** Versions after that of the server share a label, so that clients cannot create any number of series. */
  #versionLabel(version: string): string {
    return version !== "latest" && Number(version.slice("v1.".length)) > this.#minor ? "future" : version;
  }
}

function labelsOf({ operation, resource: { group, resource }, subresource }: ReviewedRequest): readonly string[] {
  const isPod = group === "" && resource === "pods";
  return [operation.toLowerCase(), isPod ? "pod" : "controller", subresource];
}
