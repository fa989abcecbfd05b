/**
 * The CEL rules of a union of objects. The structural schema has the fields of all variants; the rules allow only the combinations of one
 * variant. They use the value of the discriminator, or the presence of fields in a union without a discriminator.
 */
import type { JsonValue } from "@kubewright/apimachinery";
import type { ValidationRule } from "@kubewright/schema";

import { celLiteral, celSelect } from "../markers/cel-names.ts";

/** The fields of a variant. */
export interface VariantFields {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** The field that identifies the variant, and its values in each variant. */
export interface Discriminator {
  readonly name: string;
  readonly values: readonly (readonly JsonValue[])[];
}

/** The rules for each field that is not in all variants, or not required in all. */
export function discriminatedRules(
  { name, values }: Discriminator,
  variants: readonly VariantFields[],
): readonly ValidationRule[] {
  const valuesOf = (has: (variant: VariantFields) => boolean): readonly JsonValue[] =>
    variants.flatMap((variant, index) => (has(variant) ? (values[index] ?? []) : []));
  const count = values.flat().length;
  return fieldsOf(variants).flatMap((field): readonly ValidationRule[] => {
    if (field === name) return [];
    const required = valuesOf((variant) => variant.required.includes(field));
    const allowed = valuesOf((variant) => [...variant.required, ...variant.optional].includes(field));
    const has = `has(${celSelect("self", field)})`;
    const needed = isOneOf(name, required);
    const fits = isOneOf(name, allowed);
    if (required.length === allowed.length) {
      if (required.length === count) return [];
      return [
        { message: `${field} is set when ${name} is ${listed(required)}, and only then`, rule: `${has} == ${needed}` },
      ];
    }
    return [
      ...(allowed.length < count
        ? [{ message: `${field} may be set only when ${name} is ${listed(allowed)}`, rule: `!${has} || ${fits}` }]
        : []),
      ...(required.length > 0
        ? [{ message: `${field} must be set when ${name} is ${listed(required)}`, rule: `!${needed} || ${has}` }]
        : []),
    ];
  });
}

/** The fields that a variant without a discriminator requires, and those that it excludes. */
export interface VariantPresence {
  readonly present: readonly string[];
  readonly absent: readonly string[];
}

/** The rule that at least one variant matches; `undefined` if one matches every object. */
export function presenceRule(variants: readonly VariantPresence[]): ValidationRule | undefined {
  if (variants.some(({ present, absent }) => present.length === 0 && absent.length === 0)) return undefined;
  const fields = [...new Set(variants.flatMap(({ present, absent }) => [...present, ...absent]))];
  const names = `[${fields.join(" ")}]`;
  const excludesRest = variants.every(({ present, absent }) => present.length + absent.length === fields.length);
  const isSimple =
    variants.every(({ present }) => present.length <= 1) &&
    new Set(variants.flatMap(({ present }) => present)).size === fields.length;
  const has = (field: string): string => `has(${celSelect("self", field)})`;
  if (isSimple && excludesRest) {
    const count = fields.map((field) => `(${has(field)}?1:0)`).join("+");
    return variants.some(({ present }) => present.length === 0)
      ? { message: `at most one of the fields in ${names} may be set`, rule: `${count} <= 1` }
      : { message: `exactly one of the fields in ${names} must be set`, rule: `${count} == 1` };
  }
  if (isSimple && variants.every(({ absent }) => absent.length === 0)) {
    return { message: `at least one of the fields in ${names} must be set`, rule: fields.map(has).join("||") };
  }
  const fits = variants.map(({ present, absent }) =>
    [...present.map(has), ...absent.map((field) => `!${has(field)}`)].join(" && "),
  );
  const described = variants.map(({ present }) => (present.length === 0 ? "none" : present.join(" and ")));
  return {
    message: `of the fields in ${names} must be set: ${described.join(", or ")}`,
    rule: fits.map((fit) => `(${fit})`).join(" || "),
  };
}

function fieldsOf(variants: readonly VariantFields[]): readonly string[] {
  return [...new Set(variants.flatMap(({ required, optional }) => [...required, ...optional]))];
}

function isOneOf(name: string, values: readonly JsonValue[]): string {
  const literals = values.map(celLiteral);
  const field = celSelect("self", name);
  return literals.length === 1 ? `(${field} == ${literals.join("")})` : `(${field} in [${literals.join(", ")}])`;
}

function listed(values: readonly JsonValue[]): string {
  return values.map((value) => (typeof value === "string" ? value : celLiteral(value))).join(" or ");
}
