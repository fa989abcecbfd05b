/** Errors of the status of a validating admission policy, which a controller writes. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { compileJsonPath, field, fieldPath, JsonPathError } from "@kubewright/apimachinery";
import { checkConditions } from "../condition-checks.ts";
import type { ValidatingPolicyView } from "./policy.ts";

/** Errors of the status. */
export function checkPolicyStatus({ status }: ValidatingPolicyView): readonly FieldError[] {
  const warnings = status?.typeChecking?.expressionWarnings ?? [];
  const path = fieldPath("status", "typeChecking", "expressionWarnings");
  return [
    ...warnings.flatMap(({ fieldRef = "", warning = "" }, index) => [
      ...(warning === "" ? [field.required(path.index(index).child("warning"), "")] : []),
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
