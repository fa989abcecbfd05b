// Compares two values of a filter as Go templates do: only values of the same kind are comparable.
import { JsonPathError } from "./errors.ts";
import { GoNumber } from "./nodes.ts";

type Comparable = boolean | number | bigint | string;

interface BasicValue {
  readonly kind: "bool" | "int" | "uint" | "float" | "string";
  readonly value: Comparable;
}

/** Whether `left operator right` holds. Throws a `JsonPathError` if the values are not comparable. */
export function compareValues(left: unknown, operator: string, right: unknown): boolean {
  switch (operator) {
    case "==":
      return isEqual(left, right);
    case "!=":
      return !isEqual(left, right);
    case "<":
      return isLess(left, right);
    case "<=":
      return isLess(left, right) || isEqual(left, right);
    case ">":
      return !(isLess(left, right) || isEqual(left, right));
    case ">=":
      return !isLess(left, right);
    default:
      throw new JsonPathError(`unrecognized filter operator ${operator}`);
  }
}

function isEqual(left: unknown, right: unknown): boolean {
  const [first, second] = pairOf(left, right);
  // oxlint-disable-next-line eqeqeq -- An integer is a number or a bigint, depending on its size.
  return first.value == second.value;
}

function isLess(left: unknown, right: unknown): boolean {
  const [first, second] = pairOf(left, right);
  if (first.kind === "bool") throw new JsonPathError("invalid type for comparison");
  return first.value < second.value;
}

function pairOf(left: unknown, right: unknown): readonly [BasicValue, BasicValue] {
  const pair = [basicValue(left), basicValue(right)] as const;
  const [first, second] = pair;
  const areIntegers = [first, second].every(({ kind }) => kind === "int" || kind === "uint");
  if (first.kind !== second.kind && !areIntegers) throw new JsonPathError("incompatible types for comparison");
  return pair;
}

const literalKinds = { int: "int", float64: "float", uint8: "uint" } as const;

function basicValue(value: unknown): BasicValue {
  if (value instanceof GoNumber) return { kind: literalKinds[value.type], value: value.value };
  if (typeof value === "string") return { kind: "string", value };
  if (typeof value === "boolean") return { kind: "bool", value };
  if (typeof value === "bigint") return { kind: "int", value };
  // kube-apiserver decodes numbers without a fraction as integers if 64 bits can hold them.
  if (typeof value === "number") {
    return { kind: Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? "int" : "float", value };
  }
  throw new JsonPathError("invalid type for comparison");
}
