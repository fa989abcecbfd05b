// Validation of delete options, for the options of a delete and for those in an Eviction.
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, invalid } from "@kubewright/apimachinery";
import type { PropagationPolicy } from "../contracts/write-options.ts";

/** The delete options whose values can be invalid. */
export interface UncheckedDeleteOptions {
  readonly propagationPolicy?: string | undefined;
  readonly orphanDependents?: boolean | undefined;
  readonly dryRun?: readonly string[] | undefined;
}

/** Throws 422 if a value is not supported or two options contradict each other. */
export function checkDeleteOptions({ propagationPolicy, orphanDependents, dryRun = [] }: UncheckedDeleteOptions): void {
  const errors: FieldError[] = [];
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    const text = "orphanDependents and deletionPropagation cannot be both set";
    errors.push(field.invalid("propagationPolicy", propagationPolicy, text));
  }
  if (propagationPolicy !== undefined && !isPropagationPolicy(propagationPolicy)) {
    const supported = ["Foreground", "Background", "Orphan", "nil"];
    errors.push(field.notSupported("propagationPolicy", propagationPolicy, supported));
  }
  append(errors, dryRunErrors(dryRun));
  if (errors.length > 0) throw invalid({ group: "meta.k8s.io", kind: "DeleteOptions" }, "", errors);
}

/** Errors of the values of `dryRun`. */
export function dryRunErrors(dryRun: readonly string[]): readonly FieldError[] {
  return dryRun.every((value) => value === "All") ? [] : [field.notSupported("dryRun", dryRun, ["All"])];
}

export function isPropagationPolicy(value: string): value is PropagationPolicy {
  return value === "Orphan" || value === "Background" || value === "Foreground";
}
