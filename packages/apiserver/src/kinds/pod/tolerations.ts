/** Checks the tolerations of a Pod. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, isLabelValue } from "@kubewright/apimachinery";
import type { Toleration } from "@kubewright/api/core/v1";
import { checkQualifiedName } from "../field-checks.ts";
import type { View } from "../typed.ts";

const taintEffects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

export function checkTolerations(tolerations: readonly View<Toleration>[], path: FieldPath): readonly FieldError[] {
  return tolerations.flatMap((toleration, index) => checkToleration(toleration, path.index(index)));
}

function checkToleration(toleration: View<Toleration>, path: FieldPath): readonly FieldError[] {
  const { key = "", operator, effect = "" } = toleration;
  const errors: FieldError[] = [];
  if (key !== "") append(errors, checkQualifiedName(key, path.child("key")));
  else if (operator !== "Exists") {
    const text = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(field.invalid(path.child("operator"), operator ?? "", text));
  }
  if (toleration.tolerationSeconds !== undefined && effect !== "NoExecute") {
    const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(field.invalid(path.child("effect"), effect, text));
  }
  append(errors, checkOperator(toleration, path.child("operator")));
  if (effect !== "" && !taintEffects.includes(effect)) {
    errors.push(field.notSupported(path.child("effect"), effect, taintEffects));
  }
  return errors;
}

/** Errors of the value have the path of the operator. */
function checkOperator({ operator = "Equal", value = "" }: View<Toleration>, path: FieldPath): readonly FieldError[] {
  switch (operator) {
    case "Equal": {
      const messages = isLabelValue(value);
      return messages.length === 0 ? [] : [field.invalid(path, value, messages.join(";"))];
    }
    case "Exists":
      return value === "" ? [] : [field.invalid(path, value, "value must be empty when `operator` is 'Exists'")];
    // kube-apiserver lists these operators as supported, but they require a feature gate that is off.
    case "Lt":
    case "Gt":
      return [field.notSupported(path, operator, ["Equal", "Exists", "Lt", "Gt"])];
    default:
      return [field.notSupported(path, operator, ["Equal", "Exists"])];
  }
}
