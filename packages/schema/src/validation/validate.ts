// Validates a value against a schema, as kube-apiserver does for custom resources: all errors, with its messages.

import {
  afterPause,
  eachInSteps,
  finish,
  IntegralFloat,
  isJsonArray,
  isJsonObject,
  Rest,
  whenDone,
} from "@kubewright/apimachinery";
import type { FieldError, FieldPathLike, JsonArray, JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";
import { checkAlternatives } from "./alternatives.ts";
import { checkEnum, checkFormat, checkNumber, checkText, checkType, invalid } from "./check-scalar.ts";
import type { Correlation } from "./correlation.ts";
import { correlateField, isUnchanged, itemCorrelator } from "./correlation.ts";
import type { Place } from "./place.ts";
import { formatPlace } from "./place.ts";
import type { Found, Problem } from "./problem.ts";
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
  return finish(validateInSteps(value, schema, options));
}

/** Like `validate`, in steps. */
export function validateInSteps(value: JsonValue, schema: JsonSchema, options?: ValidateOptions): Work<FieldError[]> {
  return validateType(value, typeOf(schema), options);
}

/** `validateInSteps` for a compiled type. */
export function validateType(value: JsonValue, type: Type, { path, old }: ValidateOptions = {}): Work<FieldError[]> {
  const found: Found = { problems: [], matches: 0 };
  const validating = validateRatcheting(type, value, undefined, old === undefined ? undefined : { old }, found);
  return afterPause(validating, () => toFieldErrors(found.problems, path));
}

/** Validates a value. Ignores all problems if it is unchanged. */
function validateRatcheting(
  type: Type,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
  found: Found,
): Work<void> {
  const { problems } = found;
  const before = problems.length;
  const checked = value instanceof IntegralFloat ? value.value : value;
  const validating = validateNode(type, checked, place, correlation, found);
  if (validating instanceof Rest)
    return whenDone(validating, () => ratchet(type, value, correlation, problems, before));
  return ratchet(type, value, correlation, problems, before);
}

/** Drops the problems of an unchanged value, which were found after the first `before` problems. */
function ratchet(
  type: Type,
  value: JsonValue,
  correlation: Correlation | undefined,
  problems: Problem[],
  before: number,
): Work<void> {
  if (problems.length === before) return;
  return whenDone(isUnchanged(type, value, correlation), (isForgiven) => {
    if (isForgiven) problems.length = before;
  });
}

function validateNode(
  type: Type,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
  found: Found,
): Work<void> {
  const { checks } = type;
  const { problems } = found;
  const typeProblem = checkType(type, value, place);
  add(problems, typeProblem);
  if (value === null) {
    add(problems, checkEnum(type, value, place));
    return;
  }
  // As in kube-apiserver: one for the type, two for the alternatives, one for the enumeration.
  found.matches += 4;
  if (checks.types.length > 0 || checks.format !== "") found.matches += typeProblem === undefined ? 2 : 1;
  const { alternatives } = type;
  const checking =
    alternatives &&
    // Alternatives report errors of unchanged values, too: otherwise such a value could fit two alternatives.
    checkAlternatives(alternatives, (type, into) => validateNode(type, value, place, undefined, into), place, found);
  if (checking instanceof Rest) return whenDone(checking, () => checkValue(type, value, place, correlation, found));
  return checkValue(type, value, place, correlation, found);
}

/** The checks of a value after those of its type and alternatives. */
function checkValue(
  type: Type,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
  found: Found,
): Work<void> {
  const { problems } = found;
  if (isJsonArray(value)) {
    found.matches += 2;
    return whenDone(checkList(type, value, place, correlation, found), () =>
      add(problems, checkEnum(type, value, place)),
    );
  }
  if (typeof value === "string") {
    add(problems, checkText(type, value, place));
    add(problems, checkFormat(type, value, place));
    found.matches += type.checks.formatCheck === undefined ? 1 : 2;
  } else if (typeof value === "number" || typeof value === "bigint") {
    checkNumber(type, value, place, problems);
    found.matches += 2;
  }
  add(problems, checkEnum(type, value, place));
  if (!isJsonObject(value)) return;
  found.matches += 1;
  return checkObject(type, value, place, correlation, found);
}

function checkObject(
  type: Type,
  value: JsonObject,
  place: Place | undefined,
  correlation: Correlation | undefined,
  found: Found,
): Work<void> {
  const { minProperties, maxProperties, additionalProperties, required } = type.schema;
  const { problems } = found;
  const keys = Object.keys(value);
  if (minProperties !== undefined && keys.length < minProperties) {
    problems.push(invalid(formatPlace(place), keys.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    problems.push(tooMany(place, keys.length, Number(maxProperties), "properties"));
  }
  const checking = eachInSteps(keys, (key) => {
    const property = type.field(key)?.type;
    const child = property ?? type.additional;
    if (child !== undefined) {
      const step = { parent: place, step: key, dotted: property === undefined };
      const old = fieldCorrelation(place, correlation, key);
      return validateRatcheting(child, value[key] ?? null, step, old, found);
    }
    if (additionalProperties !== false) return;
    const where = formatPlace(place);
    problems.push({ kind: "invalid", where, value: key, message: `${where}.${key} in body is a forbidden property` });
  });
  return whenDone(checking, () => {
    for (const key of required ?? []) {
      if (Object.hasOwn(value, key)) continue;
      const where = formatPlace({ parent: place, step: key, dotted: true });
      problems.push({ kind: "required", where, value: "", message: `${where} in body is required` });
    }
  });
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
  found: Found,
): Work<void> {
  const { minItems, maxItems } = type.schema;
  const { items } = type;
  const { problems } = found;
  const correlate = itemCorrelator(type, correlation);
  const checking =
    items &&
    whenDone(correlate, (oldOf) =>
      eachInSteps(value, (item, index) =>
        validateRatcheting(items, item, { parent: place, step: index, dotted: false }, oldOf(item), found),
      ),
    );
  return whenDone(checking, () => {
    if (minItems !== undefined && value.length < minItems) {
      problems.push(invalid(formatPlace(place), value.length, `should have at least ${minItems} items`));
    }
    if (maxItems !== undefined && value.length > maxItems) {
      problems.push(tooMany(place, value.length, Number(maxItems), "items"));
    }
  });
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
