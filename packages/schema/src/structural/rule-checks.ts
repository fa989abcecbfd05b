// The interface for checking the rules of a schema, which package cel implements.

import type { FieldError, FieldPath, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { additionalOf, itemsOf } from "../model/walk.ts";
import { isSet } from "./keywords.ts";

/** Checks of `x-kubernetes-validations`. An implementation sums costs, so each schema needs a new instance. */
export interface RuleChecks {
  /** Errors of the rules for a default that the schema otherwise allows. */
  checkDefault(value: JsonValue, schema: JsonSchema, path: FieldPath): readonly FieldError[];
  /**
   * Errors of the rules of a node. Called after the rules of the nodes inside it, and only if neither the node nor a node inside it has another
   * error.
   */
  checkNode(schema: JsonSchema, path: FieldPath, place: RulePlace): readonly FieldError[];
  /** Errors of all rules together. `path` is the path of the schema. */
  checkTotal(path: FieldPath): readonly FieldError[];
}

/** The context of a node's rules from its ancestors. */
export interface RulePlace {
  readonly isRoot: boolean;
  /** How many values of the node one object can have; `undefined` if a list or map above it has no limit. */
  readonly occurrencesMax: bigint | undefined;
  /** The outermost list or map whose items have no old value to compare with. */
  readonly uncorrelatable: FieldPath | undefined;
  /** The node, or one above it, has rules. */
  readonly isInScope: boolean;
  /** A node above it is in the scope of rules, and expressions have no type for its values. */
  readonly hasUntypedParent: boolean;
}

/** The place of the root of a schema. */
export const rootPlace: RulePlace = {
  isRoot: true,
  occurrencesMax: 1n,
  uncorrelatable: undefined,
  isInScope: false,
  hasUntypedParent: false,
};

/** The place of a field or an entry of a node. */
export function placeOfField(schema: JsonSchema, place: RulePlace): RulePlace {
  const isInScope = place.isInScope || isSet(schema["x-kubernetes-validations"]);
  const hasUntypedParent = place.hasUntypedParent || (isInScope && !hasExpressionType(schema));
  return {
    ...place,
    isRoot: false,
    occurrencesMax: multiply(place.occurrencesMax, schema),
    isInScope,
    hasUntypedParent,
  };
}

/** The place of a declared field of a node. Fields of a map of an unknown type have no old value. */
export function placeOfProperty(schema: JsonSchema, path: FieldPath, place: RulePlace): RulePlace {
  const mapType = schema["x-kubernetes-map-type"];
  const isKnown = mapType === undefined || mapType === "granular" || mapType === "atomic";
  return { ...placeOfField(schema, place), uncorrelatable: place.uncorrelatable ?? (isKnown ? undefined : path) };
}

const expressionTypes: ReadonlySet<string> = new Set(["array", "boolean", "integer", "number", "object", "string"]);

/** Whether expressions have a type for the values of a node. Fields without a type are left out of the type of their object. */
function hasExpressionType(schema: JsonSchema): boolean {
  const { type = "" } = schema;
  if (schema["x-kubernetes-int-or-string"] === true || schema["x-kubernetes-preserve-unknown-fields"] === true)
    return true;
  if (!expressionTypes.has(type)) return false;
  const values = type === "array" ? itemsOf(schema) : type === "object" ? additionalOf(schema) : undefined;
  return values === undefined || hasExpressionType(values);
}

/** The place of the items of a node. Only items of a list of type `map` have an old value. */
export function placeOfItem(schema: JsonSchema, path: FieldPath, place: RulePlace): RulePlace {
  const isMap = schema["x-kubernetes-list-type"] === "map";
  return { ...placeOfField(schema, place), uncorrelatable: place.uncorrelatable ?? (isMap ? undefined : path) };
}

const uint64Max = 2n ** 64n - 1n;

function multiply(occurrencesMax: bigint | undefined, schema: JsonSchema): bigint | undefined {
  const factor = valuesMax(schema);
  if (occurrencesMax === undefined || factor === undefined) return undefined;
  const product = factor > 0 ? occurrencesMax * BigInt(factor) : 0n;
  return product > uint64Max ? uint64Max : product;
}

/** How many items or entries a value has at most; 1 for values that are neither lists nor maps. */
function valuesMax({ type, additionalProperties, maxProperties, maxItems }: JsonSchema): number | bigint | undefined {
  if (type === "array") return maxItems;
  return type === "object" && additionalProperties !== undefined ? maxProperties : 1;
}
