/** Describes an error of a rule in one line: what was found, and what is expected. */
import { fieldErrorBody } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import { followFieldPath } from "@kubewright/schema";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import { conditionHint, hintFor } from "./rule-hints.ts";
import type { SchemaPlace } from "./schema-path.ts";

/** The part of a rule that has the error. */
export interface RulePart {
  readonly rule: ValidationRule;
  /** `rule`, `messageExpression`, `fieldPath` and so on. */
  readonly name: string;
  /** The schema that has the rule, and where it is. */
  readonly schema: JsonSchema;
  readonly place: SchemaPlace;
}

/** A problem of a rule. `text` continues the sentence `the marker "…"`; `offset` is the place of the error in the part. */
export interface RuleProblem {
  readonly text: string;
  readonly offset: number;
}

/** The first error of a compilation, as CEL prints it: line, column, message. */
const compilationError = /ERROR: <input>:(\d+):(\d+): (.*)/;

export function ruleProblem(part: RulePart, error: FieldError): RuleProblem {
  const { name, rule, schema } = part;
  const source = name === "messageExpression" ? (rule.messageExpression ?? "") : rule.rule;
  const [, line, column, found] = compilationError.exec(error.detail) ?? [];
  if (found !== undefined) {
    const offset = offsetAt(source, Number(line), Number(column));
    // The place in the message is the dot; the error is the field after it.
    const shown = found.startsWith("undefined field") ? source.slice(offset).search(/\w/) : 0;
    return {
      text: `has ${nounOf(name)} that does not compile: ${found}${hintFor({ schema, source, found, offset })}`,
      offset: offset + Math.max(shown, 0),
    };
  }
  if (name === "fieldPath") {
    return { text: `has a fieldPath that ${describeMissingPath(part)}`, offset: 0 };
  }
  const { field } = part.place;
  const at = field === "" ? "" : ` at "${field}"`;
  if (error.detail.startsWith("oldSelf cannot be used")) {
    const text = `has a rule with oldSelf${at}, but items of a list have an old value only with "@listType=map" and its keys`;
    return { text, offset: 0 };
  }
  if (error.type === "FieldValueForbidden") {
    const limits = error.detail.includes("adding maxItems")
      ? ": limits are markers: @maxItems, @maxProperties, @maxLength"
      : "";
    return { text: `has ${nounOf(name)} that costs too much${at}: ${error.detail}${limits}`, offset: 0 };
  }
  if (
    error.type === "FieldValueInvalid" &&
    (name === "rule" || name === "messageExpression" || name === "optionalOldSelf")
  ) {
    const hint = name === "rule" ? conditionHint(source) : "";
    return { text: `has ${nounOf(name)} that the API server rejects: ${error.detail}${hint}`, offset: 0 };
  }
  return { text: `has ${nounOf(name)} that the API server rejects: ${fieldErrorBody(error)}`, offset: 0 };
}

function nounOf(name: string): string {
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

/** The offset of a place that CEL names: lines count from 1, columns are code points from 1. */
function offsetAt(source: string, line: number, column: number): number {
  const before = source.split("\n").slice(0, line - 1);
  const current = source.split("\n")[line - 1] ?? "";
  const inLine = [...current].slice(0, column - 1).join("");
  return before.join("\n").length + (before.length > 0 ? 1 : 0) + inLine.length;
}

function describeMissingPath({ rule, schema }: RulePart): string {
  const { fieldPath = "" } = rule;
  const reason = followFieldPath(fieldPath, schema, { allowsBrackets: true });
  const names = Object.keys(schema.properties ?? {}).map((name) => `.${name}`);
  const expected = names.length === 0 ? "" : `: the paths begin with ${names.join(", ")}`;
  return `is "${fieldPath}", which ${typeof reason === "string" ? reason : "is not valid"}${expected}`;
}
