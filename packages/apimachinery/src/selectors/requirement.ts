// Requirements: the conditions on labels of which selectors consist.

import { formatFieldErrors, field } from "../field/field-error.ts";
import type { FieldError } from "../field/field-error.ts";
import { isLabelValue, isQualifiedName } from "../names/label.ts";
import { getOwn } from "../json/json-value.ts";
import { SelectorSyntaxError } from "./errors.ts";

/** How a label is compared. `=`, `==` and `!=` are distinct from `in` and `notin` because they print differently. */
export type LabelOperator = "=" | "==" | "!=" | "in" | "notin" | "exists" | "!" | "gt" | "lt";

/** A condition on a label. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: LabelOperator;
  /** One for `=`, `==`, `!=`, `gt` and `lt`; at least one for `in` and `notin`; none for the others. */
  readonly values: readonly string[];
}

/** Labels of an object. */
export type Labels = { readonly [key: string]: string };

/**
 * Creates a requirement.
 *
 * @throws {SelectorSyntaxError} with the message of kube-apiserver if the key or a value is invalid.
 */
export function labelRequirement(key: string, operator: LabelOperator, values: readonly string[]): LabelRequirement {
  const errors = [...checkKey(key, "key"), ...checkCount(operator, values), ...checkValues(key, values)];
  if (errors.length > 0) throw new SelectorSyntaxError(formatFieldErrors(errors));
  return { key, operator, values };
}

/** @throws {SelectorSyntaxError} with the message of kube-apiserver if the key is invalid. */
export function assertLabelKey(key: string): void {
  const errors = checkKey(key, "<nil>");
  if (errors.length > 0) throw new SelectorSyntaxError(formatFieldErrors(errors));
}

/** Whether labels match a requirement. As in kube-apiserver, an absent label matches `!=` and `notin`. */
export function matchesRequirement({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = getOwn(labels, key);
  switch (operator) {
    case "=":
    case "==":
    case "in":
      return value !== undefined && includesValue(values, value);
    case "!=":
    case "notin":
      return value === undefined || !includesValue(values, value);
    case "exists":
      return value !== undefined;
    case "!":
      return value === undefined;
    case "gt":
    case "lt":
      return value !== undefined && isBeyond(value, values[0] ?? "", operator);
  }
}

/** More values than this are found in a set, so that a list does not compare each object with each of 10,000 values. */
const comparedValuesMax = 8;

/** The sets of the values that were looked up. */
const setsOfValues = new WeakMap<readonly string[], ReadonlySet<string>>();

function includesValue(values: readonly string[], value: string): boolean {
  if (values.length <= comparedValuesMax) return values.includes(value);
  let set = setsOfValues.get(values);
  if (set === undefined) setsOfValues.set(values, (set = new Set(values)));
  return set.has(value);
}

/** Formats a requirement in the query form. */
export function formatRequirement({ key, operator, values }: LabelRequirement): string {
  switch (operator) {
    case "exists":
      return key;
    case "!":
      return `!${key}`;
    case "=":
    case "==":
    case "!=":
      return `${key}${operator}${values.join(",")}`;
    case "in":
    case "notin":
      return `${key} ${operator} (${values.toSorted().join(",")})`;
    case "gt":
      return `${key}>${values.join(",")}`;
    case "lt":
      return `${key}<${values.join(",")}`;
  }
}

function isBeyond(value: string, bound: string, operator: "gt" | "lt"): boolean {
  if (!isInt64(value) || !isInt64(bound)) return false;
  return operator === "gt" ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

function isInt64(text: string): boolean {
  if (!/^[+-]?\d{1,40}$/.test(text)) return false;
  const value = BigInt(text.replace(/^\+/, ""));
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

function checkKey(key: string, path: string): FieldError[] {
  const messages = isQualifiedName(key);
  return messages.length === 0 ? [] : [field.invalid(path, key, messages.join("; "))];
}

function checkCount(operator: LabelOperator, values: readonly string[]): FieldError[] {
  switch (operator) {
    case "in":
    case "notin":
      if (values.length > 0) return [];
      return [field.invalid("values", values, "for 'in', 'notin' operators, values set can't be empty")];
    case "=":
    case "==":
    case "!=":
      if (values.length === 1) return [];
      return [field.invalid("values", values, "exact-match compatibility requires one single value")];
    case "exists":
    case "!":
      if (values.length === 0) return [];
      return [field.invalid("values", values, "values set must be empty for exists and does not exist")];
    case "gt":
    case "lt":
      if (values.length !== 1) {
        return [field.invalid("values", values, "for 'Gt', 'Lt' operators, exactly one value is required")];
      }
      return values
        .filter((value) => !isInt64(value))
        .map((value) => field.invalid("values[0]", value, "for 'Gt', 'Lt' operators, the value must be an integer"));
  }
}

function checkValues(key: string, values: readonly string[]): FieldError[] {
  return values.flatMap((value, index) => {
    const messages = isLabelValue(value);
    return messages.length === 0 ? [] : [field.invalid(`values[${index}][${key}]`, value, messages.join("; "))];
  });
}
