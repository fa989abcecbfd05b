/**
 * ValidatingAdmissionPolicy and its binding: expressions that decide whether a write is admitted.
 * https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
import type {
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from "@kubewright/api/admissionregistration.k8s.io/v1";
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  compileJsonPath,
  field,
  fieldPath,
  joinedInSteps,
  JsonPathError,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import { boolType, nullType, stringType } from "@kubewright/cel";
import { compileAdmissionExpression, expressionErrors } from "../../expressions/compiled-expression.ts";
import type { Declarations } from "../../expressions/environment.ts";
import { environmentOf, policyDeclarations } from "../../expressions/environment.ts";
import { PolicyVariables } from "../../expressions/policy-variables.ts";
import { checkConditions } from "../condition-checks.ts";
import { checkQualifiedName, checkRequired, checkSupported } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type {
  AuditAnnotationView,
  ValidatingBindingView,
  ValidatingPolicySpec,
  ValidatingPolicyView,
  ValidationView,
} from "./admission-kind.ts";
import { shownParamKind, shownParamRef } from "./params.ts";
import type { PolicyKindOptions } from "./policy-record.ts";
import {
  bindingRecord,
  checkBindingParts,
  checkPolicyParts,
  checksOfVariables,
  policyRecord,
} from "./policy-record.ts";

const policyPlural = "validatingadmissionpolicies";

/** The kinds of validating policies and of their bindings. */
export function validatingPolicyKinds(options: PolicyKindOptions): readonly BuiltinKind[] {
  return [
    builtinKind<ValidatingAdmissionPolicy>({
      ...policyRecord(checkValidatingPolicy, options),
      plural: policyPlural,
      status: { keepsMetadata: true, resetFields: [["metadata"], ["spec"]], validateUpdate: checkPolicyStatus },
      cells: ({ spec }) => ({
        Validations: spec?.validations?.length ?? 0,
        ParamKind: shownParamKind(spec?.paramKind),
      }),
    }),
    builtinKind<ValidatingAdmissionPolicyBinding>({
      ...bindingRecord(policyPlural, checkValidatingBinding, options),
      plural: "validatingadmissionpolicybindings",
      cells: ({ spec }) => ({ PolicyName: spec?.policyName ?? "", ParamRef: shownParamRef(spec?.paramRef) }),
    }),
  ];
}

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
    ...checkSupported(reason, reasons, path.child("reason")),
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
      : checkQualifiedName(qualified, path.child("key"))),
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

const actions: readonly string[] = ["Audit", "Deny", "Warn"];

/** In steps, the errors of a binding of a validating policy. */
function checkValidatingBinding({ spec = {} }: ValidatingBindingView): Work<readonly FieldError[]> {
  const path = fieldPath("spec");
  return joinedInSteps([
    () => checkBindingParts(spec, path),
    () => checkActions(spec.validationActions ?? [], path.child("validationActions")),
  ]);
}

function checkActions(values: readonly string[], path: FieldPath): readonly FieldError[] {
  if (values.length === 0) return [field.required(path, "at least one validation action is required")];
  const conflict =
    "must not contain both Deny and Warn " +
    "(repeating the same validation failure information in the API response and headers serves no purpose)";
  const repeated = repeatedIndexes(values);
  return [
    ...values.flatMap((action, index) => [
      ...checkSupported(action, actions, path.index(index)),
      ...(repeated.has(index) ? [field.duplicate(path.index(index), action)] : []),
    ]),
    ...(values.includes("Deny") && values.includes("Warn") ? [field.invalid(path, values, conflict)] : []),
  ];
}

/** Errors of the status. */
function checkPolicyStatus({ status }: ValidatingPolicyView): readonly FieldError[] {
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  const path = fieldPath("status", "typeChecking", "expressionWarnings");
  return [
    ...warnings.flatMap(({ fieldRef = "", warning }, index) => [
      ...checkRequired(warning, path.index(index).child("warning")),
      ...checkFieldRef(fieldRef.trim(), path.index(index).child("fieldRef")),
    ]),
    ...checkConditions(status?.conditions ?? [], fieldPath("status", "conditions")),
  ];
}

/** The field reference is a JSONPath. */
function checkFieldRef(fieldRef: string, path: FieldPath): readonly FieldError[] {
  if (fieldRef === "") return [field.required(path, "")];
  try {
    compileJsonPath(fieldRef);
    return [];
  } catch (error) {
    if (!(error instanceof JsonPathError)) throw error;
    return [field.invalid(path, fieldRef, `invalid JSONPath: ${error.message}`)];
  }
}
