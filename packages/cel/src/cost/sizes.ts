// The sizes of expressions that follow from their form.

import type { ComprehensionExpression, Expression } from "../syntax/expression.ts";
import { legacyAccumulatorName } from "../syntax/expression.ts";
import type { CelType, TypeKind } from "../types/type.ts";
import { parameterOf } from "../types/type.ts";
import { codePointCount } from "../values/code-points.ts";
import type { Range } from "./range.ts";
import { exactly, union } from "./range.ts";

/** The sizes of the elements of a container. */
export interface EntrySizes {
  readonly container: TypeKind;
  readonly key: Range;
  readonly value: Range;
}

/** Whether a loop only binds a name. */
export function isBinding({ accumulator, condition, range }: ComprehensionExpression): boolean {
  return (
    range.kind === "list" &&
    range.elements.length === 0 &&
    condition.kind === "literal" &&
    condition.value === false &&
    accumulator !== legacyAccumulatorName
  );
}

/** The size of a literal; undefined for other expressions. */
export function literalSize(expression: Expression): Range | undefined {
  if (expression.kind === "list") return exactly(expression.elements.length);
  if (expression.kind === "map") return exactly(expression.entries.length);
  if (expression.kind !== "literal") return undefined;
  const { value } = expression;
  if (typeof value === "string") return exactly(codePointCount(value));
  return value instanceof Uint8Array ? exactly(value.length) : exactly(1);
}

/** Whether values of the type have size one. */
export function isScalar(type: CelType): boolean {
  if (type.kind === "opaque") return type.name === "optional_type" && isScalar(parameterOf(type, 0));
  return ["bool", "double", "duration", "int", "timestamp", "uint"].includes(type.kind);
}

/** The union of the sizes of two containers. */
export function unionEntries(left: EntrySizes | undefined, right: EntrySizes | undefined): EntrySizes | undefined {
  if (left === undefined || right === undefined) return undefined;
  return {
    container: left.container,
    key: union(left.key, right.key),
    value: union(left.value, right.value),
  };
}
