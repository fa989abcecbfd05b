/** The order of keys in which Go encodes an object of a built-in kind: fields as its types declare them, the keys of maps sorted. */
import { setOwn } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { isObject } from "./decode-scalar.ts";
import type { StructDecoder, ValueDecoder } from "./struct-decoder.ts";

/** Copies a decoded object with its keys in that order. */
export function inGoOrder(object: JsonObject, decoder: StructDecoder): JsonObject {
  const ordered: JsonObject = {};
  for (const [name, field] of decoder.fields) {
    if (Object.hasOwn(object, name)) setOwn(ordered, name, orderedValue(object[name], field.value));
  }
  return ordered;
}

function orderedValue(value: unknown, decoder: ValueDecoder): unknown {
  if (Array.isArray(value) && decoder.type === "list")
    return value.map((item) => orderedValue(item, decoder.item.value));
  if (!isObject(value)) return value;
  switch (decoder.type) {
    case "struct":
    case "structOr":
      return inGoOrder(value, decoder.struct());
    case "map": {
      const ordered: JsonObject = {};
      for (const key of Object.keys(value).toSorted()) setOwn(ordered, key, orderedValue(value[key], decoder.value));
      return ordered;
    }
    default:
      return value;
  }
}
