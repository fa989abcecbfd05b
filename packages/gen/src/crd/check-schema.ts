/**
 * Checks a finished schema as the API server checks a CRD: its form, its defaults and its rules, with their types and costs. Each error is reported
 * at the marker that caused it, or at the declaration of the field.
 */
import { fieldErrorBody, fieldPath } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import { createRuleChecks } from "@kubewright/cel";
import { checkStructural } from "@kubewright/schema";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Position, ProblemLog } from "../problem.ts";
import { forRules, withDynamicParts } from "./map-schema.ts";
import { originOfKeyword, originOfRule, originOfSchema } from "./origins.ts";
import type { Origin } from "./origins.ts";
import { ruleProblem } from "./rule-problem.ts";
import type { RulePart } from "./rule-problem.ts";
import { placeInSchema } from "./schema-path.ts";
import type { SchemaPlace } from "./schema-path.ts";

/** The parts of the CRD outside the schema. */
export interface CheckSchemaOptions {
  readonly log: ProblemLog;
  /** Where an error without another source is reported: the declaration of the kind. */
  readonly position: Position;
  readonly hasStatus: boolean;
  /** Whether all types and markers of the kind are valid. Otherwise only errors are reported that these cannot have caused. */
  readonly isComplete: boolean;
}

/** Reports each reason for which an API server would reject a CRD with this schema. */
export function checkSchema(schema: JsonSchema, { log, position, hasStatus, isComplete }: CheckSchemaOptions): void {
  const kind: Origin = { position, what: "the schema" };
  const { errors, placeOf } = isComplete
    ? check(schema, hasStatus)
    : without(check(withDynamicParts(schema), hasStatus), (_error, { keyword }) => keyword === "default");
  const reported = new Set(errors.map(({ field }) => field));
  const ofRules =
    isComplete && errors.length === 0
      ? { errors: [], placeOf }
      : without(check(forRules(schema), hasStatus), (error, place) => {
          if (reported.has(error.field)) return false;
          return isOfRule(error, place) && (isComplete || (isOfMarker(place) && !isCost(error)));
        });
  for (const found of [{ errors, placeOf }, ofRules]) {
    for (const error of withoutConsequences(found.errors)) {
      const problem = problemAt(found.placeOf(error.field), error, kind);
      log.report(problem.position, problem.message);
    }
  }
}

interface Checked {
  readonly errors: readonly FieldError[];
  readonly placeOf: (path: string) => SchemaPlace;
}

/** The name of the schema in the paths of errors. */
const rootName = "schema";

function check(schema: JsonSchema, hasStatus: boolean): Checked {
  return {
    errors: checkStructural(schema, fieldPath(rootName), { hasStatus, rules: createRuleChecks() }),
    placeOf: (path) => placeInSchema(schema, path.slice(rootName.length)),
  };
}

function without({ errors, placeOf }: Checked, isWanted: (error: FieldError, place: SchemaPlace) => boolean): Checked {
  return { errors: errors.filter((error) => isWanted(error, placeOf(error.field))), placeOf };
}

/** Errors of rules, except those that depend on the types of lists. */
function isOfRule({ detail }: FieldError, { rulePart }: SchemaPlace): boolean {
  return (rulePart !== undefined && !detail.startsWith("oldSelf cannot be used")) || isSumOfCosts(detail);
}

function isOfMarker(place: SchemaPlace): boolean {
  const rule = ruleAt(place);
  const origin = rule && originOfRule(rule);
  return origin !== undefined && "marker" in origin;
}

function ruleAt({ schemas, ruleIndex }: SchemaPlace): ValidationRule | undefined {
  return ruleIndex === undefined ? undefined : schemas.at(-1)?.["x-kubernetes-validations"]?.[ruleIndex];
}

function isCost({ type }: FieldError): boolean {
  return type === "FieldValueForbidden";
}

function isSumOfCosts(detail: string): boolean {
  return detail.includes("estimated rule cost total");
}

/**
 * Leaves out errors that other errors cause: the sum of all costs, if single rules are too expensive, and an unused `oldSelf`, if the rule
 * does not compile.
 */
function withoutConsequences(all: readonly FieldError[]): readonly FieldError[] {
  const fields = new Set(all.map(({ field }) => field));
  const errors = all.filter(
    ({ field }) => !field.endsWith(".optionalOldSelf") || !fields.has(field.replace(/optionalOldSelf$/, "rule")),
  );
  const isSingle = (error: FieldError): boolean =>
    error.type === "FieldValueForbidden" && /^estimated \w+ cost exceeds/.test(error.detail);
  return errors.some(isSingle) ? errors.filter(({ detail }) => !isSumOfCosts(detail)) : errors;
}

interface Reported {
  readonly position: Position;
  readonly message: string;
}

function problemAt(place: SchemaPlace, error: FieldError, kind: Origin): Reported {
  const schema = place.schemas.at(-1) ?? {};
  const rule = ruleAt(place);
  const declaration =
    place.schemas
      .toReversed()
      .map(originOfSchema)
      .find((origin) => origin !== undefined) ?? kind;
  if (rule !== undefined) {
    const part: RulePart = { rule, name: place.rulePart ?? "rule", place, schema };
    const { text, offset } = ruleProblem(part, error);
    const origin = originOfRule(rule) ?? declaration;
    return { position: positionIn(origin, part.name, offset), message: `${subjectOf(origin)} ${text}` };
  }
  const { keyword } = place;
  const origin = originOfKeyword(schema, keyword) ?? originOfKeyword(schema, markerOfKeyword.get(keyword) ?? "");
  if (origin === undefined) {
    const owner = place.field === "" ? "the kind" : `the field "${place.field}"`;
    const shown = keyword === "" ? fieldErrorBody(error) : `${keyword}: ${fieldErrorBody(error)}`;
    return {
      position: positionOf(declaration),
      message: `${owner} has a schema that the API server rejects: ${shown}`,
    };
  }
  return { position: positionOf(origin), message: `${subjectOf(origin)} ${keywordProblem(keyword, error)}` };
}

/** The keyword whose marker is reported if a keyword is invalid that no marker has set. */
const markerOfKeyword: ReadonlyMap<string, string> = new Map([
  ["x-kubernetes-list-map-keys", "x-kubernetes-list-type"],
]);

function keywordProblem(keyword: string, error: FieldError): string {
  if (keyword === "default") {
    // The part before "in body" is the path of the value, which is empty for the default.
    const problem = fieldErrorBody(error).replace(":  in body ", ": ");
    return `has a value that the schema of the field rejects: ${problem}`;
  }
  if (keyword === "x-kubernetes-list-map-keys" && error.type === "FieldValueRequired") {
    return 'of a list of type "map" needs its keys: add "@listMapKey=NAME" for each field that identifies an item';
  }
  return `sets ${keyword} to a value that the API server rejects: ${fieldErrorBody(error)}`;
}

function subjectOf(origin: Origin): string {
  return "marker" in origin ? `the marker "@${origin.marker.written}"` : origin.what;
}

function positionOf(origin: Origin): Position {
  return "marker" in origin ? origin.marker.position : origin.position;
}

/** Where a part of a rule is written; `offset` counts from its first character. */
function positionIn(origin: Origin, part: string, offset: number): Position {
  return ("marker" in origin ? origin.marker.positionIn(part, offset) : undefined) ?? positionOf(origin);
}
