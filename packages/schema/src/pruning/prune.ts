// Pruning: fields that the schema does not declare are dropped, so that data cannot get a meaning from a later version of the schema. In the same
// walk, nulls can be dropped that mean an absent field. Values are not changed: a value that keeps all its fields is returned itself.
// https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning

import { afterPause, finish, isJsonArray, isJsonObject, whenDone } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { mapFields, mapItems } from "../model/map-in-steps.ts";
import type { Type } from "../model/type.ts";
import { typeOf } from "../model/type.ts";

/** How a value is pruned. */
export interface PruneOptions {
  /** The value is a whole object: `apiVersion`, `kind` and `metadata` are kept, whether declared or not. Default: true. */
  readonly isResourceRoot?: boolean;
  /** Drops nulls as `dropNulls` does. Default: false. */
  readonly dropsNulls?: boolean;
}

/** The pruned value, and the paths of dropped fields. */
export interface Pruned {
  /** The same value when nothing was dropped. */
  readonly value: JsonValue;
  /** Paths of dropped fields, sorted: `spec.foo`, `spec.list[0].bar`. Dropped nulls are not among them. */
  readonly pruned: readonly string[];
}

/** Drops the fields that the schema does not declare. */
export function prune(value: JsonValue, schema: JsonSchema, options?: PruneOptions): Pruned {
  return finish(pruneInSteps(value, schema, options));
}

/** Like `prune`, in steps. */
export function pruneInSteps(value: JsonValue, schema: JsonSchema, options: PruneOptions = {}): Work<Pruned> {
  const { isResourceRoot = true, dropsNulls = false } = options;
  const type = typeOf(schema);
  const pruned: string[] = [];
  const walk: Walk = { steps: [], pruned, dropsNulls };
  const pruning = isJsonObject(value)
    ? pruneObject(value, type, walk, { isEmbedded: isResourceRoot || type.isEmbedded })
    : pruneValue(value, type, walk);
  return afterPause(pruning, (kept) => ({ value: kept, pruned: pruned.length === 0 ? pruned : pruned.toSorted() }));
}

/**
 * The value without the nulls that mean an absent field: those of fields that are neither nullable nor have a default, if the schema describes the
 * field. Items of lists keep their nulls.
 */
export function dropNulls(value: JsonValue, schema: JsonSchema | undefined): JsonValue {
  return schema === undefined ? value : finish(dropNullsOf(value, typeOf(schema)));
}

interface Walk {
  /** From the root to the current value: names of fields and indexes of items. */
  readonly steps: (string | number)[];
  readonly pruned: string[];
  readonly dropsNulls: boolean;
}

/** What the surroundings of a value add to its type. */
interface Context {
  /** The value is a whole object. */
  readonly isEmbedded?: boolean;
  /** The value is an item of a list that preserves unknown fields. */
  readonly preserves?: boolean;
}

const noContext: Context = {};
const preservingContext: Context = { preserves: true };

function pruneValue(
  value: JsonValue,
  type: Type | undefined,
  walk: Walk,
  context: Context = noContext,
): Work<JsonValue> {
  if (isJsonObject(value)) return pruneObject(value, type, walk, context);
  if (!isJsonArray(value)) return value;
  const preserves = context.preserves === true || type?.preservesUnknown === true;
  const items = type?.items;
  // In a list that preserves unknown fields, items without a schema are preserved, too.
  if (items === undefined && preserves) return value;
  const inner = preserves ? preservingContext : noContext;
  return mapItems(value, (item, index) => pruneBelow(index, item, items, walk, inner));
}

/** Prunes a field or an item of the current value. */
function pruneBelow(
  step: string | number,
  value: JsonValue,
  type: Type | undefined,
  walk: Walk,
  context?: Context,
): Work<JsonValue> {
  if (typeof value !== "object" || value === null) return value;
  walk.steps.push(step);
  return whenDone(pruneValue(value, type, walk, context), (pruned) => {
    walk.steps.pop();
    return pruned;
  });
}

function pruneObject(
  object: JsonObject,
  type: Type | undefined,
  walk: Walk,
  context: Context = noContext,
): Work<JsonObject> {
  return mapFields(object, (key, value) => pruneField(key, value, type, walk, context));
}

/** The pruned value of a field; undefined if the field is dropped. */
function pruneField(
  key: string,
  value: JsonValue,
  type: Type | undefined,
  walk: Walk,
  context: Context,
): Work<JsonValue | undefined> {
  const isMetaField = key === "apiVersion" || key === "kind" || key === "metadata";
  const child = type?.typeOfField(key);
  if (isMetaField && (type?.isEmbedded === true || context.isEmbedded === true)) {
    return walk.dropsNulls ? withoutNulls(value, child) : value;
  }
  if (child !== undefined) {
    if (value === null) return walk.dropsNulls && isMeaningless(child) ? undefined : null;
    return pruneBelow(key, value, child, walk);
  }
  if (type?.schema.additionalProperties !== undefined) return pruneBelow(key, value, undefined, walk);
  if (type?.preservesUnknown === true || context.preserves === true) return value;
  if (!isMetaField || walk.steps.length > 0) walk.pruned.push(pathOf([...walk.steps, key]));
  return undefined;
}

function pathOf(steps: readonly (string | number)[]): string {
  let path = "";
  for (const step of steps) path += typeof step === "number" ? `[${step}]` : path === "" ? step : `.${step}`;
  return path;
}

function withoutNulls(value: JsonValue, type: Type | undefined): Work<JsonValue | undefined> {
  if (value === null) return type !== undefined && isMeaningless(type) ? undefined : null;
  return type === undefined ? value : dropNullsOf(value, type);
}

function dropNullsOf(value: JsonValue, type: Type): Work<JsonValue> {
  if (isJsonObject(value)) return mapFields(value, (key, item) => withoutNulls(item, type.typeOfField(key)));
  const { items } = type;
  return isJsonArray(value) && items !== undefined ? mapItems(value, (item) => dropNullsOf(item, items)) : value;
}

/** Whether a null means that the field is absent. */
function isMeaningless(type: Type): boolean {
  return !type.isNullable && type.default === undefined;
}
