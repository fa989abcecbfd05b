/** Errors of validating admission policies. Expressions are compiled when a policy is written, so a policy that is stored compiles. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { field, fieldPath, isQualifiedName, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import { boolType, nullType, stringType } from "@kubewright/cel";
import { compileAdmissionExpression, expressionErrors } from "../../expressions/compiled-expression.ts";
import type { Declarations } from "../../expressions/environment.ts";
import { environmentOf, policyDeclarations } from "../../expressions/environment.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import { invalidFor } from "../field-checks.ts";
import { checkPolicyParts } from "./check-policy-parts.ts";
import { checksOfVariables } from "./check-variables.ts";
import type { AuditAnnotationView, ValidatingPolicySpec, ValidatingPolicyView, ValidationView } from "./policy.ts";

const reasons: readonly string[] = ["Forbidden", "Invalid", "RequestEntityTooLarge"];
const auditAnnotationsMax = 20;
const valueExpressionBytesMax = 5 * 1024;

/** The declarations that the expressions of a policy can use. */
interface ExpressionScope {
  readonly declarations: Declarations;
  /** Absent for a policy without variables, whose expressions cannot name `variables`. */
  readonly variables: PolicyVariables | undefined;
}

/** Errors of a policy; `old` is the stored one on updates. Match conditions that an update leaves unchanged are not checked again. */
export function checkValidatingPolicy(
  policy: ValidatingPolicyView,
  old: ValidatingPolicyView | undefined,
): Work<readonly FieldError[]> {
  const spec: ValidatingPolicySpec = policy.spec ?? {};
  const path = fieldPath("spec");
  const { variables = [] } = spec;
  const declarations = policyDeclarations(spec);
  const scope = { declarations, variables: variables.length === 0 ? undefined : new PolicyVariables() };
  return joinedInSteps([
    () => checkPolicyParts(spec, old?.spec, path),
    ...(scope.variables === undefined
      ? []
      : checksOfVariables(variables, scope.variables, declarations, path.child("variables"))),
    ...checksOfExpressions(policy, spec, scope, path),
  ]);
}

function checksOfExpressions(
  policy: ValidatingPolicyView,
  { validations = [], auditAnnotations = [] }: ValidatingPolicySpec,
  scope: ExpressionScope,
  path: FieldPath,
): readonly (() => readonly FieldError[])[] {
  const [listPath, annotationsPath] = [path.child("validations"), path.child("auditAnnotations")];
  if (validations.length === 0 && auditAnnotations.length === 0) {
    const text = "validations or auditAnnotations must contain at least one item";
    return [() => [field.required(listPath, text), field.required(annotationsPath, text)]];
  }
  const name = policy.metadata?.name ?? "";
  return [
    ...validations.map((validation, index) => () => checkValidation(validation, scope, listPath.index(index))),
    ...checksOfAuditAnnotations(auditAnnotations, name, scope, annotationsPath),
  ];
}

function checkValidation(validation: ValidationView, scope: ExpressionScope, path: FieldPath): readonly FieldError[] {
  const { expression = "", message = "", messageExpression = "", reason } = validation;
  return [
    ...(expression.trim() === ""
      ? [field.required(path.child("expression"), "expression is not specified")]
      : checkExpression(expression, [boolType], scope, path.child("expression"))),
    ...checkMessageExpression(messageExpression, scope, path.child("messageExpression")),
    ...checkMessage(message, path.child("message")),
    ...(reason === undefined || reasons.includes(reason)
      ? []
      : [field.notSupported(path.child("reason"), reason, reasons)]),
  ];
}

function checkMessageExpression(text: string, scope: ExpressionScope, path: FieldPath): readonly FieldError[] {
  if (text === "") return [];
  if (text.trim() === "") return [field.invalid(path, text, "must be non-empty if specified")];
  const declarations = { ...scope.declarations, hasAuthorizer: false };
  return checkExpression(text, [stringType], { ...scope, declarations }, path);
}

function checkMessage(message: string, path: FieldPath): readonly FieldError[] {
  const trimmed = message.trim();
  if (message !== "" && trimmed === "") return [field.invalid(path, message, "must be non-empty if specified")];
  return /[\n\r]/.test(trimmed) ? [field.invalid(path, message, "must not contain line breaks")] : [];
}

function checksOfAuditAnnotations(
  annotations: readonly AuditAnnotationView[],
  policyName: string,
  scope: ExpressionScope,
  path: FieldPath,
): readonly (() => readonly FieldError[])[] {
  const repeated = repeatedIndexes(annotations.map(({ key = "" }) => key));
  // The reference prints the annotations with the names of the Go fields.
  const shown = annotations.map(({ key = "", valueExpression = "" }) => ({
    Key: key,
    ValueExpression: valueExpression,
  }));
  return [
    ...(annotations.length > auditAnnotationsMax
      ? [() => [field.invalid(path, shown, `must not have more than ${auditAnnotationsMax} auditAnnotations`)]]
      : []),
    ...annotations.map((annotation, index) => () => [
      ...checkAuditAnnotation(annotation, policyName, scope, path.index(index)),
      ...(repeated.has(index) ? [field.duplicate(path.index(index).child("key"), annotation.key ?? "")] : []),
    ]),
  ];
}

function checkAuditAnnotation(
  { key = "", valueExpression = "" }: AuditAnnotationView,
  policyName: string,
  scope: ExpressionScope,
  path: FieldPath,
): readonly FieldError[] {
  const qualified = `${policyName}/${key}`;
  return [
    ...(policyName === ""
      ? [field.invalid(path.child("key"), key, "requires metadata.name be non-empty")]
      : invalidFor(path.child("key"), qualified, isQualifiedName(qualified))),
    ...checkValueExpression(valueExpression, scope, path.child("valueExpression")),
  ];
}

function checkValueExpression(text: string, scope: ExpressionScope, path: FieldPath): readonly FieldError[] {
  const trimmed = text.trim();
  if (trimmed === "") return [field.required(path, "valueExpression is not specified")];
  if (Buffer.byteLength(trimmed) > valueExpressionBytesMax) {
    return [field.required(path, `must not exceed ${valueExpressionBytesMax} bytes in length`)];
  }
  return checkExpression(trimmed, [stringType, nullType], scope, path, text);
}

function checkExpression(
  text: string,
  types: Parameters<typeof compileAdmissionExpression>[1],
  { declarations, variables }: ExpressionScope,
  path: FieldPath,
  shown: string = text,
): readonly FieldError[] {
  const environment = variables?.environmentOf(declarations) ?? environmentOf(declarations);
  return expressionErrors(compileAdmissionExpression(text, types, environment), path, shown);
}
