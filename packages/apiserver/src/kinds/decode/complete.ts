/**
 * Adds the fields to a decoded object that kube-apiserver always prints: structs that are not pointers (`status: {}`,
 * `resources: {}`), scalars without `omitempty` (`restartCount: 0`), lists that print `null`, and the defaults that OpenAPI
 * publishes (`protocol: TCP`). Runs before the defaults of the kind, which need these structs, and again on the stored object.
 */
import { cloneJson, setOwn } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { isObject, isZero } from "./decode-scalar.ts";
import type { FieldDecoder, StructDecoder, ValueDecoder } from "./struct-decoder.ts";

/** Completes `object` by `decoder`, in place. */
export function completeStruct(object: JsonObject, decoder: StructDecoder): void {
  const present = Object.keys(object);
  for (const [name, field] of decoder.printedWhenAbsent) {
    if (object[name] === undefined) completeAbsent(object, name, field);
  }
  for (const name of present) {
    const field = decoder.fields.get(name);
    if (field === undefined) continue;
    const value = object[name];
    if (value === undefined || value === null) {
      completeAbsent(object, name, field);
    } else if (!field.keepsZero && isZero(value, field.value)) {
      delete object[name];
    } else {
      completeValue(value, field.value);
    }
  }
}

/** Replaces empty lists with null in place, as kube-apiserver does: its store does not keep empty lists. */
export function nullEmptyLists(object: JsonObject, decoder: StructDecoder): void {
  for (const [name, field] of decoder.fields) {
    const value = object[name];
    if (field.value.type === "struct" && isObject(value)) nullEmptyLists(value, field.value.struct());
    if (!Array.isArray(value) || field.value.type !== "list") continue;
    if (value.length === 0 && field.printsNull) object[name] = null;
    const item = field.value.item.value;
    if (item.type !== "struct") continue;
    for (const each of value) if (isObject(each)) nullEmptyLists(each, item.struct());
  }
}

function completeAbsent(object: JsonObject, name: string, field: FieldDecoder): void {
  if (field.default !== undefined && (field.keepsZero || !isZero(field.default, field.value))) {
    const value = cloneJson(field.default as JsonValue);
    setOwn(object, name, value);
    completeValue(value, field.value);
  } else if (field.printsNull) {
    object[name] = null;
  } else {
    delete object[name];
  }
}

function completeValue(value: unknown, decoder: ValueDecoder): void {
  switch (decoder.type) {
    case "struct":
    case "structOr":
      if (isObject(value)) completeStruct(value, decoder.struct());
      break;
    case "list":
      if (Array.isArray(value) && isComposite(decoder.item.value)) {
        for (const item of value) completeValue(item, decoder.item.value);
      }
      break;
    case "map":
      // A map of scalars may have tens of thousands of keys.
      if (isObject(value) && isComposite(decoder.value)) {
        for (const item of Object.values(value)) completeValue(item, decoder.value);
      }
      break;
    case "string":
    case "boolean":
    case "number":
    case "int32":
    case "int64":
    case "bytes":
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "any":
      break;
  }
}

/** Whether values of this decoder may hold structs, which can be completed. */
function isComposite({ type }: ValueDecoder): boolean {
  return type === "struct" || type === "structOr" || type === "list" || type === "map";
}
