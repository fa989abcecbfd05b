/**
 * Checks a finished schema as the API server checks a CRD: its form, its defaults and its rules, with their types and costs. Each error is reported
 * at the marker that caused it, or at the declaration of the field.
 */
import { fieldErrorBody } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import { createRuleChecks } from "@kubewright/cel";
import { checkStructural } from "@kubewright/schema";
import type { JsonSchema } from "@kubewright/schema";

import type { Position, ProblemLog } from "../problem.ts";
import { originOfKeyword, originOfRule, originOfSchema } from "./origins.ts";
import type { Origin } from "./origins.ts";
import { ruleProblem } from "./rule-problem.ts";
import type { RulePart } from "./rule-problem.ts";
import { createSchemaPaths } from "./schema-path.ts";
import type { SchemaPlace } from "./schema-path.ts";

/** What the CRD says beside the schema. */
export interface CheckSchemaOptions {
  readonly log: ProblemLog;
  /** Where an error without another source is reported: the declaration of the kind. */
  readonly position: Position;
  readonly hasStatus: boolean;
}

/** Reports each reason for which an API server would reject a CRD with this schema. */
export function checkSchema(schema: JsonSchema, { log, position, hasStatus }: CheckSchemaOptions): void {
  const paths = createSchemaPaths(schema);
  const kind: Origin = { position, what: "the schema" };
  const errors = checkStructural(schema, paths.root, { hasStatus, rules: createRuleChecks() });
  for (const error of withoutEchoes(errors)) {
    const place = paths.placeOf(error.field) ?? { schemas: [schema], field: "", keyword: "" };
    const problem = problemAt(place, error, kind);
    log.report(problem.position, problem.message);
  }
}

/** The errors without the sum of all costs, if single rules are too expensive already. */
function withoutEchoes(errors: readonly FieldError[]): readonly FieldError[] {
  const isSum = ({ detail }: FieldError): boolean => detail.includes("estimated rule cost total");
  const isSingle = (error: FieldError): boolean =>
    error.type === "FieldValueForbidden" && /^estimated \w+ cost exceeds/.test(error.detail);
  return errors.some(isSingle) ? errors.filter((error) => !isSum(error)) : errors;
}

interface Reported {
  readonly position: Position;
  readonly message: string;
}

function problemAt(place: SchemaPlace, error: FieldError, kind: Origin): Reported {
  const schema = place.schemas.at(-1) ?? {};
  const rule = place.ruleIndex === undefined ? undefined : schema["x-kubernetes-validations"]?.[place.ruleIndex];
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

/** The keyword whose marker is reported if a keyword is wrong that no marker set. */
const markerOfKeyword: ReadonlyMap<string, string> = new Map([
  ["x-kubernetes-list-map-keys", "x-kubernetes-list-type"],
]);

function keywordProblem(keyword: string, error: FieldError): string {
  if (keyword === "default") return `has a value that the schema of the field rejects: ${fieldErrorBody(error)}`;
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
  const argument = "marker" in origin ? origin.marker.argumentPositions.get(part) : undefined;
  return argument === undefined ? positionOf(origin) : { ...argument, column: argument.column + offset };
}
