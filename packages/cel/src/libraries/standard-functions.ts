// Conversions, texts and times of every CEL.

import { compilePattern, PatternError } from "@kubewright/schema";
import type { FunctionDeclaration, Overload } from "../checking/declarations.ts";
import { declare, declareSingle, member, overload } from "../checking/declarations.ts";
import type { CelType } from "../types/type.ts";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  intType,
  stringType,
  timestampType,
  typeOf,
  typeParam,
  typeType,
  uintType,
} from "../types/type.ts";
import { convert } from "../values/convert.ts";
import { toInt } from "../values/numbers.ts";
import { dateOf, Duration, Timestamp, zoneOffset } from "../values/time.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload } from "../values/value.ts";

const paramA = typeParam("A");

/** Conversions such as `int("1")`, and functions such as `matches`, `startsWith` and `getHours`. */
export const standardFunctions: readonly FunctionDeclaration[] = [
  declareSingle(
    "type",
    { call: (value: Value) => convert(value, typeType), accepts: () => true },
    overload("type", [paramA], typeOf(paramA)),
  ),
  conversion("bool", boolType, [["string_to_bool", stringType]]),
  conversion("bytes", bytesType, [["string_to_bytes", stringType]]),
  conversion("double", doubleType, [
    ["int64_to_double", intType],
    ["string_to_double", stringType],
    ["uint64_to_double", uintType],
  ]),
  conversion("duration", durationType, [
    ["int64_to_duration", intType],
    ["string_to_duration", stringType],
  ]),
  conversion("int", intType, [
    ["double_to_int64", doubleType],
    ["duration_to_int64", durationType],
    ["string_to_int64", stringType],
    ["timestamp_to_int64", timestampType],
    ["uint64_to_int64", uintType],
  ]),
  conversion("string", stringType, [
    ["bool_to_string", boolType],
    ["bytes_to_string", bytesType],
    ["double_to_string", doubleType],
    ["duration_to_string", durationType],
    ["int64_to_string", intType],
    ["timestamp_to_string", timestampType],
    ["uint64_to_string", uintType],
  ]),
  conversion("timestamp", timestampType, [
    ["int64_to_timestamp", intType],
    ["string_to_timestamp", stringType],
  ]),
  conversion("uint", uintType, [
    ["double_to_uint64", doubleType],
    ["int64_to_uint64", intType],
    ["string_to_uint64", stringType],
  ]),
  textTest("contains", "contains_string", (text, part) => text.includes(part)),
  textTest("endsWith", "ends_with_string", (text, part) => text.endsWith(part)),
  textTest("startsWith", "starts_with_string", (text, part) => text.startsWith(part)),
  declareSingle(
    "matches",
    { call: matches, accepts: (value) => typeof value === "string" },
    overload("matches", [stringType, stringType], boolType),
    member("matches_string", [stringType, stringType], boolType),
  ),
  timePart("getFullYear", "year", (date) => date.getUTCFullYear()),
  timePart("getMonth", "month", (date) => date.getUTCMonth()),
  timePart("getDayOfYear", "day_of_year", dayOfYear),
  timePart("getDayOfMonth", "day_of_month", (date) => date.getUTCDate() - 1),
  timePart("getDate", "day_of_month_1_based", (date) => date.getUTCDate()),
  timePart("getDayOfWeek", "day_of_week", (date) => date.getUTCDay()),
  timePart("getHours", "hours", (date) => date.getUTCHours(), 3_600_000_000_000n),
  // The reference has this one name apart from the pattern of the others.
  timePart("getMinutes", "minutes", (date) => date.getUTCMinutes(), 60_000_000_000n),
  timePart("getSeconds", "seconds", (date) => date.getUTCSeconds(), 1_000_000_000n, "tz"),
  timePart("getMilliseconds", "milliseconds", (_date, nanos) => Math.trunc(nanos / 1_000_000), 1_000_000n),
];

function conversion(
  name: string,
  target: CelType,
  sources: readonly (readonly [string, CelType])[],
): FunctionDeclaration {
  const names: ReadonlyMap<string, string> = new Map([
    ["int", "int64"],
    ["uint", "uint64"],
  ]);
  const own = names.get(name) ?? name;
  const call = (value: Value): Value => convert(value, target);
  const identity = overload(`${own}_to_${own}`, [target], target, (value: Value) => value);
  return declare(name, identity, ...sources.map(([id, source]) => overload(id, [source], target, call)));
}

function textTest(name: string, id: string, test: (text: string, part: string) => boolean): FunctionDeclaration {
  const call = (text: Value, part: Value): Value =>
    typeof text === "string" && typeof part === "string" ? test(text, part) : noSuchOverload();
  return { ...declare(name, member(id, [stringType, stringType], boolType, call)), isUnguarded: true };
}

function matches(text: Value, pattern: Value): Value {
  if (typeof text !== "string" || typeof pattern !== "string") return noSuchOverload();
  try {
    return compilePattern(pattern).test(text);
  } catch (error) {
    if (error instanceof PatternError) return new CelError(error.message);
    throw error;
  }
}

type PartOf = (date: Date, nanos: number) => number;

function timePart(
  name: string,
  id: string,
  partOf: PartOf,
  unit?: bigint,
  suffix: string = "with_tz",
): FunctionDeclaration {
  const ofTimestamp = (value: Value, zone: Value = "UTC"): Value => {
    if (!(value instanceof Timestamp) || typeof zone !== "string") return noSuchOverload();
    const offset = zoneOffset(zone, value);
    if (offset instanceof CelError) return offset;
    const { date, nanos } = dateOf(value, offset);
    return partOf(date, nanos);
  };
  const overloads: Overload[] = [
    member(`timestamp_to_${id}`, [timestampType], intType, (value: Value) => ofTimestamp(value)),
    member(`timestamp_to_${id}_${suffix}`, [timestampType, stringType], intType, ofTimestamp),
  ];
  if (unit !== undefined) {
    const ofDuration = (value: Value): Value =>
      value instanceof Duration ? toInt(value.nanos / unit) : noSuchOverload();
    overloads.push(member(`duration_to_${id}`, [durationType], intType, ofDuration));
  }
  return declare(name, ...overloads);
}

function dayOfYear(date: Date): number {
  const start = new Date(date);
  start.setUTCMonth(0, 1);
  return Math.round((date.getTime() - start.getTime()) / 86_400_000);
}
