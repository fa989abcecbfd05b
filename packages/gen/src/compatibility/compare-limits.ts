/** Compares the limits of a single value: enums, patterns, formats, bounds. */
import { isDeepEqual } from "@kubewright/apimachinery";
import { formatCheckOf } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { CompatibilityRule, Place } from "./change.ts";

export function compareLimits(before: JsonSchema, after: JsonSchema, place: Place): void {
  compareEnums(before, after, place);
  comparePatterns(before, after, place);
  compareFormats(before, after, place);
  compareLow(before, after, place);
  compareHigh(before, after, place);
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
  if (before === after) return;
  const shown = (bound: number): object | undefined =>
    Number.isFinite(bound) ? { [keyword]: Math.abs(bound) } : undefined;
  place.report({ rule: after > before ? rule : "bounds-widened", before: shown(before), after: shown(after) });
}

function compareEnums(before: JsonSchema, after: JsonSchema, place: Place): void {
  // The API server treats an empty enum as absent, and a null in an enum allows no value.
  const [was, is] = [before, after].map((schema) => (schema.enum ?? []).filter((value) => value !== null));
  if (was === undefined || is === undefined) return;
  const [had, has] = [(before.enum ?? []).length > 0, (after.enum ?? []).length > 0];
  const lost = was.filter((value) => !is.some((each) => isDeepEqual(each, value)));
  const gained = is.filter((value) => !was.some((each) => isDeepEqual(each, value)));
  const change = { before: had ? was : undefined, after: has ? is : undefined };
  if (has && (!had || lost.length > 0)) place.report({ rule: "enum-narrowed", ...change });
  if (had && (!has || gained.length > 0)) place.report({ rule: "enum-widened", ...change });
}

function comparePatterns(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before.pattern ?? "", after.pattern ?? ""];
  if (was === is) return;
  const change = { before: before.pattern, after: after.pattern };
  place.report({ rule: is === "" ? "pattern-removed" : "pattern-changed", ...change });
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
  const change = { before: before.format, after: after.format };
  if (was === is) {
    if (before.format !== after.format) place.report({ rule: "format-widened", ...change });
    return;
  }
  const isWider = is === "" || is === "password" || widerFormats[was]?.includes(is) === true;
  place.report({ rule: isWider ? "format-widened" : "format-narrowed", ...change });
}

function compareLow(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before.minimum ?? -Infinity, after.minimum ?? -Infinity];
  const [excluded, excludes] = [before.exclusiveMinimum === true, after.exclusiveMinimum === true];
  const change = { before: end(before, "minimum"), after: end(after, "minimum") };
  reportEnd("minimum-raised", is === was ? excludes && !excluded : is > was, change, place);
}

function compareHigh(before: JsonSchema, after: JsonSchema, place: Place): void {
  const [was, is] = [before.maximum ?? Infinity, after.maximum ?? Infinity];
  const [excluded, excludes] = [before.exclusiveMaximum === true, after.exclusiveMaximum === true];
  const change = { before: end(before, "maximum"), after: end(after, "maximum") };
  reportEnd("maximum-lowered", is === was ? excludes && !excluded : is < was, change, place);
}

function reportEnd(
  rule: CompatibilityRule,
  isStricter: boolean,
  change: { readonly before: object | undefined; readonly after: object | undefined },
  place: Place,
): void {
  if (!isDeepEqual(change.before, change.after))
    place.report({ rule: isStricter ? rule : "bounds-widened", ...change });
}

/** One end of a range. Without a bound, exclusiveMinimum and exclusiveMaximum have no effect. */
function end(schema: JsonSchema, bound: "minimum" | "maximum"): object | undefined {
  const exclusive = bound === "minimum" ? "exclusiveMinimum" : "exclusiveMaximum";
  if (schema[bound] === undefined) return undefined;
  return { [bound]: schema[bound], ...(schema[exclusive] === true && { [exclusive]: true }) };
}

function compareMultiples({ multipleOf: was }: JsonSchema, { multipleOf: is }: JsonSchema, place: Place): void {
  if (was === is) return;
  const isWider =
    is === undefined ||
    (was !== undefined && Number.isInteger(Number(was) / Number(is)) && Number.isInteger(Number(is)));
  place.report({ rule: isWider ? "bounds-widened" : "multiple-changed", before: was, after: is });
}
