/** Errors of the status of FlowSchemas and PriorityLevelConfigurations: condition types are set and unique. */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, repeatedIndexes } from "@kubewright/apimachinery";
import { checkRequired } from "../field-checks.ts";

const conditionsPath = fieldPath("status", "conditions");

interface Status {
  readonly conditions?: readonly { readonly type?: string }[];
}

export function checkFlowControlStatus({ conditions = [] }: Status = {}): readonly FieldError[] {
  const types = conditions.map(({ type = "" }) => type);
  const repeated = repeatedIndexes(types);
  return types.flatMap((type, index) => {
    const path = conditionsPath.index(index).child("type");
    return [...(repeated.has(index) ? [field.duplicate(path, type)] : []), ...checkRequired(type, path)];
  });
}
