// Checks of types, strings and numbers, with the messages and the order of upstream's validator.

import { formatGoFloat, isDeepEqual, quoteGoString, shownAsFloat, stringifyGoJson } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { Type } from "../model/type.ts";
import { checkedFormat } from "../model/value-checks.ts";
import { sortKeys } from "./canonical.ts";
import type { Place } from "./place.ts";
import { formatPlace } from "./place.ts";
import type { Problem } from "./problem.ts";
import { add } from "./problem.ts";

/**
 * Returns the JSON type of a value. A whole number is an integer if Go decodes it as one: digits that fit into 64 bits, or a number with an
 * exponent that a double represents exactly.
 */
export function typeOfValue(
  value: JsonValue,
): "null" | "boolean" | "string" | "array" | "object" | "integer" | "number" {
  switch (typeof value) {
    case "boolean":
    case "string":
      return typeof value as "boolean" | "string"; // Narrowed by the case.
    case "bigint":
      return BigInt.asIntN(64, value) === value ? "integer" : "number";
    case "number":
      return Number.isSafeInteger(value) ? "integer" : "number";
    default:
      return value === null ? "null" : Array.isArray(value) ? "array" : "object";
  }
}

/** Checks that the type allows the kind of a value. */
export function checkType(type: Type, value: JsonValue, place: Place | undefined): Problem | undefined {
  const { types, format } = type.checks;
  if (types.length === 0 && format === "") return undefined;
  const found = typeOfValue(value);
  if (found === "null") {
    if (types.length === 0 || types.includes("null") || type.isNullable) return undefined;
    return typeProblem(formatPlace(place), types.join(","), "null");
  }
  const isWhole = typeof value === "number" && types.includes("integer") && isNearlyInteger(value);
  const isAllowed = types.includes(found) || isWhole || (found === "integer" && types.includes("number"));
  const isTextLike = found === "string" || found === "array";
  if (!isTextLike && format !== "" && !isAllowed) return typeProblem(formatPlace(place), format, formatOfType(found));
  // The check of the format rejects a string with a format.
  if (isTextLike && format !== "" && !types.includes("number") && !types.includes("integer")) return undefined;
  return isAllowed ? undefined : typeProblem(formatPlace(place), types.join(","), found);
}

/** Checks that a value is one of the type's enumeration. */
export function checkEnum(type: Type, value: JsonValue, place: Place | undefined): Problem | undefined {
  const values = type.schema.enum ?? [];
  // Upstream never finds a null in an enumeration.
  if (values.length === 0 || (value !== null && values.some((item) => isEnumItem(item, value)))) return undefined;
  const supported = values.map((item) => (typeof item === "string" ? item : stringifyGoJson(item)));
  const at = formatPlace(place);
  return {
    kind: "enum",
    where: at,
    value: sortKeys(value),
    supported,
    message: `${at} in body should be one of [${supported.join(" ")}]`,
  };
}

// kube-apiserver converts the value to the type of the item before the comparison: a fraction becomes a whole number.
function isEnumItem(item: JsonValue, value: JsonValue): boolean {
  if (isDeepEqual(item, value)) return true;
  return typeof item === "number" && typeof value === "number" && Number.isInteger(item) && Math.trunc(value) === item;
}

/** Returns the first problem of the length or pattern of a string. */
export function checkText(type: Type, value: string, place: Place | undefined): Problem | undefined {
  const { maxLength, minLength, pattern } = type.schema;
  if (maxLength !== undefined && isLonger(value, Number(maxLength))) {
    const at = formatPlace(place);
    return {
      kind: "tooLong",
      where: at,
      value,
      limit: Number(maxLength),
      message: `${at} in body should be at most ${maxLength} chars long`,
    };
  }
  if (minLength !== undefined && !isLonger(value, Number(minLength) - 1)) {
    return invalid(formatPlace(place), value, `should be at least ${minLength} chars long`);
  }
  if (type.checks.pattern?.test(value) === false) {
    return invalid(formatPlace(place), value, `should match '${pattern ?? ""}'`);
  }
  return undefined;
}

/** Checks that a string has the type's format. */
export function checkFormat(type: Type, value: string, place: Place | undefined): Problem | undefined {
  const { format, formatCheck } = type.checks;
  return formatCheck === undefined || formatCheck(value) ? undefined : typeProblem(formatPlace(place), format, value);
}

/** Adds the problems with the size of a number. */
export function checkNumber(type: Type, value: number | bigint, place: Place | undefined, problems: Problem[]): void {
  const { multipleOf, maximum, minimum } = type.checks;
  const checkAgainst = (bound: number | undefined, what: string, check: BoundCheck): void => {
    if (bound === undefined) return;
    // A bound outside the range of the type is a problem itself, and is compared as a double. Otherwise whole numbers are compared with its whole part.
    const outOfRange = checkRange(type, bound, what, place);
    add(problems, outOfRange);
    if (outOfRange === undefined) {
      add(problems, check(type, value, typeOfValue(value) === "integer" ? toInt64(bound) : bound, place));
      return;
    }
    const problem = check(type, Number(value), bound, place);
    add(problems, problem && { ...problem, value: shownAsFloat(Number(problem.value)) });
  };
  add(problems, checkRange(type, value, "Checked", place));
  checkAgainst(multipleOf, "MultipleOf", checkMultiple);
  checkAgainst(minimum, "Minimum boundary", checkMinimum);
  checkAgainst(maximum, "Maximum boundary", checkMaximum);
}

/** A problem whose message starts with its place: `spec.x in body should …`. */
export function invalid(where: string, value: unknown, rest: string): Problem {
  return { kind: "invalid", where, value, message: `${where} in body ${rest}` };
}

function typeProblem(where: string, expected: string, found: string): Problem {
  const message = `${where} in body must be of type ${expected}: ${quoteGoString(found)}`;
  return { kind: "type", where, value: found, message };
}

function formatOfType(type: string): string {
  if (type === "integer") return "int64";
  return type === "number" ? "float64" : "";
}

// Lengths count characters; a string has at most as many characters as code units.
function isLonger(text: string, limit: number): boolean {
  if (limit < 0) return true;
  if (text.length <= limit) return false;
  let characters = 0;
  for (const _ of text) if (++characters > limit) return true;
  return false;
}

function checkRange(type: Type, value: number | bigint, what: string, place: Place | undefined): Problem | undefined {
  if (isInRange(type, value)) return undefined;
  const at = formatPlace(place);
  const format = checkedFormat(type.schema, type.checks.types);
  const suffix = format === "" ? "(default format)" : `with format ${format}`;
  return {
    kind: "composite",
    where: at,
    value: "",
    message: `${what} value must be of type ${type.checks.types.join("")} ${suffix} in ${at}`,
  };
}

const float32Max = 3.4028234663852886e38;

function isInRange({ checks: { types, format } }: Type, value: number | bigint): boolean {
  if (types.length !== 1) return true;
  if (types[0] === "integer") return isInteger(value, format === "int32" ? 32 : 64);
  return format !== "float" || Math.abs(Number(value)) <= float32Max;
}

function isInteger(value: number | bigint, bits: 32 | 64): boolean {
  if (typeof value === "bigint") return BigInt.asIntN(bits, value) === value;
  // Go converts the shortest decimal form of a double, which for -2^63 does not fit into 64 bits.
  const isAboveMin = bits === 64 ? value > -(2 ** 63) : value >= -(2 ** 31);
  return (Number.isInteger(value) || isNearlyInteger(value)) && isAboveMin && value < 2 ** (bits - 1);
}

/** kube-apiserver accepts a number with a relative distance of less than 1e-9 to the next integer towards zero. */
function isNearlyInteger(value: number): boolean {
  const whole = Math.trunc(value);
  return !Number.isInteger(value) && whole > 0 && (value - whole) / (value + whole) < 1e-9;
}

/** A bound is a bigint for whole values, as kube-apiserver compares and prints it, otherwise a double. */
type BoundCheck = (
  type: Type,
  value: number | bigint,
  bound: number | bigint,
  place: Place | undefined,
) => Problem | undefined;

function checkMinimum(
  { schema }: Type,
  value: number | bigint,
  bound: number | bigint,
  place: Place | undefined,
): Problem | undefined {
  const isExclusive = schema.exclusiveMinimum === true;
  // `===` is false for a bigint and an equal number; `>=` compares their values.
  if (isExclusive ? value > bound : value >= bound) return undefined;
  return invalid(
    formatPlace(place),
    value,
    `should be greater than ${isExclusive ? "" : "or equal to "}${formatBound(bound)}`,
  );
}

function checkMaximum(
  { schema }: Type,
  value: number | bigint,
  bound: number | bigint,
  place: Place | undefined,
): Problem | undefined {
  const isExclusive = schema.exclusiveMaximum === true;
  if (isExclusive ? value < bound : value <= bound) return undefined;
  return invalid(
    formatPlace(place),
    value,
    `should be less than ${isExclusive ? "" : "or equal to "}${formatBound(bound)}`,
  );
}

function checkMultiple(
  _type: Type,
  value: number | bigint,
  factor: number | bigint,
  place: Place | undefined,
): Problem | undefined {
  if (factor <= 0) {
    const at = formatPlace(place);
    const message = `factor MultipleOf declared for ${at} must be positive: ${formatBound(factor)}`;
    return { kind: "invalid", where: at, value: factor, message };
  }
  if (isMultiple(value, factor)) return undefined;
  return invalid(formatPlace(place), value, `should be a multiple of ${formatBound(factor)}`);
}

function isMultiple(value: number | bigint, factor: number | bigint): boolean {
  if (typeof factor === "bigint") return BigInt(value) % factor === 0n;
  const number = Number(value);
  const quotient = factor < 1 ? (1 / factor) * number : number / factor;
  // Upstream accepts no multiples beyond the safe integers, and tolerates a small excess of a positive quotient.
  if (Math.abs(quotient) > Number.MAX_SAFE_INTEGER) return false;
  if (Number.isInteger(quotient)) return true;
  const whole = Math.trunc(quotient);
  return quotient > 1 && (quotient - whole) / (quotient + whole) < 1e-9;
}

function formatBound(bound: number | bigint): string {
  return typeof bound === "bigint" ? String(bound) : formatGoFloat(bound);
}

/** The whole part of a double, converted to 64 bits as Go converts it: a number that does not fit becomes the smallest integer. */
function toInt64(bound: number): bigint {
  const whole = BigInt(Math.trunc(bound));
  return BigInt.asIntN(64, whole) === whole ? whole : -(2n ** 63n);
}
