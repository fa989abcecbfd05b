// Problems that checks find. Upstream's validator writes whole sentences with the field, and the API server converts them to
// field errors. A problem has both, because equal sentences are reported once.

import { eachInSteps, field, formatFieldPath, whenDone } from "@kubewright/apimachinery";
import type { FieldError, FieldPathLike, Work } from "@kubewright/apimachinery";

/** A problem. `where` is the path from the root of the value, with a leading dot where upstream has one. */
export interface Problem {
  readonly kind: "required" | "enum" | "tooLong" | "tooMany" | "type" | "invalid" | "composite";
  readonly where: string;
  readonly message: string;
  /** The bad value in the error. */
  readonly value: unknown;
  /** The limit of `tooLong` and `tooMany`. */
  readonly limit?: number;
  /** The values of `enum`. */
  readonly supported?: readonly string[];
}

/**
 * What the checks of a value have found. Of several failed alternatives, kube-apiserver reports the one with the most checks. The order and counting of checks
 * are those of kube-apiserver, because both affect the errors.
 */
export interface Found {
  readonly problems: Problem[];
  /** The number of checks. */
  matches: number;
}

/** Adds what a check has found. */
export function add(problems: Problem[], found: Problem | undefined): void {
  if (found !== undefined) problems.push(found);
}

/** In steps: converts problems to field errors below a base path (default: the root). Equal problems are reported once. */
export function toFieldErrors(problems: readonly Problem[], base: FieldPathLike): Work<FieldError[]> {
  if (problems.length === 0) return [];
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  const converting = eachInSteps(problems, (problem) => {
    if (seen.has(problem.message)) return;
    seen.add(problem.message);
    errors.push(toFieldError(problem, base));
  });
  return whenDone(converting, () => errors);
}

function toFieldError(problem: Problem, base: FieldPathLike): FieldError {
  const { kind, value, message, limit = 0, supported = [] } = problem;
  const path = joined(base, problem.where);
  switch (kind) {
    case "required":
      return field.required(path, "");
    case "enum":
      return field.notSupported(path, value, supported);
    case "tooLong":
      return field.tooLong(path, limit);
    case "tooMany":
      return field.tooMany(path, Number(value), limit);
    case "type":
      return field.typeInvalid(path, value, message);
    case "invalid":
      return field.invalid(path, value, message);
    case "composite":
      // Upstream reports these without a path.
      return field.invalid(base, "", message);
  }
}

function joined(base: FieldPathLike, where: string): FieldPathLike {
  const relative = where.startsWith(".") ? where.slice(1) : where;
  if (relative === "") return base;
  return base === undefined ? relative : `${formatFieldPath(base)}.${relative}`;
}
