// The findings of checks. Upstream's validator writes whole sentences that name the field, and the API server turns them
// into field errors; both forms are kept, because equal sentences are reported once.

import { field, formatFieldPath } from "@kubewright/apimachinery";
import type { FieldError, FieldPathLike } from "@kubewright/apimachinery";

/** A finding. `where` is the path from the root of the value with a dot in front of it when upstream has one. */
export interface Problem {
  readonly kind: "required" | "enum" | "tooLong" | "tooMany" | "type" | "invalid" | "composite";
  readonly where: string;
  readonly message: string;
  /** What is shown as the bad value. */
  readonly value: unknown;
  /** The limit of `tooLong` and `tooMany`. */
  readonly limit?: number;
  /** The values of `enum`. */
  readonly supported?: readonly string[];
}

/** The field errors of findings, equal ones once, below a base path (none: the path starts at the root). */
export function toFieldErrors(problems: readonly Problem[], base: FieldPathLike): FieldError[] {
  const seen = new Set<string>();
  const errors: FieldError[] = [];
  for (const problem of problems) {
    if (seen.has(problem.message)) continue;
    seen.add(problem.message);
    errors.push(toFieldError(problem, base));
  }
  return errors;
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
      // Upstream has no path for these.
      return field.invalid(base, "", message);
  }
}

function joined(base: FieldPathLike, where: string): FieldPathLike {
  const relative = where.startsWith(".") ? where.slice(1) : where;
  if (relative === "") return base;
  return base === undefined ? relative : `${formatFieldPath(base)}.${relative}`;
}
