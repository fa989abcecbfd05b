// The values of an object that rules are evaluated on, each with its place and with the value that was there before.

import { afterPause, fieldPath, finish, getOwn, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { FieldPath, JsonObject, JsonValue, Work } from "@kubewright/apimachinery";
import type { Correlation, Type } from "@kubewright/schema";
import { correlateField, isUnchanged, itemCorrelator } from "@kubewright/schema";
import type { RuleNode } from "./rule-tree.ts";

/** A value with its rules. */
export interface PlacedValue {
  readonly node: RuleNode;
  readonly value: JsonValue;
  readonly path: FieldPath | undefined;
  /** The value that transition rules compare with. */
  readonly old: JsonValue | undefined;
  /** The stored value that the value continues; `undefined` if it continues none, and for objects that are not updated. */
  readonly current: Correlation | undefined;
  /** The value, or its nearest ancestor, that continues a stored one. */
  readonly continued: ContinuedValue | undefined;
}

/** A value that continues a stored one. The two are compared only once: each of its items can have an error. */
export class ContinuedValue {
  readonly #type: Type;
  readonly #value: JsonValue;
  readonly #correlation: Correlation;
  #isUnchanged: boolean | undefined;

  constructor(type: Type, value: JsonValue, correlation: Correlation) {
    this.#type = type;
    this.#value = value;
    this.#correlation = correlation;
  }

  get isUnchanged(): boolean {
    return (this.#isUnchanged ??= finish(isUnchanged(this.#type, this.#value, this.#correlation)));
  }
}

/** Returns a value with its place. `above` is the `continued` value that contains it. */
export function placedValue(place: Omit<PlacedValue, "continued">, above: ContinuedValue | undefined): PlacedValue {
  const { node, value, current } = place;
  return { ...place, continued: current === undefined ? above : new ContinuedValue(node.type, value, current) };
}

/** In steps: the items or fields of a value that have rules or contain values with rules. Returns `undefined` for other values. */
export function valuesIn(placed: PlacedValue): Work<Iterator<PlacedValue> | undefined> {
  const { node, value } = placed;
  if (isJsonArray(value)) {
    const { items } = node;
    if (items === undefined) return undefined;
    const { old, current } = placed;
    return afterPause(itemCorrelator(node.type, old === undefined ? undefined : { old }), (oldOf) =>
      afterPause(itemCorrelator(node.type, current), (correlate) =>
        itemsIn(placed, items, value, { oldOf, correlate }),
      ),
    );
  }
  return isJsonObject(value) ? fieldsIn(placed, value) : undefined;
}

type Correlator = (item: JsonValue) => Correlation | undefined;

function* itemsIn(
  { path, continued }: PlacedValue,
  node: RuleNode,
  list: readonly JsonValue[],
  { oldOf, correlate }: { readonly oldOf: Correlator; readonly correlate: Correlator },
): Iterator<PlacedValue> {
  const listPath = path ?? fieldPath("");
  for (const [index, value] of list.entries()) {
    const place = { node, value, path: listPath.index(index), old: oldOf(value)?.old, current: correlate(value) };
    yield placedValue(place, continued);
  }
}

function* fieldsIn({ node, path, old, current, continued }: PlacedValue, object: JsonObject): Iterator<PlacedValue> {
  const oldObject = old !== undefined && isJsonObject(old) ? old : {};
  for (const key of Object.keys(object)) {
    const named = node.properties.get(key);
    const child = named ?? node.additional;
    if (child === undefined) continue;
    // apiVersion and kind of the old object are always those of the new one.
    const isHidden = path === undefined && (key === "apiVersion" || key === "kind");
    const place = {
      node: child,
      value: object[key] ?? null,
      path: named === undefined ? (path ?? fieldPath("")).key(key) : (path?.child(key) ?? fieldPath(key)),
      old: getOwn(oldObject, key),
      current: isHidden ? undefined : correlateField(current, key),
    };
    yield placedValue(place, isHidden ? undefined : continued);
  }
}
