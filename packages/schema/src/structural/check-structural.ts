// All checks of a custom resource definition's schema, in the order of kube-apiserver. Later checks depend on earlier ones:
// defaults are checked only by a structural schema.

import { afterPause, field, finish, formatFieldError } from "@kubewright/apimachinery";
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { checkCompleteness } from "./completeness.ts";
import { checkDefaults } from "./check-defaults.ts";
import { checkInvariants } from "./invariants.ts";
import { checkNodes } from "./check-node.ts";
import { checkRootWithStatus } from "./check-root.ts";
import { whyNotStructural } from "./keywords.ts";
import type { RuleChecks } from "./rule-checks.ts";
import { rootPlace } from "./rule-checks.ts";

/** The parts of the definition that affect the checks. */
export interface CheckStructuralOptions {
  /** The version has a status subresource, which restricts the keywords at the root. Default: false. */
  readonly hasStatus?: boolean;
  /** Checks rules in CEL. Default: rules are not compiled. */
  readonly rules?: RuleChecks;
}

/**
 * The errors for which kube-apiserver rejects the schema of a custom resource. The other functions of this package require a schema
 * without errors.
 *
 * @param path of the schema in the definition, including its name: `spec.validation.openAPIV3Schema`.
 */
export function checkStructural(
  schema: JsonSchema,
  path: FieldPath,
  options?: CheckStructuralOptions,
): readonly FieldError[] {
  return finish(checkStructuralInSteps(schema, path, options));
}

/** Like `checkStructural`, in steps. */
export function checkStructuralInSteps(
  schema: JsonSchema,
  path: FieldPath,
  options: CheckStructuralOptions = {},
): Work<readonly FieldError[]> {
  const ofRoot: FieldError[] = options.hasStatus === true ? checkRootWithStatus(schema, path) : [];
  if (schema.nullable === true) {
    ofRoot.push(field.forbidden(path.child("nullable"), "nullable cannot be true at the root"));
  }
  const reason = whyNotStructural(schema);
  const checking = reason === undefined ? checkAsStructural(schema, path, options.rules) : [];
  return afterPause(checking, (structural) => {
    // Rules are compiled for types that only a structural schema describes.
    const rules = reason === undefined && structural.length === 0 ? options.rules : undefined;
    const errors = [...ofRoot, ...structural, ...checkNodesAndRules(schema, path, rules)];
    // Usually another check has reported the problem with a better message.
    if (errors.length === 0 && reason !== undefined) errors.push(field.invalid(path, "", reason));
    return rules === undefined ? errors : [...errors, ...rules.checkTotal(path)];
  });
}

function checkNodesAndRules(schema: JsonSchema, path: FieldPath, rules: RuleChecks | undefined): readonly FieldError[] {
  const ruleErrors: FieldError[] = [];
  const context = {
    defaultForbidden: undefined,
    isInsideMetadata: false,
    rules: rules && { checks: rules, place: rootPlace, errors: ruleErrors },
  };
  return [...checkNodes(schema, path, context, true), ...ruleErrors];
}

function checkAsStructural(
  schema: JsonSchema,
  path: FieldPath,
  rules: RuleChecks | undefined,
): Work<readonly FieldError[]> {
  const errors = [...checkInvariants(schema, path), ...checkCompleteness(schema, path)];
  if (errors.length === 0) return checkDefaults(schema, path, rules);
  return errors.toSorted((left, right) => (formatFieldError(left) < formatFieldError(right) ? -1 : 1));
}
