/** Compares the limits of a single value: enums, patterns, formats, bounds. */
import { isDeepEqual } from "@kubewright/apimachinery";
import { formatCheckOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { CompatibilityRule, Place } from "./change.ts";

export function compareLimits(before: JsonSchema, after: JsonSchema, place: Place): void {
  compareEnums(before, after, place);
  const isUnlimited = (after.pattern ?? "") === "";
  place.compare(
    isUnlimited ? "pattern-removed" : "pattern-changed",
    before.pattern || undefined,
    after.pattern || undefined,
  );
  compareFormats(before, after, place);
  compareEnd("minimum", 1, before, after, place);
  compareEnd("maximum", -1, before, after, place);
  compareMultiples(before, after, place);
  for (const [rule, low, high] of counts) {
    compareBound(rule, low, Number(before[low] ?? 0), Number(after[low] ?? 0), place);
    // For these keywords a larger number allows more.
    compareBound(rule, high, -Number(before[high] ?? Infinity), -Number(after[high] ?? Infinity), place);
  }
}

const counts = [
  ["length-narrowed", "minLength", "maxLength"],
  ["items-narrowed", "minItems", "maxItems"],
  ["properties-narrowed", "minProperties", "maxProperties"],
] as const;

/** A bound that excludes more values the higher it is. */
function compareBound(rule: CompatibilityRule, keyword: string, before: number, after: number, place: Place): void {
  const shown = (bound: number): object | undefined =>
    Number.isFinite(bound) ? { [keyword]: Math.abs(bound) } : undefined;
  place.compare(after > before ? rule : "bounds-widened", shown(before), shown(after));
}

function compareEnums(before: JsonSchema, after: JsonSchema, place: Place): void {
  // The API server treats an empty enum as absent, and a null in an enum allows no value.
  const [was = [], is = []] = [before, after].map((schema) => (schema.enum ?? []).filter((value) => value !== null));
  const [had, has] = [(before.enum ?? []).length > 0, (after.enum ?? []).length > 0];
  const lost = was.filter((value) => !is.some((each) => isDeepEqual(each, value)));
  const gained = is.filter((value) => !was.some((each) => isDeepEqual(each, value)));
  const change = { before: had ? was : undefined, after: has ? is : undefined };
  if (has && (!had || lost.length > 0)) place.report({ rule: "enum-narrowed", ...change });
  if (had && (!has || gained.length > 0)) place.report({ rule: "enum-widened", ...change });
}

/** The format that the API server checks for the type; empty if it does not check it. */
function checkedFormat({ format = "", type }: JsonSchema): string {
  switch (type) {
    case "integer":
      // An API server limits every integer to 64 bits.
      return format === "int32" ? format : "";
    case "number":
      return format === "float" ? format : "";
    case "string":
    case undefined:
      return formatCheckOf(format) === undefined ? "" : format;
    default:
      return "";
  }
}

/** For each format, the formats that accept all its strings. */
const widerFormats: Readonly<Record<string, readonly string[]>> = {
  uuid3: ["uuid"],
  uuid4: ["uuid"],
  uuid5: ["uuid"],
  isbn10: ["isbn"],
  isbn13: ["isbn"],
  "k8s-short-name": ["k8s-long-name"],
};

function compareFormats(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [checkedFormat(before), checkedFormat(after)];
  const isWider = was === is || is === "" || is === "password" || widerFormats[was]?.includes(is) === true;
  place.compare(isWider ? "format-widened" : "format-narrowed", before.format, after.format);
}

/** `sign` is -1 for the upper end, where a smaller bound is stricter. */
function compareEnd(
  bound: "minimum" | "maximum",
  sign: 1 | -1,
  before: JsonSchema,
  after: JsonSchema,
  place: Place,
): void {
  const exclusive = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  const [was, is] = [before, after].map((schema) => sign * Number(schema[bound] ?? -sign * Infinity));
  const isExcluded = after[exclusive] === true && before[exclusive] !== true;
  const isStricter = is === was ? isExcluded : Number(is) > Number(was);
  const rule = bound === "minimum" ? "minimum-raised" : "maximum-lowered";
  place.compare(isStricter ? rule : "bounds-widened", end(before, bound), end(after, bound));
}

/** One end of a range. Without a bound, exclusiveMinimum and exclusiveMaximum have no effect. */
function end(schema: JsonSchema, bound: "minimum" | "maximum"): object | undefined {
  const exclusive = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  if (schema[bound] === undefined) return undefined;
  return { [bound]: schema[bound], ...(schema[exclusive] === true && { [exclusive]: true }) };
}

function compareMultiples({ multipleOf: was }: JsonSchema, { multipleOf: is }: JsonSchema, place: Place): void {
  const isWider =
    is === undefined ||
    (was !== undefined && Number.isInteger(Number(was) / Number(is)) && Number.isInteger(Number(is)));
  place.compare(isWider ? "bounds-widened" : "multiple-changed", was, is);
}
