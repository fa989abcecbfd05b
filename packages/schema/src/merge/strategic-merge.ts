// Strategic merge patch: a merge patch that uses the schema of the kind, so that lists can merge item by item, and directives in the
// patch can delete, replace and order. Built-in kinds only.
// https://kubernetes.io/docs/tasks/manage-kubernetes-objects/update-api-object-kubectl-patch/

import {
  afterPause,
  eachInSteps,
  finish,
  getOwn,
  isJsonArray,
  isJsonObject,
  setOwn,
  whenDone,
} from "@kubewright/apimachinery";
import type { JsonArray, JsonObject, JsonValue, MutableJsonObject, Work } from "@kubewright/apimachinery";
import type { JsonSchema } from "../model/json-schema.ts";
import { typeOf } from "../model/type.ts";
import {
  assertScalars,
  deleteFromListPrefix,
  fieldOfDirective,
  patchDirective,
  plainValue,
  retainKeys,
  retainKeysDirective,
  setElementOrderPrefix,
} from "./directives.ts";
import { badPatchType, badType, formatGoValue, noMergeKey, StrategicMergeError } from "./errors.ts";
import { itemIdentity, orderItems } from "./list-order.ts";
import { assertSameTypes, itemTypeOf, listOf, optionalListOf } from "./list-types.ts";
import type { MergeField, Struct } from "./merge-field.ts";
import { fieldOf, listFieldOf, strategyOf } from "./merge-field.ts";

/**
 * Applies a strategic merge patch. Neither the object nor the patch is changed.
 *
 * As upstream, a new item of a list is added without changes, with its nulls and inner directives. Decoding the result as its kind
 * drops both, and a server must do so before it stores the result.
 *
 * @param schema of the kind, as `schemaOf` of `@kubewright/api-facts` returns it.
 * @throws {StrategicMergeError} with a kube-apiserver's message when the patch contradicts itself, the object or the kind.
 */
export function strategicMerge(original: JsonObject, patch: JsonObject, schema: JsonSchema): JsonObject {
  return finish(strategicMergeInSteps(original, patch, schema));
}

/** Like `strategicMerge`, in steps. The result is a new object, which may be changed. */
export function strategicMergeInSteps(original: JsonObject, patch: JsonObject, schema: JsonSchema): Work<JsonObject> {
  return mergeObject(original, patch, { type: typeOf(schema), kind: "struct" });
}

function mergeObject(original: JsonObject, patch: JsonObject, struct: Struct | undefined): Work<JsonObject> {
  const directive = getOwn(patch, patchDirective);
  if (directive !== undefined) return replacement(directive, patch);
  const merged: MutableJsonObject = { ...retainKeys(original, patch) };
  const keys = Object.keys(patch);
  const ordered = new Set<string>();
  const ordering = eachInSteps(keys, (key) => {
    if (key.startsWith(setElementOrderPrefix)) return mergeOrderedList(merged, patch, key, struct, ordered);
  });
  const merging = whenDone(ordering, () =>
    eachInSteps(keys, (key) => {
      if (key === retainKeysDirective || key.startsWith(setElementOrderPrefix) || ordered.has(key)) return;
      const change = patch[key] ?? null;
      if (key.startsWith(deleteFromListPrefix)) return deleteFrom(merged, key, change, struct);
      return mergeField(merged, key, change, struct);
    }),
  );
  return whenDone(merging, () => merged);
}

function replacement(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === "delete") return {};
  if (directive !== "replace") throw badPatchType(directive, patch);
  const { [patchDirective]: _, ...rest } = patch;
  return rest;
}

function mergeField(merged: MutableJsonObject, key: string, change: JsonValue, struct: Struct | undefined): Work<void> {
  const current = getOwn(merged, key);
  if (change === null) {
    delete merged[key];
  } else if (isJsonObject(current) && isJsonObject(change)) {
    const field = fieldOf(struct, key);
    const isReplaced = strategyOf(field) === "replace";
    const merging = isReplaced ? change : mergeObject(current, change, field.struct);
    return whenDone(merging, (next) => setOwn(merged, key, next));
  } else if (isJsonArray(current) && isJsonArray(change)) {
    const field = listFieldOf(struct, key);
    if (strategyOf(field) !== "merge") return setOwn(merged, key, change);
    return whenDone(mergeList(current, change, field), ({ items }) => setOwn(merged, key, items));
  } else {
    const plain = plainValue(change);
    if (plain === undefined) delete merged[key];
    else setOwn(merged, key, plain);
  }
}

/**
 * Applies `$deleteFromPrimitiveList`. Upstream removes items only if the field is a list: a value of any other type is merged as if the
 * directive were the name of the field, unless the types differ.
 */
function deleteFrom(merged: MutableJsonObject, key: string, change: JsonValue, struct: Struct | undefined): Work<void> {
  const name = fieldOfDirective(key, deleteFromListPrefix);
  if (name === "") return;
  const current = getOwn(merged, name);
  if (isJsonArray(current) && isJsonArray(change))
    return deleteItems(merged, name, current, change, listFieldOf(struct, name));
  if (change === null || (current !== undefined && itemTypeOf(current) === itemTypeOf(change)))
    return mergeField(merged, name, change, struct);
}

function deleteItems(
  merged: MutableJsonObject,
  name: string,
  current: JsonArray,
  change: JsonArray,
  field: MergeField,
): Work<void> {
  if (current.length + change.length === 0) return;
  if (assertSameTypes(current, change) === "object") {
    return whenDone(mergeObjects(current, change, field), ({ items }) => setOwn(merged, name, items));
  }
  const deleted = new Set<JsonValue>(change);
  setOwn(
    merged,
    name,
    current.filter((item) => !deleted.has(item)),
  );
}

/** Merges the list whose order the field `key` of the patch gives, and adds its field to `done`. */
function mergeOrderedList(
  merged: MutableJsonObject,
  patch: JsonObject,
  key: string,
  struct: Struct | undefined,
  done: Set<string>,
): Work<void> {
  const order = listOf(patch[key]);
  const name = fieldOfDirective(key, setElementOrderPrefix);
  const original = optionalListOf(getOwn(merged, name));
  const change = optionalListOf(getOwn(patch, name));
  const field = listFieldOf(struct, name);
  if (field.mergeKey === undefined) assertScalars(change ?? [], key);
  assertOrder(change ?? [], order, field.mergeKey);
  if (field.mergeKey === undefined && change !== undefined) assertScalars(order, key);
  if (original === undefined && change === undefined) return;
  return afterPause(mergeForOrder(original, change, field), ({ items, serverOrder }) => {
    if (field.mergeKey === undefined) assertScalars([...items, ...order], key);
    assertSameTypes(original ?? [], change ?? []);
    setOwn(merged, name, orderItems(items, order, serverOrder, field.mergeKey));
    done.add(name);
  });
}

function mergeForOrder(
  original: JsonArray | undefined,
  change: JsonArray | undefined,
  field: MergeField,
): Work<MergedList> {
  if (change === undefined) return { items: original ?? [], serverOrder: original ?? [] };
  if (original === undefined) return { items: listOf(plainValue(change)), serverOrder: [] };
  return strategyOf(field) === "merge" ? mergeList(original, change, field) : { items: change, serverOrder: original };
}

/** Throws unless all items of the patch are in its `$setElementOrder`, in the same order. */
function assertOrder(change: JsonArray, order: JsonArray, mergeKey: string | undefined): void {
  if (change.length === 0 || order.length === 0) return;
  const items = change.filter((item) => directiveOf(item) !== "delete");
  let found = 0;
  for (const place of order) {
    // Items with other directives are skipped, but only before an item without a directive, as upstream.
    while (directiveOf(items[found]) !== undefined) found++;
    const item = items[found];
    if (item === undefined) return;
    if (itemIdentity(item, mergeKey) === itemIdentity(place, mergeKey)) found++;
  }
  if (found === items.length) return;
  throw new StrategicMergeError(
    `The order in patch list:\n${formatGoValue(change)}\n doesn't match ${setElementOrderPrefix} list:\n${formatGoValue(order)}\n`,
  );
}

function directiveOf(item: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(item) ? getOwn(item, patchDirective) : undefined;
}

/** A merged list, and the order that an order in the patch is combined with. */
interface MergedList {
  readonly items: JsonArray;
  /**
   * The server's order. Upstream merges in place, so that new items take the places of deleted ones in it: an item added
   * where one is deleted comes after the server's items, not before them.
   */
  readonly serverOrder: JsonArray;
}

function mergeList(original: JsonArray, change: JsonArray, field: MergeField): Work<MergedList> {
  if (original.length === 0 && change.length === 0) return { items: original, serverOrder: original };
  const kind = assertSameTypes(original, change);
  if (kind !== "object") {
    const items = orderItems(unique([...original, ...change]), change, original, undefined);
    return { items, serverOrder: original };
  }
  return mergeObjects(original, change, field);
}

function mergeObjects(original: JsonArray, change: JsonArray, field: MergeField): Work<MergedList> {
  const { mergeKey } = field;
  if (mergeKey === undefined) {
    throw new StrategicMergeError(`cannot merge lists without merge key for ${field.struct?.kind ?? "map"}`);
  }
  const { kept, items } = applyItemDirectives(original, change, mergeKey);
  const merged = [...kept];
  // Where each key is; items of the patch may merge into each other.
  const indexes = new Map<string, number>();
  for (const [index, item] of kept.entries()) {
    const identity = isJsonObject(item) && Object.hasOwn(item, mergeKey) ? itemIdentity(item, mergeKey) : undefined;
    if (identity !== undefined && !indexes.has(identity)) indexes.set(identity, index);
  }
  const merging = eachInSteps(items, (item) => {
    const identity = itemIdentity(item, mergeKey);
    const index = indexes.get(identity);
    const current = index === undefined ? undefined : merged[index];
    if (index === undefined || !isJsonObject(current)) return void indexes.set(identity, merged.push(item) - 1);
    return whenDone(mergeObject(current, item, field.struct), (next) => void (merged[index] = next));
  });
  return afterPause(merging, () => ({
    items: orderItems(merged, items, kept, mergeKey),
    serverOrder: merged.slice(0, original.length),
  }));
}

/** Applies `$patch` in items. Returns the remaining items of the original, and the items to merge. */
function applyItemDirectives(
  original: JsonArray,
  change: JsonArray,
  mergeKey: string,
): { readonly kept: JsonArray; readonly items: readonly JsonObject[] } {
  const deleted = new Set<string>();
  let isReplaced = false;
  const items: JsonObject[] = [];
  for (const item of change) {
    if (!isJsonObject(item)) throw badType("map", item);
    switch (getOwn(item, patchDirective)) {
      case undefined:
        items.push(item);
        break;
      case "delete":
        deleted.add(itemIdentity(item, mergeKey));
        break;
      case "replace":
        isReplaced = true;
        break;
      case "merge":
        throw new StrategicMergeError("merging lists cannot yet be specified in the patch");
      default:
        throw badPatchType(item[patchDirective] ?? null, item);
    }
  }
  if (isReplaced) return { kept: withKeys(items, mergeKey), items: [] };
  const kept = deleted.size === 0 ? original : original.filter((candidate) => !isAmong(candidate, deleted, mergeKey));
  return { kept, items: withKeys(items, mergeKey) };
}

function isAmong(candidate: JsonValue, identities: ReadonlySet<string>, mergeKey: string): boolean {
  return (
    isJsonObject(candidate) && Object.hasOwn(candidate, mergeKey) && identities.has(itemIdentity(candidate, mergeKey))
  );
}

function withKeys(items: readonly JsonObject[], mergeKey: string): readonly JsonObject[] {
  const wrong = items.find((item) => !Object.hasOwn(item, mergeKey));
  if (wrong !== undefined) throw noMergeKey(wrong, mergeKey);
  return items;
}

function unique(items: JsonArray): JsonArray {
  return [...new Set(items)];
}
