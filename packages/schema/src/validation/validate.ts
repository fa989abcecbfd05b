// Validates a value against a schema, as kube-apiserver does for custom resources: all errors, with its messages.

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { FieldError, FieldPathLike, JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import { quoteGoString } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Alternatives, Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { checkEnum, checkFormat, checkNumber, checkText, checkType, invalid } from "./check-scalar.ts";
import type { Correlation } from "./correlation.ts";
import { correlateField, isUnchanged, itemCorrelator } from "./correlation.ts";
import type { Place } from "./place.ts";
import { formatPlace } from "./place.ts";
import type { Problem } from "./problem.ts";
import { add, toFieldErrors } from "./problem.ts";

/** How a value is validated. */
export interface ValidateOptions {
  /** The path of the value in the object, for errors. Default: the value is the object. */
  readonly path?: FieldPathLike;
  /** The stored value, on an update: errors of unchanged parts are ignored. */
  readonly old?: JsonValue;
}

/**
 * All errors of a value. CEL rules are not checked.
 *
 * The schema must have passed `checkStructural` (or belong to a built-in kind): validation throws a `TypeError` for keywords that a structural
 * schema cannot have, and a `PatternError` for an invalid pattern.
 */
export function validate(value: JsonValue, schema: JsonSchema, options?: ValidateOptions): FieldError[] {
  return validateType(value, typeOf(schema), options);
}

/** `validate` for a compiled type. */
export function validateType(value: JsonValue, type: Type, { path, old }: ValidateOptions = {}): FieldError[] {
  const problems: Problem[] = [];
  validateRatcheting(type, value, undefined, old === undefined ? undefined : { old }, problems);
  return problems.length === 0 ? [] : toFieldErrors(problems, path);
}

// The functions below add problems to a list and return the number of checks: of several failed alternatives, kube-apiserver reports
// the one with the most checks. The order and counting of checks are those of kube-apiserver, because both affect the errors.

/** Validates a value. Ignores all problems if it is unchanged. */
function validateRatcheting(
  type: Type,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
  problems: Problem[],
): number {
  const before = problems.length;
  const matches = validateNode(type, value, place, correlation, problems);
  if (problems.length > before && isUnchanged(type, value, correlation)) problems.length = before;
  return matches;
}

function validateNode(
  type: Type,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
  problems: Problem[],
): number {
  const { checks } = type;
  const typeProblem = checkType(type, value, place);
  add(problems, typeProblem);
  if (value === null) {
    add(problems, checkEnum(type, value, place));
    return 0;
  }
  // As in kube-apiserver: one for the type, two for the alternatives, one for the enumeration.
  let matches = 4;
  if (checks.types.length > 0 || checks.format !== "") matches += typeProblem === undefined ? 2 : 1;
  const { alternatives } = type;
  if (alternatives !== undefined) matches += checkAlternatives(alternatives, value, place, problems);
  if (typeof value === "string") {
    add(problems, checkText(type, value, place));
    add(problems, checkFormat(type, value, place));
    matches += checks.formatCheck === undefined ? 1 : 2;
  } else if (typeof value === "number" || typeof value === "bigint") {
    checkNumber(type, value, place, problems);
    matches += 2;
  } else if (isJsonArray(value)) {
    matches += 2 + checkList(type, value, place, correlation, problems);
  }
  add(problems, checkEnum(type, value, place));
  return isJsonObject(value) ? matches + 1 + checkObject(type, value, place, correlation, problems) : matches;
}

function checkObject(
  type: Type,
  value: JsonObject,
  place: Place | undefined,
  correlation: Correlation | undefined,
  problems: Problem[],
): number {
  const { minProperties, maxProperties, additionalProperties, required } = type.schema;
  const keys = Object.keys(value);
  let matches = 0;
  if (minProperties !== undefined && keys.length < minProperties) {
    problems.push(invalid(formatPlace(place), keys.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    problems.push(tooMany(place, keys.length, Number(maxProperties), "properties"));
  }
  for (const key of keys) {
    const property = type.field(key)?.type;
    const child = property ?? type.additional;
    if (child !== undefined) {
      const step = { parent: place, step: key, dotted: property === undefined };
      const old = fieldCorrelation(place, correlation, key);
      matches += validateRatcheting(child, value[key] ?? null, step, old, problems);
    } else if (additionalProperties === false) {
      const where = formatPlace(place);
      problems.push({ kind: "invalid", where, value: key, message: `${where}.${key} in body is a forbidden property` });
    }
  }
  for (const key of required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    const where = formatPlace({ parent: place, step: key, dotted: true });
    problems.push({ kind: "required", where, value: "", message: `${where} in body is required` });
  }
  return matches;
}

// apiVersion and kind may differ between versions although the author changed nothing, so they are always validated as new.
function fieldCorrelation(
  place: Place | undefined,
  correlation: Correlation | undefined,
  key: string,
): Correlation | undefined {
  const isTypeMeta = place === undefined && (key === "apiVersion" || key === "kind");
  return isTypeMeta ? undefined : correlateField(correlation, key);
}

function checkList(
  type: Type,
  value: JsonArray,
  place: Place | undefined,
  correlation: Correlation | undefined,
  problems: Problem[],
): number {
  const { minItems, maxItems } = type.schema;
  let matches = 0;
  const { items } = type;
  if (items !== undefined) {
    const correlate = itemCorrelator(type, correlation);
    for (const [index, item] of value.entries()) {
      const step = { parent: place, step: index, dotted: false };
      matches += validateRatcheting(items, item, step, correlate(item), problems);
    }
  }
  if (minItems !== undefined && value.length < minItems) {
    problems.push(invalid(formatPlace(place), value.length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    problems.push(tooMany(place, value.length, Number(maxItems), "items"));
  }
  return matches;
}

function tooMany(place: Place | undefined, count: number, limit: number, what: string): Problem {
  const where = formatPlace(place);
  return {
    kind: "tooMany",
    where,
    value: count,
    limit,
    message: `${where} in body should have at most ${limit} ${what}`,
  };
}

/** The result of one of several alternatives. */
interface Alternative {
  readonly problems: readonly Problem[];
  readonly matches: number;
}

function checkAlternatives(
  { anyOf, oneOf, allOf, not }: Alternatives,
  value: JsonValue,
  place: Place | undefined,
  problems: Problem[],
): number {
  const check = (alternative: Type): Alternative => {
    const found: Problem[] = [];
    // Alternatives report errors of unchanged values, too: otherwise such a value could fit two alternatives.
    return { matches: validateNode(alternative, value, place, undefined, found), problems: found };
  };
  let matches = 0;
  const take = (alternative: Alternative | undefined): void => {
    problems.push(...(alternative?.problems ?? []));
    matches += alternative?.matches ?? 0;
  };
  const fail = (text: string): void => {
    const where = formatPlace(place);
    problems.push({ kind: "composite", where, value: "", message: `${quoteGoString(where)} ${text}` });
  };
  if (anyOf.length > 0) {
    const results = untilValid(anyOf, check);
    const valid = results.find(isValid);
    if (valid === undefined) fail("must validate at least one schema (anyOf)");
    take(valid ?? mostMatches(results));
  }
  if (oneOf.length > 0) {
    const results = oneOf.map(check);
    const valid = results.filter(isValid);
    if (valid.length !== 1) {
      const found = valid.length === 0 ? "Found none valid" : `Found ${valid.length} valid alternatives`;
      fail(`must validate one and only one schema (oneOf). ${found}`);
    }
    if (valid.length <= 1) take(valid[0] ?? mostMatches(results));
  }
  if (allOf.length > 0) {
    const results = allOf.map(check);
    for (const result of results) take(result);
    const valid = results.filter(isValid).length;
    if (valid < results.length) {
      fail(`must validate all the schemas (allOf)${valid === 0 ? ". None validated" : ""}`);
    }
  }
  if (not !== undefined && isValid(check(not))) fail("must not validate the schema (not)");
  return matches;
}

function isValid({ problems }: Alternative): boolean {
  return problems.length === 0;
}

function untilValid(types: readonly Type[], check: (type: Type) => Alternative): Alternative[] {
  const results: Alternative[] = [];
  for (const type of types) {
    const result = check(type);
    results.push(result);
    if (isValid(result)) break;
  }
  return results;
}

// The first result with the most matches.
function mostMatches(results: readonly Alternative[]): Alternative | undefined {
  return results.reduce<Alternative | undefined>(
    (best, result) => (best === undefined || result.matches > best.matches ? result : best),
    undefined,
  );
}
