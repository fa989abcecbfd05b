// Checks each node of a custom resource definition's schema separately for unsupported and contradictory
// keywords.

import { field } from "@kubewright/apimachinery";
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf } from "../model/walk.ts";
import { checkListType } from "./check-list-type.ts";
import { checkRules } from "./check-rules.ts";
import { isSet, propertiesOf } from "./keywords.ts";
import type { RuleChecks, RulePlace } from "./rule-checks.ts";
import { placeOfField, placeOfItem, placeOfProperty } from "./rule-checks.ts";

/** The context of a node from its ancestors. */
export interface NodeContext {
  /** The reason why a default is not permitted; `undefined` if it is. */
  readonly defaultForbidden: string | undefined;
  /** The node is part of an object's metadata. */
  readonly isInsideMetadata: boolean;
  /** How rules are checked; undefined if they are not. */
  readonly rules?: RuleContext | undefined;
}

interface RuleContext {
  readonly checks: RuleChecks;
  readonly place: RulePlace;
  /** Receives the errors of rules, which are reported after all others. */
  readonly errors: FieldError[];
}

const types = ["array", "boolean", "integer", "number", "object", "string"];

/** Errors of a node and of those inside it. */
export function checkNodes(schema: JsonSchema, path: FieldPath, context: NodeContext, isRoot: boolean): FieldError[] {
  const errors = [
    ...checkKeywords(schema, path, context),
    ...(schema.uniqueItems === true
      ? [
          field.forbidden(
            path.child("uniqueItems"),
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
          ),
        ]
      : []),
    ...checkAdditional(schema, path.child("additionalProperties"), context),
    ...propertiesOf(schema).flatMap(([name, child]) =>
      checkNodes(
        child,
        path.child("properties").key(name),
        contextOfProperty(schema, name, path, context, isRoot),
        false,
      ),
    ),
    ...checkNested(schema, path, context),
    ...checkItems(schema, path, context),
    ...checkDependencies(schema, path, context),
    ...checkPreserve(schema, path),
    ...checkMapType(schema, path),
    ...checkListType(schema, path),
    ...checkRules(schema, path),
  ];
  const { rules } = context;
  if (errors.length === 0 && rules !== undefined && isSet(schema["x-kubernetes-validations"])) {
    for (const error of rules.checks.checkNode(schema, path, rules.place)) rules.errors.push(error);
  }
  return errors;
}

function atPlace(rules: RuleContext | undefined, placeOf: (place: RulePlace) => RulePlace): RuleContext | undefined {
  return rules && { ...rules, place: placeOf(rules.place) };
}

function checkKeywords(schema: JsonSchema, path: FieldPath, context: NodeContext): FieldError[] {
  const errors: FieldError[] = [];
  const forbid = (name: string, text: string): void => void errors.push(field.forbidden(path.child(name), text));
  const { type = "" } = schema;
  if (type !== "" && !types.includes(type)) errors.push(field.notSupported(path.child("type"), type, types));
  if (isGiven(schema.default) && context.defaultForbidden !== undefined) {
    forbid("default", `must not be set ${context.defaultForbidden}`.trim());
  }
  if (isSet(schema.id)) forbid("id", "id is not supported");
  if (schema.additionalItems !== undefined) forbid("additionalItems", "additionalItems is not supported");
  if (isSet(schema.patternProperties)) forbid("patternProperties", "patternProperties is not supported");
  if (isSet(schema.definitions)) forbid("definitions", "definitions is not supported");
  if (schema.dependencies !== undefined) forbid("dependencies", "dependencies is not supported");
  if (schema.$ref !== undefined) forbid("$ref", "$ref is not supported");
  if (type === "null") forbid("type", "type cannot be set to null, use nullable as an alternative");
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    forbid("items", "items must be a schema object and not an array");
  }
  if (context.isInsideMetadata && schema["x-kubernetes-embedded-resource"] === true) {
    forbid("x-kubernetes-embedded-resource", "must not be used inside of resource meta");
  }
  return errors;
}

function checkAdditional(schema: JsonSchema, path: FieldPath, context: NodeContext): FieldError[] {
  const { additionalProperties } = schema;
  if (additionalProperties === undefined) return [];
  const isExclusive = isSet(schema.properties) && additionalProperties !== true;
  const errors = isExclusive ? [field.forbidden(path, "additionalProperties and properties are mutual exclusive")] : [];
  const additional = additionalOf(schema);
  if (additional === undefined) return errors;
  const inner = {
    ...context,
    rules: atPlace(context.rules, (place) => placeOfField(schema, place)),
    ...(context.isInsideMetadata
      ? { defaultForbidden: "inside additionalProperties applying to object metadata" }
      : {}),
  };
  return [...errors, ...checkNodes(additional, path, inner, false)];
}

function contextOfProperty(
  schema: JsonSchema,
  name: string,
  path: FieldPath,
  outer: NodeContext,
  isRoot: boolean,
): NodeContext {
  const context = { ...outer, rules: atPlace(outer.rules, (place) => placeOfProperty(schema, path, place)) };
  const isObject = isRoot || schema["x-kubernetes-embedded-resource"] === true;
  if (!isObject || !["metadata", "kind", "apiVersion"].includes(name)) return context;
  return {
    ...context,
    isInsideMetadata: true,
    defaultForbidden: isRoot ? `in top-level ${name}` : context.defaultForbidden,
  };
}

function checkNested(schema: JsonSchema, path: FieldPath, outer: NodeContext): FieldError[] {
  const context = { ...outer, rules: undefined };
  const inside = (child: JsonSchema, at: FieldPath): FieldError[] => checkNodes(child, at, context, false);
  return [
    ...(schema.not === undefined ? [] : inside(schema.not, path.child("not"))),
    ...(["allOf", "oneOf", "anyOf"] as const).flatMap((name) =>
      (schema[name] ?? []).flatMap((child, index) => inside(child, path.child(name).index(index))),
    ),
    ...Object.entries(schema.definitions ?? {}).flatMap(([name, child]) =>
      inside(child, path.child("definitions").key(name)),
    ),
  ];
}

/** Dependencies are not supported, but the schemas in them are checked. */
function checkDependencies(schema: JsonSchema, path: FieldPath, outer: NodeContext): FieldError[] {
  const context = { ...outer, rules: undefined };
  return Object.entries(schema.dependencies ?? {}).flatMap(([name, child]) =>
    Array.isArray(child) ? [] : checkNodes(child as JsonSchema, path.child("dependencies").key(name), context, false),
  );
}

function checkItems(schema: JsonSchema, path: FieldPath, context: NodeContext): FieldError[] {
  const { items } = schema;
  const inner = { ...context, rules: atPlace(context.rules, (place) => placeOfItem(schema, path, place)) };
  const at = path.child("items");
  // Array.isArray leaves readonly arrays in.
  if (Array.isArray(items)) {
    return (items as readonly JsonSchema[]).flatMap((item, index) => checkNodes(item, at.index(index), inner, false));
  }
  return items === undefined ? [] : checkNodes(items as JsonSchema, at, inner, false);
}

function checkPreserve(schema: JsonSchema, path: FieldPath): FieldError[] {
  if (schema["x-kubernetes-preserve-unknown-fields"] !== false) return [];
  return [field.invalid(path.child("x-kubernetes-preserve-unknown-fields"), false, "must be true or undefined")];
}

function checkMapType(schema: JsonSchema, path: FieldPath): FieldError[] {
  const { "x-kubernetes-map-type": mapType, type = "" } = schema;
  if (mapType === undefined) return [];
  const errors: FieldError[] = [];
  if (type !== "object") {
    const text = "must be object if x-kubernetes-map-type is specified";
    errors.push(type === "" ? field.required(path.child("type"), text) : field.invalid(path.child("type"), type, text));
  }
  if (mapType !== "atomic" && mapType !== "granular") {
    errors.push(field.notSupported(path.child("x-kubernetes-map-type"), mapType, ["atomic", "granular"]));
  }
  return errors;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
