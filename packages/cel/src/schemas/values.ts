// JSON with a schema as values: the schema determines which strings become times or bytes, and how lists compare. Reading a value converts it.

import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { IntegralFloat, isDeepEqual, isJsonObject } from "@kubewright/apimachinery";
import { Double, toInt } from "../values/numbers.ts";
import type { Value } from "../values/value.ts";
import { CelError, MapValue, noSuchOverload } from "../values/value.ts";
import type { FieldPlace } from "./field-place.ts";
import { placeOf } from "./field-place.ts";
import { KeyedList, SchemaList, SetList, strictlyEqual } from "./lists.ts";
import { escapeName } from "./names.ts";
import type { FromJson } from "../values/native.ts";
import { wrongType } from "../values/native.ts";
import { PreservedValue } from "./preserved-value.ts";
import type { SchemaNode } from "./schema-node.ts";
import { valueOfText } from "./text-values.ts";

/** The value of JSON that a schema describes. Numbers may be an `IntegralFloat`. Wrong JSON gives an error when the value is read. */
export function valueOf(json: JsonValue | undefined, node: SchemaNode): Value {
  if (json === undefined || json === null) {
    if (node.schema.nullable === true) return null;
    return new CelError("invalid data, got null for schema with nullable=false");
  }
  switch (node.kind) {
    case "string":
      return typeof json === "string" ? valueOfText(json, node.schema.format) : wrongType("string", json);
    case "integer":
      return intOf(json) ?? wrongType("int", json);
    case "boolean":
      return typeof json === "boolean" ? json : wrongType("bool", json);
    case "object":
      if (isJsonObject(json)) return new SchemaMap(json, node);
      return new CelError("invalid data, expected a map for the provided schema with type=object");
    case "array":
      return listOf(json, node);
    case "number":
      if (typeof json === "number" || typeof json === "bigint") return new Double(Number(json));
      if (json instanceof IntegralFloat) return new Double(json.value);
      return wrongType("float", json);
    case "intOrString": {
      const value = typeof json === "string" ? json : intOf(json);
      return value ?? new CelError("invalid data, expected XIntOrString value to be either a string or integer");
    }
    case "preserved":
      return new PreservedValue(json);
    case "unknown":
      return new CelError(
        "invalid type, expected object, array, number, integer, boolean or string, or no type with " +
          `x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true, got ${node.schema.type ?? ""}`,
      );
  }
}

function intOf(json: JsonValue): number | bigint | undefined {
  if (typeof json === "bigint") return BigInt.asIntN(64, json) === json ? toInt(json) : undefined;
  return typeof json === "number" && Number.isSafeInteger(json) ? json + 0 : undefined;
}

function listOf(json: JsonValue, node: SchemaNode): Value {
  if (!Array.isArray(json)) {
    return new CelError("invalid data, expected an array for the provided schema with type=array");
  }
  // Array.isArray does not narrow a readonly array.
  const items = json as readonly JsonValue[];
  if (node.items === undefined) return new CelError("invalid array type, expected Items with a non-empty Schema");
  switch (node.listType) {
    case "map":
      return new KeyedList(items, node.items, valueOf, node.mapKeys);
    case "set":
      return new SetList(items, node.items, valueOf);
    case "":
    case "atomic":
      return new SchemaList(items, node.items, valueOf);
    default:
      return new CelError(`invalid x-kubernetes-list-type, expected 'map', 'set' or 'atomic' but got ${node.listType}`);
  }
}

/** An object whose fields have schemas. */
export class SchemaMap extends MapValue implements FromJson {
  override readonly goType: string = "*common.unstructuredMap";
  readonly json: JsonObject;
  readonly node: SchemaNode;
  #size: number | undefined;
  /** Caches converted lists, objects, times and bytes, which loops read repeatedly. Sets are not cached, because the reference creates them again. */
  #converted: Map<string, Value> | undefined;

  constructor(json: JsonObject, node: SchemaNode) {
    super();
    this.json = json;
    this.node = node;
  }

  override get size(): number {
    // Counted once: an expression can ask for the size in a loop over the keys.
    return (this.#size ??= Object.keys(this.json).length);
  }

  #nodeOf(property: string): SchemaNode | undefined {
    const { additional, properties } = this.node;
    return properties === undefined ? additional : properties.get(property);
  }

  override find(key: Value): Value | undefined {
    if (typeof key !== "string") return key instanceof CelError ? key : noSuchOverload();
    return this.read(placeOf(key, this.node));
  }

  /** The value at a place of the object's node. */
  read(place: FieldPlace | undefined): Value | undefined {
    if (place === undefined || !Object.hasOwn(this.json, place.property)) return undefined;
    const { property, node, isNullAbsent } = place;
    const json = this.json[property];
    if (isNullAbsent && (json === null || json === undefined)) return undefined;
    if (node === undefined || json === null) return node && valueOf(json, node);
    const isConverted = typeof json === "object" || (typeof json === "string" && node.schema.format !== undefined);
    if (!isConverted) return valueOf(json, node);
    const known = this.#converted?.get(property);
    if (known !== undefined) return known;
    const value = valueOf(json, node);
    if (!(value instanceof SetList)) (this.#converted ??= new Map()).set(property, value);
    return value;
  }

  override keys(): readonly Value[] {
    const known = Object.keys(this.json).filter((property) => this.#nodeOf(property) !== undefined);
    return this.node.properties === undefined ? known : known.map((property) => escapeName(property) ?? property);
  }

  override equals(other: Value): boolean | CelError {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    for (const property of Object.keys(this.json)) {
      const isEqual = this.#isEqualProperty(property, other);
      if (isEqual !== true) return isEqual;
    }
    return true;
  }

  #isEqualProperty(property: string, other: MapValue): boolean | CelError {
    if (this.#nodeOf(property) !== undefined) {
      const [own, others] = [this.find(property), other.find(property)];
      if (own === undefined || others === undefined) return own === others;
      return strictlyEqual(own, others);
    }
    if (!(other instanceof SchemaMap)) return noSuchOverload();
    // A field without a schema that the other object lacks does not matter, as upstream.
    return !Object.hasOwn(other.json, property) || isDeepEqual(this.json[property], other.json[property]);
  }
}
