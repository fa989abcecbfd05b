// The interface for checking the rules of a schema, which package cel implements.

import type { FieldError, FieldPath, JsonValue } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";

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
  /** The outermost list whose items have no old value to compare with. */
  readonly uncorrelatable: FieldPath | undefined;
}

/** The place of the root of a schema. */
export const rootPlace: RulePlace = { isRoot: true, occurrencesMax: 1n, uncorrelatable: undefined };

/** The place of a field or an entry of a node. */
export function placeOfField(schema: JsonSchema, place: RulePlace): RulePlace {
  return { ...place, isRoot: false, occurrencesMax: multiply(place.occurrencesMax, schema) };
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
