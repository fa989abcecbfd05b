// The operators and the functions on containers of every CEL.

import type { FunctionDeclaration, Overload } from "../checking/declarations.ts";
import { declare, declareSingle, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listOf,
  mapOf,
  stringType,
  timestampType,
  typeParam,
  uintType,
} from "../types/type.ts";
import { compare } from "../values/compare.ts";
import { codePointCount } from "../values/code-points.ts";
import {
  addInts,
  checkedUint,
  divideInts,
  Double,
  moduloInts,
  multiplyInts,
  negateInt,
  subtractInts,
  Uint,
} from "../values/numbers.ts";
import { checkedDuration, checkedTimestamp, Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, noSuchOverload, OpaqueValue } from "../values/value.ts";

const paramA = typeParam("A");
const paramB = typeParam("B");
const listOfA = listOf(paramA);
const mapOfAB = mapOf(paramA, paramB);

/** Operators, `in`, `size` and `dyn`. */
export const standardOperators: readonly FunctionDeclaration[] = [
  declare("_?_:_", overload("conditional", [boolType, paramA, paramA], paramA)),
  declare("_&&_", overload("logical_and", [boolType, boolType], boolType)),
  declare("_||_", overload("logical_or", [boolType, boolType], boolType)),
  declareSingle(
    "!_",
    { call: (value: Value) => (typeof value === "boolean" ? !value : noSuchOverload()), accepts: () => true },
    overload("logical_not", [boolType], boolType),
  ),
  declare("@not_strictly_false", {
    ...overload("not_strictly_false", [boolType], boolType, (value: Value) => value !== false),
    isNonStrict: true,
  }),
  declare("_==_", overload("equals", [paramA, paramA], boolType)),
  declare("_!=_", overload("not_equals", [paramA, paramA], boolType)),
  arithmetic("_+_", add, isAddable, [
    ...["bytes", "double", "duration_duration"].map((name, index) => sameTypes(`add_${name}`, index)),
    overload("add_duration_timestamp", [durationType, timestampType], timestampType),
    overload("add_timestamp_duration", [timestampType, durationType], timestampType),
    overload("add_int64", [intType, intType], intType),
    overload("add_list", [listOfA, listOfA], listOfA),
    overload("add_string", [stringType, stringType], stringType),
    overload("add_uint64", [uintType, uintType], uintType),
  ]),
  arithmetic("_/_", divide, isNumeric, numeric("divide")),
  arithmetic("_%_", modulo, isIntegral, numeric("modulo").slice(1)),
  arithmetic("_*_", multiply, isNumeric, numeric("multiply")),
  arithmetic("_-_", subtract, isSubtractable, [
    overload("subtract_double", [doubleType, doubleType], doubleType),
    overload("subtract_duration_duration", [durationType, durationType], durationType),
    overload("subtract_int64", [intType, intType], intType),
    overload("subtract_timestamp_duration", [timestampType, durationType], timestampType),
    overload("subtract_timestamp_timestamp", [timestampType, timestampType], durationType),
    overload("subtract_uint64", [uintType, uintType], uintType),
  ]),
  declareSingle(
    "-_",
    { call: negate, accepts: isNegatable },
    overload("negate_double", [doubleType], doubleType),
    overload("negate_int64", [intType], intType),
  ),
  ordering("_<_", "less", (order) => order < 0),
  ordering("_<=_", "less_equals", (order) => order <= 0),
  ordering("_>_", "greater", (order) => order > 0),
  ordering("_>=_", "greater_equals", (order) => order >= 0),
  declare("_[_]", overload("index_list", [listOfA, intType], paramA), overload("index_map", [mapOfAB, paramA], paramB)),
  declareSingle(
    "@in",
    { call: isIn, accepts: () => true },
    overload("in_list", [paramA, listOfA], boolType),
    overload("in_map", [paramA, mapOfAB], boolType),
  ),
  declareSingle("size", { call: size, accepts: isSized }, ...sizes()),
  declareSingle("dyn", { call: (value: Value) => value, accepts: () => true }, overload("to_dyn", [paramA], dynType)),
];

function sameTypes(id: string, index: number): Overload {
  const type = [bytesType, doubleType, durationType][index] ?? dynType;
  return overload(id, [type, type], type);
}

function numeric(name: string): readonly Overload[] {
  return [
    overload(`${name}_double`, [doubleType, doubleType], doubleType),
    overload(`${name}_int64`, [intType, intType], intType),
    overload(`${name}_uint64`, [uintType, uintType], uintType),
  ];
}

function arithmetic(
  name: string,
  call: (left: Value, right: Value) => Value,
  accepts: (value: Value) => boolean,
  overloads: readonly Overload[],
): FunctionDeclaration {
  return declareSingle(name, { call, accepts }, ...overloads);
}

function ordering(name: string, id: string, holds: (order: number) => boolean): FunctionDeclaration {
  const call = (left: Value, right: Value): Value => {
    if (typeof left === "number" && typeof right === "number") return holds(left - right);
    const order = compare(left, right);
    return order instanceof CelError ? order : holds(order);
  };
  const pairs: readonly (readonly [string, CelType, CelType])[] = [
    ["bool", boolType, boolType],
    ["int64", intType, intType],
    ["int64_double", intType, doubleType],
    ["int64_uint64", intType, uintType],
    ["uint64", uintType, uintType],
    ["uint64_double", uintType, doubleType],
    ["uint64_int64", uintType, intType],
    ["double", doubleType, doubleType],
    ["double_int64", doubleType, intType],
    ["double_uint64", doubleType, uintType],
    ["string", stringType, stringType],
    ["bytes", bytesType, bytesType],
    ["timestamp", timestampType, timestampType],
    ["duration", durationType, durationType],
  ];
  const overloads = pairs.map(([suffix, left, right]) => overload(`${id}_${suffix}`, [left, right], boolType));
  return declareSingle(name, { call, accepts: isOrdered }, ...overloads);
}

function isOrdered(value: Value): boolean {
  return (
    typeof value === "number" ||
    typeof value === "boolean" ||
    typeof value === "string" ||
    (isAddable(value) && !(value instanceof ListValue))
  );
}

function sizes(): readonly Overload[] {
  const types: readonly (readonly [string, CelType])[] = [
    ["bytes", bytesType],
    ["list", listOfA],
    ["map", mapOfAB],
    ["string", stringType],
  ];
  return types.flatMap(([name, type]) => [
    overload(`size_${name}`, [type], intType),
    member(`${name}_size`, [type], intType),
  ]);
}

function size(value: Value): Value {
  if (typeof value === "string") return codePointCount(value);
  if (value instanceof Uint8Array) return value.length;
  return value instanceof ListValue || value instanceof MapValue || value instanceof OpaqueValue
    ? value.size
    : noSuchOverload();
}

function isSized(value: Value): boolean {
  return !(size(value) instanceof CelError);
}

function isIn(item: Value, container: Value): Value {
  if (container instanceof ListValue) return container.contains(item);
  if (!(container instanceof MapValue)) return noSuchOverload();
  const found = container.find(item);
  return found instanceof CelError ? found : found !== undefined;
}

function isInt(value: Value): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

function isIntegral(value: Value): boolean {
  return isInt(value) || value instanceof Uint;
}

function isNumeric(value: Value): boolean {
  return isIntegral(value) || value instanceof Double;
}

function isNegatable(value: Value): boolean {
  return isInt(value) || value instanceof Double || value instanceof Duration || typeof value === "boolean";
}

function isSubtractable(value: Value): boolean {
  return isNumeric(value) || value instanceof Duration || value instanceof Timestamp;
}

function isAddable(value: Value): boolean {
  return (
    isSubtractable(value) || typeof value === "string" || value instanceof Uint8Array || value instanceof ListValue
  );
}

function add(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return addInts(left, right);
  if (typeof left === "string" && typeof right === "string") return left + right;
  if (left instanceof ListValue && right instanceof ListValue) return left.add(right);
  if (left instanceof Double && right instanceof Double) return new Double(left.value + right.value);
  if (left instanceof Uint && right instanceof Uint) return checkedUint(left.value + right.value);
  if (left instanceof Duration && right instanceof Duration) return checkedDuration(left.nanos + right.nanos);
  if (left instanceof Timestamp && right instanceof Duration) return shift(left, right.nanos);
  if (left instanceof Duration && right instanceof Timestamp) return shift(right, left.nanos);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Uint8Array.from([...left, ...right]);
  return noSuchOverload();
}

function shift(timestamp: Timestamp, nanos: bigint): Value {
  return checkedTimestamp(timestamp.nanos + nanos, timestamp.offsetMinutes);
}

function subtract(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return subtractInts(left, right);
  if (left instanceof Double && right instanceof Double) return new Double(left.value - right.value);
  if (left instanceof Uint && right instanceof Uint) return checkedUint(left.value - right.value);
  if (left instanceof Duration && right instanceof Duration) return checkedDuration(left.nanos - right.nanos);
  if (left instanceof Timestamp && right instanceof Duration) return shift(left, -right.nanos);
  if (left instanceof Timestamp && right instanceof Timestamp) return checkedDuration(left.nanos - right.nanos);
  return noSuchOverload();
}

function multiply(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return multiplyInts(left, right);
  if (left instanceof Double && right instanceof Double) return new Double(left.value * right.value);
  if (left instanceof Uint && right instanceof Uint) return checkedUint(left.value * right.value);
  return noSuchOverload();
}

function divide(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return divideInts(left, right);
  if (left instanceof Double && right instanceof Double) return new Double(left.value / right.value);
  if (!(left instanceof Uint && right instanceof Uint)) return noSuchOverload();
  return right.value === 0n ? new CelError("division by zero") : new Uint(left.value / right.value);
}

function modulo(left: Value, right: Value): Value {
  if (isInt(left) && isInt(right)) return moduloInts(left, right);
  if (!(left instanceof Uint && right instanceof Uint)) return noSuchOverload();
  return right.value === 0n ? new CelError("modulus by zero") : new Uint(left.value % right.value);
}

function negate(value: Value): Value {
  if (isInt(value)) return negateInt(value);
  if (value instanceof Double) return new Double(-value.value);
  return value instanceof Duration ? checkedDuration(-value.nanos) : noSuchOverload();
}
