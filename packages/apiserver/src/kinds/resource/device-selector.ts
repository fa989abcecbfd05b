/** CEL expressions that select devices: https://kubernetes.io/docs/reference/using-api/cel/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { DeviceSelector } from "@kubewright/api/resource.k8s.io/v1";
import { compileExpression, isSameType, anyType, boolType } from "@kubewright/cel";
import { typeNameAtRuntime } from "../../expressions/compiled-expression.ts";
import type { View } from "../typed.ts";
import { checkItems } from "./bounded-lists.ts";
import { deviceEnvironment, sizeInDevice } from "./device-environment.ts";

const selectorsMax = 32;
const expressionBytesMax = 10 * 1024;
const costMax = 1_000_000;

export function checkSelectors(
  selectors: readonly View<DeviceSelector>[] | undefined,
  path: FieldPath,
): readonly FieldError[] {
  return checkItems(selectors, selectorsMax, checkSelector, path);
}

function checkSelector({ cel }: View<DeviceSelector>, path: FieldPath): readonly FieldError[] {
  const at = path.child("cel");
  if (cel === undefined) return [field.required(at, "")];
  return checkExpression(cel.expression ?? "", at.child("expression"));
}

/** An attribute, whose type is unknown, may be the result. */
function checkExpression(text: string, path: FieldPath): readonly FieldError[] {
  if (Buffer.byteLength(text) > expressionBytesMax) return [field.tooLong(path, expressionBytesMax)];
  const compilation = compileExpression(text, deviceEnvironment());
  if (compilation.kind === "failed" && compilation.cause === "syntax") {
    return [field.invalid(path, text, `compilation failed: ${compilation.message}`)];
  }
  const { resultType } = compilation.kind === "compiled" ? compilation.program : compilation;
  if (!isSameType(resultType, boolType) && !isSameType(resultType, anyType)) {
    const found = typeNameAtRuntime(resultType);
    return [field.invalid(path, text, `must evaluate to bool or the unknown type, not ${found}`)];
  }
  if (compilation.kind === "failed") {
    return [field.invalid(path, text, `program instantiation failed: ${compilation.message}`)];
  }
  const isCheap = compilation.program.estimateCost(sizeInDevice).max <= costMax;
  return isCheap ? [] : [field.forbidden(path, "too complex, exceeds cost limit")];
}
