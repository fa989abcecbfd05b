// Lists with a schema: the type of the list determines how it compares and what `+` does.

import type { JsonValue } from "@kubewright/apimachinery";
import { encodeJson, isJsonObject } from "@kubewright/apimachinery";
import { equal } from "../values/compare.ts";
import { formatValue } from "../values/describe.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, noSuchOverload } from "../values/value.ts";
import type { FromJson } from "../values/native.ts";
import { addedNull, toJson } from "../values/native.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Converts JSON of a schema node. */
export type ReadValue = (json: JsonValue | undefined, node: SchemaNode) => Value;

/** A list whose items have a schema. */
export class SchemaList extends ListValue implements FromJson {
  override readonly goType: string = "*common.unstructuredList";
  readonly json: readonly JsonValue[];
  readonly itemNode: SchemaNode;
  protected readonly read: ReadValue;
  /** Caches converted items, which loops read repeatedly. Sets are not cached, because the reference creates them again. */
  #items: Value[] | undefined;

  constructor(json: readonly JsonValue[], itemNode: SchemaNode, read: ReadValue) {
    super();
    this.json = json;
    this.itemNode = itemNode;
    this.read = read;
  }

  override get size(): number {
    return this.json.length;
  }

  override at(index: number): Value {
    const known = this.#items?.[index];
    if (known !== undefined) return known;
    const value = this.read(this.json[index], this.itemNode);
    if (typeof value !== "object" || value instanceof SetList) return value;
    (this.#items ??= [])[index] = value;
    return value;
  }

  override get(index: Value): Value {
    if (typeof index !== "number" && typeof index !== "bigint") {
      return new CelError(`unsupported index: ${formatValue(index)}`);
    }
    const position = Number(index);
    if (position >= 0 && position < this.size) return this.at(position);
    return new CelError(`index out of bounds: ${index}`);
  }

  override contains(item: Value): boolean | CelError {
    if (item instanceof CelError) return item;
    let failure: CelError | undefined;
    for (const candidate of this.items()) {
      const isEqual = strictlyEqual(candidate, item);
      if (isEqual === true) return true;
      if (isEqual !== false) failure ??= isEqual;
    }
    return failure ?? false;
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    for (let index = 0; index < this.size; index++) {
      const isEqual = strictlyEqual(this.at(index), other.at(index));
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  override add(other: ListValue): ListValue {
    return new SchemaList([...this.json, ...jsonItems(other)], this.itemNode, this.read);
  }
}

/**
 * A list of type `set`: the order does not affect equality, and `+` removes duplicates. As in the reference, added items are members from then on,
 * so adding them again has no effect.
 */
export class SetList extends SchemaList {
  override readonly goType: string = "*common.unstructuredSetList";
  #known: Set<string> | undefined;

  #keys(): Set<string> {
    return (this.#known ??= new Set(this.json.map(scalarKey)));
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    const keys = this.#keys();
    return jsonItems(other).every((item) => keys.has(scalarKey(item)));
  }

  override add(other: ListValue): ListValue {
    const keys = this.#keys();
    const added = jsonItems(other).filter((item) => {
      const key = scalarKey(item);
      return !keys.has(key) && keys.add(key);
    });
    return new SetList([...this.json, ...added], this.itemNode, this.read);
  }
}

/** A list of type `map`: items are the same if their keys are. */
export class KeyedList extends SchemaList {
  override readonly goType: string = "*common.unstructuredMapList";
  readonly #keys: readonly string[];

  constructor(json: readonly JsonValue[], itemNode: SchemaNode, read: ReadValue, keys: readonly string[]) {
    super(json, itemNode, read);
    this.#keys = keys;
  }

  #keyOf(item: JsonValue): string {
    const object = isJsonObject(item) ? item : {};
    return this.#keys.map((key) => scalarKey(object[key] ?? null)).join();
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof ListValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    const items = new Map(this.json.map((item) => [this.#keyOf(item), item] as const));
    for (const [index, item] of jsonItems(other).entries()) {
      const found = items.get(this.#keyOf(item));
      if (found === undefined) return false;
      const isEqual = strictlyEqual(this.read(found, this.itemNode), other.at(index));
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  override add(other: ListValue): ListValue {
    const items = [...this.json];
    const positions = new Map(items.map((item, index) => [this.#keyOf(item), index] as const));
    for (const item of jsonItems(other)) {
      const position = positions.get(this.#keyOf(item));
      // New items are not found by later ones, as upstream.
      if (position === undefined) items.push(item);
      else items[position] = item;
    }
    return new KeyedList(items, this.itemNode, this.read, this.#keys);
  }
}

const convertedFormats: ReadonlySet<string> = new Set(["byte", "date", "date-time", "duration"]);

function jsonItems(list: ListValue): readonly JsonValue[] {
  // Formatted strings lose their form, as in the reference, which cannot read them as strings again.
  const { kind, schema } = list instanceof SchemaList ? list.itemNode : {};
  const isFormatted = kind === "string" && convertedFormats.has(schema?.format ?? "");
  // Items without a JSON form stay values; reading one with the schema of the list reports its type.
  const items =
    list instanceof SchemaList && !isFormatted
      ? list.json
      : (list.items().map((item) => toJson(item)) as readonly JsonValue[]);
  return items.includes(null) ? items.map((item) => (item === null ? addedNull : item)) : items;
}

function scalarKey(json: JsonValue): string {
  if (json === addedNull) return "null";
  return typeof json === "string" ? `s${json}` : `v${encodeJson(json)}`;
}

/** Compares items of lists and fields of objects: an error stays an error, also beside null. */
export function strictlyEqual(left: Value, right: Value): boolean | CelError {
  return left instanceof CelError ? left : equal(left, right);
}
