// Validation of a value against a schema, as the API server does it for custom resources: all errors, in upstream's words.

import { isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { FieldError, FieldPathLike, JsonArray, JsonObject, JsonValue } from "@kubewright/apimachinery";
import { quoteGoString } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { checkEnum, checkFormat, checkNumber, checkText, checkType, invalid } from "./check-scalar.ts";
import type { Correlation } from "./correlation.ts";
import { correlateField, isUnchanged, itemCorrelator } from "./correlation.ts";
import type { SchemaNode } from "./node.ts";
import { nodeOf } from "./node.ts";
import type { Place } from "./place.ts";
import { formatPlace } from "./place.ts";
import type { Outcome, Problem } from "./problem.ts";
import { toFieldErrors } from "./problem.ts";

/** How a value is validated. */
export interface ValidateOptions {
  /** Where the value is in the object, for the errors. Default: it is the object. */
  readonly path?: FieldPathLike;
  /** The stored value, on an update: errors of unchanged parts are forgiven. */
  readonly old?: JsonValue;
}

/** A schema ready to validate many values. */
export interface CompiledSchema {
  readonly schema: JsonSchema;
  /** All errors of a value; none when it is valid. Rules in CEL are not checked. */
  validate(value: JsonValue, options?: ValidateOptions): FieldError[];
}

/**
 * Makes a schema ready. Costs nothing yet: parts are compiled when a value reaches them.
 *
 * The schema must have passed `checkSchema` (or come with the built-in kinds): validating throws a `TypeError` on keywords
 * that no structural schema has, and a `PatternError` on a pattern that is none.
 */
export function compileSchema(schema: JsonSchema): CompiledSchema {
  const cache = new Map<JsonSchema, SchemaNode>();
  return {
    schema,
    validate(value, { path, old } = {}) {
      const correlation = old === undefined ? undefined : { old };
      const { problems } = validateRatcheting(nodeOf(schema, cache), value, undefined, correlation);
      return problems.length === 0 ? [] : toFieldErrors(problems, path);
    },
  };
}

/** Validates one value. For many values of one schema, `compileSchema` once. */
export function validate(value: JsonValue, schema: JsonSchema, options?: ValidateOptions): FieldError[] {
  return compileSchema(schema).validate(value, options);
}

/** Validates a value, and forgives everything if it is unchanged. */
function validateRatcheting(
  node: SchemaNode,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
): Outcome {
  const outcome = validateNode(node, value, place, correlation);
  if (outcome.problems.length === 0 || !isUnchanged(node, value, correlation)) return outcome;
  return { problems: [], matches: outcome.matches };
}

// The order of the checks, and which of them count as done, are upstream's: both show in the errors of anyOf and oneOf.
function validateNode(
  node: SchemaNode,
  value: JsonValue,
  place: Place | undefined,
  correlation: Correlation | undefined,
): Outcome {
  const where = (): string => formatPlace(place);
  const outcome: Outcome = { problems: [], matches: 0 };
  const typeProblem = checkType(node, value, where);
  if (value === null) {
    add(outcome, [typeProblem, checkEnum(node, value, where)]);
    return outcome;
  }
  if (node.types.length > 0 || node.format !== "") {
    add(outcome, [typeProblem]);
    outcome.matches += typeProblem === undefined ? 2 : 1;
  }
  checkAlternatives(node, value, place, outcome);
  outcome.matches += 2;
  if (typeof value === "string") {
    add(outcome, [checkText(node, value, where), checkFormat(node, value, where)]);
    outcome.matches += node.formatCheck === undefined ? 1 : 2;
  } else if (typeof value === "number" || typeof value === "bigint") {
    add(outcome, checkNumber(node, value, where));
    outcome.matches += 2;
  } else if (isJsonArray(value)) {
    checkList(node, value, place, correlation, outcome);
    outcome.matches += 2;
  }
  add(outcome, [checkEnum(node, value, where)]);
  outcome.matches += 1;
  if (isJsonObject(value)) {
    checkObject(node, value, place, correlation, outcome);
    outcome.matches += 1;
  }
  outcome.matches += 1;
  return outcome;
}

function checkObject(
  node: SchemaNode,
  value: JsonObject,
  place: Place | undefined,
  correlation: Correlation | undefined,
  outcome: Outcome,
): void {
  const { minProperties, maxProperties, additionalProperties, required } = node.schema;
  const keys = Object.keys(value);
  if (minProperties !== undefined && keys.length < minProperties) {
    outcome.problems.push(invalid(formatPlace(place), keys.length, `should have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && keys.length > maxProperties) {
    outcome.problems.push(tooMany(place, keys.length, maxProperties, "properties"));
  }
  for (const key of keys) {
    const property = node.property(key);
    const child = property ?? node.additional;
    if (child !== undefined) {
      const step = { parent: place, step: key, dotted: property === undefined };
      merge(outcome, validateRatcheting(child, value[key] ?? null, step, fieldCorrelation(place, correlation, key)));
    } else if (additionalProperties === false) {
      const at = formatPlace(place);
      outcome.problems.push({
        kind: "invalid",
        where: at,
        value: key,
        message: `${at}.${key} in body is a forbidden property`,
      });
    }
  }
  for (const key of required ?? []) {
    if (Object.hasOwn(value, key)) continue;
    const at = formatPlace({ parent: place, step: key, dotted: true });
    outcome.problems.push({ kind: "required", where: at, value: "", message: `${at} in body is required` });
  }
}

// What an object says it is may differ between versions without its author's doing, so it is always checked as new.
function fieldCorrelation(
  place: Place | undefined,
  correlation: Correlation | undefined,
  key: string,
): Correlation | undefined {
  const isTypeMeta = place === undefined && (key === "apiVersion" || key === "kind");
  return isTypeMeta ? undefined : correlateField(correlation, key);
}

function checkList(
  node: SchemaNode,
  value: JsonArray,
  place: Place | undefined,
  correlation: Correlation | undefined,
  outcome: Outcome,
): void {
  const { minItems, maxItems } = node.schema;
  if (node.items !== undefined) {
    const correlate = itemCorrelator(node, correlation);
    for (const [index, item] of value.entries()) {
      const step = { parent: place, step: index, dotted: false };
      merge(outcome, validateRatcheting(node.items, item, step, correlate(item)));
    }
  }
  if (minItems !== undefined && value.length < minItems) {
    outcome.problems.push(invalid(formatPlace(place), value.length, `should have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) {
    outcome.problems.push(tooMany(place, value.length, maxItems, "items"));
  }
}

function checkAlternatives(node: SchemaNode, value: JsonValue, place: Place | undefined, outcome: Outcome): void {
  // Inside an alternative nothing is forgiven, or an unchanged value could fit two of them at once.
  const check = (alternative: SchemaNode): Outcome => validateNode(alternative, value, place, undefined);
  const fail = (text: string): void => {
    const at = formatPlace(place);
    outcome.problems.push({ kind: "composite", where: at, value: "", message: `${quoteGoString(at)} ${text}` });
  };
  if (node.anyOf.length > 0) {
    const results = untilValid(node.anyOf, check);
    const last = results.at(-1);
    if (last !== undefined && last.problems.length === 0) merge(outcome, last);
    else {
      fail("must validate at least one schema (anyOf)");
      merge(outcome, mostMatches(results));
    }
  }
  if (node.oneOf.length > 0) {
    const results = node.oneOf.map(check);
    const valid = results.filter(({ problems }) => problems.length === 0);
    if (valid.length === 1) merge(outcome, valid[0]);
    else {
      const found = valid.length === 0 ? "Found none valid" : `Found ${valid.length} valid alternatives`;
      fail(`must validate one and only one schema (oneOf). ${found}`);
      if (valid.length === 0) merge(outcome, mostMatches(results));
    }
  }
  if (node.allOf.length > 0) {
    const results = node.allOf.map(check);
    for (const result of results) merge(outcome, result);
    const validCount = results.filter(({ problems }) => problems.length === 0).length;
    if (validCount < results.length)
      fail(`must validate all the schemas (allOf)${validCount === 0 ? ". None validated" : ""}`);
  }
  if (node.not !== undefined && check(node.not).problems.length === 0) fail("must not validate the schema (not)");
}

function untilValid(nodes: readonly SchemaNode[], check: (node: SchemaNode) => Outcome): Outcome[] {
  const results: Outcome[] = [];
  for (const node of nodes) {
    const result = check(node);
    results.push(result);
    if (result.problems.length === 0) break;
  }
  return results;
}

// The first of those with the most matches.
function mostMatches(results: readonly Outcome[]): Outcome | undefined {
  return results.reduce<Outcome | undefined>(
    (best, result) => (best === undefined || result.matches > best.matches ? result : best),
    undefined,
  );
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

function add(outcome: Outcome, problems: readonly (Problem | undefined)[]): void {
  for (const problem of problems) if (problem !== undefined) outcome.problems.push(problem);
}

function merge(outcome: Outcome, other: Outcome | undefined): void {
  if (other === undefined) return;
  add(outcome, other.problems);
  outcome.matches += other.matches;
}
