// Checks of constants that Kubernetes makes after the types fit: durations, times and patterns must be valid, list and map
// literals have items of one type.

import { compilePattern, PatternError } from "@kubewright/schema";
import type { CallExpression, Expression, ListExpression, MapExpression } from "../syntax/expression.ts";
import { childrenOf } from "../syntax/expression.ts";
import type { SyntaxIssue } from "../syntax/source.ts";
import type { CelType } from "../types/type.ts";
import { durationType, parameterOf, timestampType } from "../types/type.ts";
import { convert } from "../values/convert.ts";
import { CelError } from "../values/value.ts";
import { isDynOrError } from "./assignability.ts";
import type { Checked, Report } from "./checked.ts";
import { checkFormat } from "./format-strings.ts";

/** The problems of constants. */
export function checkLiterals(checked: Checked, offsets: readonly number[]): readonly SyntaxIssue[] {
  const issues: SyntaxIssue[] = [];
  const report = (id: number, message: string): void => {
    issues.push({ offset: offsets[id], message });
  };
  const visit = (expression: Expression, isExempt: boolean): void => {
    if (expression.kind === "call") checkCall(expression, checked, report);
    if (!isExempt && expression.kind === "list") checkList(expression, checked, report);
    if (!isExempt && expression.kind === "map") checkMap(expression, checked, report);
    const isFormat = expression.kind === "call" && expression.name === "format";
    for (const child of childrenOf(expression)) visit(child, isExempt || isFormat);
  };
  visit(checked.expression, false);
  return issues;
}

function checkCall(call: CallExpression, checked: Checked, report: Report): void {
  const [argument] = call.args;
  if (call.name === "format") checkFormat(call, checked, report);
  if (argument?.kind !== "literal" || isValidArgument(call.name, argument.value)) return;
  report(argument.id, `invalid ${call.name} argument`);
}

function isValidArgument(name: string, value: Parameters<typeof convert>[0]): boolean {
  if (name === "duration") return !(convert(value, durationType) instanceof CelError);
  if (name === "timestamp") return !(convert(value, timestampType) instanceof CelError);
  if (name !== "matches" || typeof value !== "string") return true;
  try {
    compilePattern(value);
    return true;
  } catch (error) {
    if (error instanceof PatternError) return false;
    throw error;
  }
}

function checkList({ elements, optionals }: ListExpression, { types }: Checked, report: Report): void {
  let first: CelType | undefined;
  for (const [index, { id }] of elements.entries()) {
    const type = typeOfPart(types.get(id), optionals.has(index));
    if (type === undefined) continue;
    first ??= type;
    if (!isEquivalent(first, type)) {
      report(id, `expected type '${first.text}' but found '${type.text}'`);
      return;
    }
  }
}

function checkMap({ entries }: MapExpression, { types }: Checked, report: Report): void {
  const [first, ...rest] = entries;
  if (first === undefined) return;
  const keyType = types.get(first.key.id);
  const valueType = typeOfPart(types.get(first.value.id), first.isOptional);
  for (const { key, value, isOptional } of rest) {
    compareTypes(key.id, keyType, types.get(key.id), report);
    compareTypes(value.id, valueType, typeOfPart(types.get(value.id), isOptional), report);
  }
}

function compareTypes(id: number, expected: CelType | undefined, type: CelType | undefined, report: Report): void {
  if (expected === undefined || type === undefined || isEquivalent(expected, type)) return;
  report(id, `expected type '${expected.text}' but found '${type.text}'`);
}

function typeOfPart(type: CelType | undefined, isOptional: boolean): CelType | undefined {
  return type !== undefined && isOptional ? parameterOf(type, 0) : type;
}

/** Whether two types have the same form; names of type parameters do not matter. */
function isEquivalent(left: CelType, right: CelType): boolean {
  if (isDynOrError(left) && isDynOrError(right)) return true;
  if (left.kind !== right.kind || left.parameters.length !== right.parameters.length) return false;
  if (left.kind !== "typeParam" && left.name !== right.name) return false;
  return left.parameters.every((type, index) => isEquivalent(type, parameterOf(right, index)));
}
