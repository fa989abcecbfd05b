// The identity of list items: their key fields, with the defaults of the schema for absent ones, or their value.

import { eachInSteps, getOwn, isJsonArray, isJsonObject, quoteGoString, whenDone } from "@kubewright/apimachinery";
import type { JsonValue, Work } from "@kubewright/apimachinery";
import { TypedError } from "./errors.ts";
import type { ListAtom } from "../model/atom.ts";
import type { KeyField, PathElement } from "./path-element.ts";
import { GoValue } from "./values.ts";
import { textOfElement } from "./path-element.ts";

/** An item of a list and its identity. */
export interface ListItem {
  readonly element: PathElement;
  /** The text of the element. */
  readonly text: string;
  readonly value: JsonValue;
}

/**
 * In steps, the items of a list that is not atomic, in order.
 *
 * @throws {TypedError} if an item has no identity.
 */
export function itemsOfList(list: readonly JsonValue[], atom: ListAtom): Work<readonly ListItem[]> {
  const items: ListItem[] = [];
  const adding = eachInSteps(list, (value, index) => {
    const element = elementOfItem(value, atom);
    if (typeof element === "string") throw new TypedError([`element ${index}: ${element}`]);
    items.push({ element, text: textOfElement(element), value });
  });
  return whenDone(adding, () => items);
}

/** An item of a list that is not atomic. Items without an identity are one item without a name. */
export function itemOf(value: JsonValue, atom: ListAtom): ListItem {
  const found = elementOfItem(value, atom);
  const element = typeof found === "string" ? unnamed : found;
  return { element, text: textOfElement(element), value };
}

const unnamed: PathElement = { index: -1 };

/** Returns the element of an item of a list that is not atomic, or the reason why the item has no identity. */
export function elementOfItem(item: JsonValue, atom: ListAtom): PathElement | string {
  return atom.keys.length > 0 ? elementByKeys(item, atom) : elementByValue(item);
}

function elementByKeys(item: JsonValue, { keys, sortedKeys, item: itemAtom }: ListAtom): PathElement | string {
  if (item === null) return "associative list with keys may not have a null element";
  if (!isJsonObject(item) || item instanceof GoValue) return "associative list with keys may not have non-map elements";
  const key: KeyField[] = [];
  for (const name of sortedKeys) {
    const own = getOwn(item, name);
    if (own === undefined && itemAtom.map === undefined) {
      return `couldn't find default value for ${name}: associative list may not have non-map types`;
    }
    // An absent key field without a default is not part of the key.
    const value = own === undefined ? itemAtom.map?.field(name)?.type.default : own;
    if (value !== undefined) key.push([name, value]);
  }
  if (key.length > 0) return { key };
  const names = keys.map(quoteGoString).join(" ");
  return `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`;
}

function elementByValue(item: JsonValue): PathElement | string {
  if (item === null) return "associative list without keys has an element that's an explicit null";
  if (isJsonArray(item)) return "not supported: associative list with lists as elements";
  if (isJsonObject(item)) return "associative list without keys has an element that's a map type";
  return { value: item };
}
