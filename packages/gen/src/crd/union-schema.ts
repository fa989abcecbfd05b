/**
 * Builds the structural schema of a union of objects: one object with the fields of all variants, and rules for the valid combinations. A
 * field must have the same type in all variants, because the schema has one type for each field.
 */
import { isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import { escapeName } from "@kubewright/cel";
import type { JsonSchema, ValidationRule } from "@kubewright/schema";

import type { Position, ProblemLog } from "../problem.ts";
import { withRuleOrigin } from "./origins.ts";
import { discriminatedRules, presenceRule } from "./union-rules.ts";
import type { Discriminator } from "./union-rules.ts";

/** A property of a type with its schema. */
export interface PropertySchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly immutable: boolean;
  /** The type excludes the property: `name?: never`. */
  readonly absent: boolean;
  readonly position: Position;
}

export type Variant = readonly PropertySchema[];

/** The properties of all variants, and the rules between them. Variants that cannot be distinguished are reported at the union. */
export function unionOf(
  variants: readonly Variant[],
  position: Position,
  log: ProblemLog,
): {
  readonly properties: readonly PropertySchema[];
  readonly rules: readonly ValidationRule[];
} {
  const present = variants.map((variant) => variant.filter(({ absent }) => !absent));
  const names = [...new Set(present.flat().map(({ name }) => name))];
  const discriminator = discriminatorOf(present);
  const properties = names.map((name) => joined(name, present, discriminator, log));
  for (const name of names.filter((each) => escapeName(each) === undefined)) {
    log.report(
      position,
      `a union of objects is checked by a rule, and CEL cannot name the field "${name}": rename the field`,
    );
  }
  const sourced = (rule: ValidationRule): ValidationRule =>
    withRuleOrigin(rule, { position, what: "the union of objects" });
  if (discriminator !== undefined) {
    const fields = present.map((variant) => ({
      required: namesOf(variant, true),
      optional: namesOf(variant, false),
    }));
    return { properties, rules: discriminatedRules(discriminator, fields).map(sourced) };
  }
  const common = names.filter((name) => present.every((variant) => namesOf(variant, true).includes(name)));
  const rule = presenceRule(
    variants.map((variant, index) => ({
      present: namesOf(present[index] ?? [], true).filter((name) => !common.includes(name)),
      absent: variant.filter(({ name, absent }) => absent && names.includes(name)).map(({ name }) => name),
    })),
  );
  if (rule === undefined) log.report(position, `the variants of a union cannot be distinguished: ${distinguish}`);
  return { properties, rules: rule === undefined ? [] : [sourced(rule)] };
}

const distinguish =
  'give each a field with a different literal, such as kind: "a", or fields that are required in one and "?: never" in the others';

/** A field that every variant requires, with literals that no other variant has. */
function discriminatorOf(variants: readonly Variant[]): Discriminator | undefined {
  const [first = []] = variants;
  for (const { name } of first) {
    const values = variants.map((variant) => literalsOf(variant.find((property) => property.name === name)));
    const all = values.flat();
    if (values.every((each) => each.length > 0) && new Set(all).size === all.length) return { name, values };
  }
  return undefined;
}

function literalsOf(property: PropertySchema | undefined): readonly JsonValue[] {
  return property?.required === true ? (property.schema.enum ?? []) : [];
}

/** One property of several variants. */
function joined(
  name: string,
  variants: readonly Variant[],
  discriminator: Discriminator | undefined,
  log: ProblemLog,
): PropertySchema {
  const found = variants.flatMap((variant) => variant.filter((property) => property.name === name));
  const [first] = found;
  if (first === undefined) throw new Error(`no variant has the property "${name}"`);
  const { description } = found.find((property) => property.schema.description !== undefined)?.schema ?? {};
  const described = (schema: JsonSchema): JsonSchema =>
    description === undefined ? schema : { ...schema, description };
  const required = found.length === variants.length && found.every((property) => property.required);
  const immutable = found.some((property) => property.immutable);
  if (name === discriminator?.name)
    return { ...first, schema: described(withValues(first.schema, discriminator)), immutable };

  const other = found.find((property) => !isDeepEqual(withoutProse(property.schema), withoutProse(first.schema)));
  if (other !== undefined) {
    log.report(other.position, `"${name}" has another type in another variant of the union: rename it in one of them`);
  }
  if (found.length < variants.length && first.schema.default !== undefined) {
    log.report(
      first.position,
      `"${name}" has a default, which variants without the field would get, too: remove the default`,
    );
  }
  return { ...first, schema: described(first.schema), required, immutable };
}

/** The values of all variants. An enumeration of both booleans is omitted. */
function withValues(schema: JsonSchema, { values }: Discriminator): JsonSchema {
  const { enum: _one, ...rest } = schema;
  return schema.type === "boolean" ? rest : { ...rest, enum: values.flat() };
}

function withoutProse(schema: JsonSchema): JsonSchema {
  const { description: _prose, ...rest } = schema;
  return rest;
}

function namesOf(variant: Variant, required: boolean): readonly string[] {
  return variant.filter((property) => property.required === required).map(({ name }) => name);
}
