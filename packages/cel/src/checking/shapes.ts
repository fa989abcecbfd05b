// Properties of the syntax of an expression or a type.

import type { Expression } from "../syntax/expression.ts";
import type { CelType } from "../types/type.ts";
import { dynType, errorType, intType, isSameType, listOf, mapOf, parameterOf, stringType } from "../types/type.ts";

/** `a.b.c` for an expression of that form. */
export function qualifiedName(expression: Expression): string | undefined {
  if (expression.kind === "ident") return expression.name;
  if (expression.kind !== "select" || expression.isTest) return undefined;
  const prefix = qualifiedName(expression.operand);
  return prefix === undefined ? undefined : `${prefix}.${expression.field}`;
}

/** The types of the variables of a loop; undefined for a type that is not iterable. */
export function loopTypes(type: CelType, hasTwo: boolean): readonly [CelType, CelType] | undefined {
  switch (type.kind) {
    case "list":
      return hasTwo ? [intType, parameterOf(type, 0)] : [parameterOf(type, 0), dynType];
    case "map":
      return [parameterOf(type, 0), parameterOf(type, 1)];
    case "dyn":
    case "error":
    case "typeParam":
      return [dynType, dynType];
    default:
      return undefined;
  }
}

/** The type that `name{...}` creates, if expressions can create values of the named type. */
export function messageType(named: CelType): { readonly type: CelType; readonly problem?: string } {
  if (named.kind === "error") return { type: errorType };
  if (named.kind !== "type") return { type: errorType, problem: `'${named.text}' is not a type` };
  const type = parameterOf(named, 0);
  return isMessage(type) ? { type } : { type: errorType, problem: `'${type.name}' is not a message type` };
}

function isMessage(type: CelType): boolean {
  switch (type.kind) {
    case "list":
      return isSameType(type, listOf(dynType));
    case "map":
      return isSameType(type, mapOf(stringType, dynType));
    default:
      return type.isWrapper || ["any", "duration", "dyn", "null", "struct", "timestamp"].includes(type.kind);
  }
}
