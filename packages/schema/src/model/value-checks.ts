// The checks of a single value: the types, the compiled pattern, and the format.

import type { FormatCheck } from "../formats/formats.ts";
import { formatCheckOf, isKnown } from "../formats/formats.ts";
import type { Pattern } from "../pattern/pattern.ts";
import { compilePattern } from "../pattern/pattern.ts";
import type { JsonSchema } from "./json-schema.ts";

export interface ValueChecks {
  /** Empty if every type is allowed. */
  readonly types: readonly string[];
  /** The format, if it is checked for the type. */
  readonly format: string;
  readonly formatCheck: FormatCheck | undefined;
  readonly pattern: Pattern | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly multipleOf: number | undefined;
}

/**
 * The checks of a schema.
 *
 * @throws {TypeError} if the schema uses a keyword that a structural schema cannot have.
 * @throws {PatternError} if the pattern is not RE2 syntax.
 */
export function compileChecks(schema: JsonSchema, keepsFormats: boolean): ValueChecks {
  assertSupported(schema);
  const types = typesOf(schema);
  const format = keepsFormats ? (schema.format ?? "") : checkedFormat(schema, types);
  return {
    types,
    format,
    formatCheck: format === "" ? undefined : formatCheckOf(format),
    pattern: schema.pattern === undefined || schema.pattern === "" ? undefined : compilePattern(schema.pattern),
    minimum: toDouble(schema.minimum),
    maximum: toDouble(schema.maximum),
    multipleOf: toDouble(schema.multipleOf),
  };
}

const unsupportedKeywords = ["$ref", "patternProperties", "dependencies", "additionalItems", "definitions"] as const;

function assertSupported(schema: JsonSchema): void {
  const used = unsupportedKeywords.find((keyword) => schema[keyword] !== undefined);
  // Go reads an empty list of items as no items.
  if (used === undefined && !(Array.isArray(schema.items) && schema.items.length > 0)) return;
  throw new TypeError(`Cannot compile schema: it has ${used ?? "several items schemas"}, expected a structural schema`);
}

function toDouble(bound: number | bigint | undefined): number | undefined {
  return bound === undefined ? undefined : Number(bound);
}

function typesOf(schema: JsonSchema): readonly string[] {
  if (schema["x-kubernetes-int-or-string"] === true) return ["integer", "string"];
  return schema.type === undefined || schema.type === "" ? [] : [schema.type];
}

/** Returns the format if kube-apiserver checks it for the types, otherwise an empty string. */
export function checkedFormat({ format = "" }: JsonSchema, types: readonly string[]): string {
  return isKnown(format, types.length === 1 ? (types[0] ?? "") : "") ? format : "";
}
