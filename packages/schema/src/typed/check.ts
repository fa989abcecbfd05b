// Checks that a value fits its schema for merging: kinds of values, no undeclared fields, list items with an identity. Messages are those of
// kube-apiserver, which prints values as Go does.

import { eachInSteps, finish, getOwn, goTypeOf, isJsonArray, isJsonObject, whenDone } from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { below, TypedError } from "./errors.ts";
import type { Atom, ListAtom, MapAtom, ScalarAtom } from "../model/atom.ts";
import { atomFor } from "../model/atom.ts";
import { typeOf } from "../model/type.ts";
import { elementOfItem } from "./list-items.ts";
import { formatElement, textOfElement } from "./path-element.ts";
import { formatGoSyntax, formatPlain, GoValue } from "./values.ts";

/** How a value is checked. */
export interface TypedOptions {
  /** Permits lists with duplicate items (by keys or values), which stored objects may have. Default: false. */
  readonly allowDuplicates?: boolean;
  /** A value of the same schema that has no errors. Objects and lists that both values share are not checked again. Default: none. */
  readonly checked?: JsonValue;
}

/**
 * The errors of a value by its schema, each with its path: `.bogus: field not declared in schema`,
 * `.spec.ports: duplicate entries for key [port=80,protocol="TCP"]`. Of an object's undeclared fields only the first is
 * reported. Empty for a valid value.
 */
export function typedErrors(value: JsonValue, schema: JsonSchema, options: TypedOptions = {}): readonly string[] {
  return finish(typedErrorsInSteps(value, schema, options));
}

/** `typedErrors`, in steps. */
export function typedErrorsInSteps(
  value: JsonValue,
  schema: JsonSchema,
  options: TypedOptions = {},
): Work<readonly string[]> {
  return errorsOf(value, typeOf(schema).atom, options, options.checked);
}

/** @throws {TypedError} if the value has errors. In steps. */
export function assertTyped(value: JsonValue, schema: JsonSchema, options: TypedOptions = {}): Work<void> {
  return whenDone(typedErrorsInSteps(value, schema, options), (errors) => {
    if (errors.length > 0) throw new TypedError(errors);
  });
}

const none: readonly string[] = [];

/** In steps, the errors of a part of a value, by its atom. */
export function errorsOf(
  value: JsonValue,
  atom: Atom,
  options: TypedOptions,
  checked: JsonValue | undefined = undefined,
): Work<readonly string[]> {
  if (typeof value === "object" && value === checked) return none;
  const { scalar, list, map } = atomFor(atom, value);
  if (value instanceof GoValue) return errorsOfGoValue(value, scalar, map);
  if (value === null) return none;
  if (map !== undefined) {
    return isJsonObject(value)
      ? errorsOfObject(value, map, options, checked)
      : [`expected map, got &{${formatPlain(value)}}`];
  }
  if (scalar !== undefined) return errorsOfScalar(value, scalar);
  if (list === undefined) return none;
  return isJsonArray(value)
    ? errorsOfList(value, list, options, checked)
    : [`expected list, got &{${formatPlain(value)}}`];
}

function errorsOfGoValue(
  { type, plain, syntax }: GoValue,
  scalar: ScalarAtom | undefined,
  map: MapAtom | undefined,
): readonly string[] {
  switch (scalar) {
    case "numeric":
      return [`expected numeric (int or float), got ${type}`];
    case "string":
      return [`expected string, got &value.valueUnstructured{Value:${syntax}}`];
    case "boolean":
      return [`expected boolean, got &{${plain}}`];
    case "untyped":
      return [`expected any scalar, got &{${plain}}`];
    case undefined:
      return [`expected ${map === undefined ? "list" : "map"}, got &{${plain}}`];
  }
}

function errorsOfObject(
  object: JsonObject,
  atom: MapAtom,
  options: TypedOptions,
  checked: JsonValue | undefined,
): Work<readonly string[]> {
  const others = checked !== undefined && isJsonObject(checked) ? checked : undefined;
  const errors: string[] = [];
  let isDeclared = true;
  const checking = eachInSteps(Object.keys(object), (name) => {
    if (!isDeclared) return;
    const inner = atom.field(name)?.atom ?? atom.others;
    isDeclared = inner !== undefined;
    if (inner === undefined) return void errors.push(below(`.${name}`, "field not declared in schema"));
    return whenDone(errorsOf(object[name] ?? null, inner, options, others && getOwn(others, name)), (found) => {
      for (const error of found) errors.push(below(`.${name}`, error));
    });
  });
  return whenDone(checking, () => (errors.length === 0 ? none : errors));
}

function errorsOfList(
  list: JsonArray,
  atom: ListAtom,
  options: TypedOptions,
  checked: JsonValue | undefined,
): Work<readonly string[]> {
  const others = checked !== undefined && isJsonArray(checked) ? checked : undefined;
  const errors: string[] = [];
  const seen = options.allowDuplicates === true ? undefined : new Set<string>();
  let isIdentified = true;
  const checking = eachInSteps(list, (item, index) => {
    if (!isIdentified) return;
    const element = atom.isAtomic ? undefined : elementOfItem(item, atom);
    isIdentified = typeof element !== "string";
    if (typeof element === "string") return void errors.push(`element ${index}: ${element}`);
    if (element !== undefined && seen !== undefined) {
      const text = textOfElement(element);
      if (seen.has(text)) errors.push(`duplicate entries for key ${formatElement(element)}`);
      seen.add(text);
    }
    return whenDone(errorsOf(item, atom.item, options, others?.[index]), (found) => {
      for (const error of found) errors.push(below(formatElement(element ?? { index }), error));
    });
  });
  return whenDone(checking, () => errors);
}

/** The errors of a value that must be a scalar. `prefix` names the value in the message. */
export function errorsOfScalar(value: JsonValue | undefined, atom: ScalarAtom, prefix = ""): readonly string[] {
  if (value === undefined || value === null) return none;
  const isNumber = typeof value === "number" || typeof value === "bigint";
  switch (atom) {
    case "numeric":
      return isNumber ? none : [`${prefix}expected numeric (int or float), got ${goTypeOf(value)}`];
    case "string":
      return typeof value === "string"
        ? none
        : [`${prefix}expected string, got &value.valueUnstructured{Value:${formatGoSyntax(value)}}`];
    case "boolean":
      return typeof value === "boolean" ? none : [`${prefix}expected boolean, got &{${formatPlain(value)}}`];
    case "untyped":
      return typeof value === "object" ? [`${prefix}expected any scalar, got &{${formatPlain(value)}}`] : none;
  }
}
