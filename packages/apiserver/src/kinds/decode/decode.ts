/**
 * Decodes a JSON object into an object of its kind, like the Go types of kube-apiserver. Fields of a wrong type are errors. Unknown
 * fields are dropped and reported, and `null` counts as absent. Values that Go would not encode again (an empty map, a zero without a
 * pointer) are removed. The object is changed in place. Parts that are decoded already are not written, so they may be shared.
 */
import { eachInSteps, finish, setOwn, whenDone } from "@kubewright/apimachinery";
import type { NumberLiterals, Work } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { DecodeError } from "./decode-error.ts";
import { decodeScalar, enterLiterals, isComposite, isObject, isZero, mismatch, zeroOf } from "./decode-scalar.ts";
import type { CompositeDecoder, Walk } from "./decode-scalar.ts";
import type { FieldDecoder, StructDecoder, ValueDecoder } from "./struct-decoder.ts";

/**
 * Decodes `object` by `decoder`, in place and in steps. Of several values of the wrong type it reports the first in the order of keys. Exception: a bad string that a type
 * parses itself, such as a time, ends the decoding and is reported first.
 *
 * @param literals of numbers in the JSON text. Go rejects one with a fraction or an exponent as an integer, even if its value is one.
 * @returns the paths of the fields that were dropped because the kind does not have them
 * @throws DecodeError for a value of the wrong type
 */
export function decodeStruct(
  object: JsonObject,
  decoder: StructDecoder,
  literals?: NumberLiterals,
): Work<readonly string[]> {
  const walk = startWalk(literals);
  return whenDone(decodeFields(object, decoder, walk), () => {
    if (walk.mismatch !== undefined) throw walk.mismatch;
    return walk.unknownFields;
  });
}

/** Decodes a value that is not a field of a struct. Throws `DecodeError`. */
export function decodeSingle(value: unknown, decoder: ValueDecoder): unknown {
  const walk = startWalk();
  const decoded = isComposite(decoder)
    ? finish(decodeComposite(value, decoder, walk))
    : decodeScalar(value, decoder, walk);
  if (walk.mismatch !== undefined) throw walk.mismatch;
  return decoded;
}

function startWalk(literals?: NumberLiterals): Walk {
  const names = { steps: [], goSteps: [], structName: "", unknownFields: [] };
  return { ...names, literals, mismatch: undefined, isEmptyMap: false };
}

function decodeFields(object: JsonObject, decoder: StructDecoder, walk: Walk): Work<void> {
  const { structName: outerName, literals } = walk;
  walk.structName = decoder.goName;
  const decoding = eachInSteps(Object.keys(object), (name) => {
    const field = decoder.fields.get(name);
    walk.steps.push(walk.steps.length === 0 ? name : `.${name}`);
    walk.literals = literals;
    if (field !== undefined) return decodeField(object, name, field, walk);
    walk.unknownFields.push(walk.steps.join(""));
    delete object[name];
    walk.steps.pop();
  });
  return whenDone(decoding, () => void (walk.structName = outerName));
}

function decodeField(object: JsonObject, name: string, field: FieldDecoder, walk: Walk): Work<void> {
  walk.goSteps.push(field.goPath);
  const value = object[name];
  if (value === null) return storeField(object, name, field, undefined, walk);
  if (!isComposite(field.value)) return storeField(object, name, field, decodeScalar(value, field.value, walk), walk);
  return whenDone(decodeComposite(value, field.value, walk), (decoded) =>
    storeField(object, name, field, decoded, walk),
  );
}

function storeField(object: JsonObject, name: string, field: FieldDecoder, decoded: unknown, walk: Walk): void {
  setDecoded(object, name, field, decoded, walk);
  walk.goSteps.pop();
  walk.steps.pop();
}

/** Replaces the value of a field by the decoded one. */
function setDecoded(object: JsonObject, name: string, field: FieldDecoder, decoded: unknown, walk: Walk): void {
  const isOmitted = field.value.type === "map" ? walk.isEmptyMap && isObject(decoded) : isZero(decoded, field.value);
  if (decoded === undefined || (!field.keepsZero && isOmitted)) delete object[name];
  else if (decoded !== object[name]) setOwn(object, name, decoded);
}

/** Calls `store` with the decoded value. Scalars are decoded without a pause. */
function decodeValue(value: unknown, decoder: ValueDecoder, walk: Walk, store: (decoded: unknown) => void): Work<void> {
  if (!isComposite(decoder)) return store(decodeScalar(value, decoder, walk));
  return whenDone(decodeComposite(value, decoder, walk), store);
}

/** The value in its canonical form; objects and arrays are changed in place. */
function decodeComposite(value: unknown, decoder: CompositeDecoder, walk: Walk): Work<unknown> {
  enterLiterals(walk);
  switch (decoder.type) {
    case "list":
      return decodeList(value, decoder, walk);
    case "map":
      return decodeMap(value, decoder, walk);
    case "struct":
      if (!isObject(value)) return mismatch(value, decoder, walk);
      return whenDone(decodeFields(value, decoder.struct(), walk), () => value);
    case "structOr":
      return decodeAlternative(value, decoder, walk);
  }
}

/**
 * Decodes a value whose Go type decodes itself: a struct or another type. Unknown fields in it are not reported. A value of the wrong type ends the
 * decoding.
 */
function decodeAlternative(
  value: unknown,
  decoder: ValueDecoder & { readonly type: "structOr" },
  walk: Walk,
): Work<unknown> {
  const { or } = decoder;
  const isList = Array.isArray(value) && or !== "boolean";
  if (!isObject(value) && !isList) {
    if (or === "boolean" && typeof value !== "boolean") throw new DecodeError("boolean or JSON schema expected");
    return or === "boolean" ? value : or === "list" ? undefined : []; // Go reads another type as an empty value.
  }
  if (or === "list" && isList && value.length === 0) return undefined;
  const inner: Walk = { ...walk, unknownFields: [], mismatch: undefined };
  const item: ValueDecoder =
    or === "strings" ? { type: "string" } : { type: "struct", struct: decoder.struct, goType: "v1.JSONSchemaProps" };
  const decoding: Work<unknown> = isObject(value)
    ? decodeFields(value, decoder.struct(), inner)
    : decodeList(value, { type: "list", item: { ...itemField, value: item } }, inner);
  return whenDone(decoding, () => {
    if (inner.mismatch !== undefined) throw inner.mismatch;
    return value;
  });
}

/** The item of a list, which has no properties of a field. */
const itemField = { goPath: "", keepsZero: true, printsNull: false, default: undefined } as const;

function decodeList(value: unknown, decoder: ValueDecoder & { readonly type: "list" }, walk: Walk): Work<unknown> {
  if (!Array.isArray(value)) return mismatch(value, decoder, walk);
  const list: unknown[] = value;
  const of = decoder.item.value;
  const { literals } = walk;
  const decoding = eachInSteps(list, (item, index) => {
    walk.literals = literals;
    walk.steps.push(`[${index}]`);
    const store = (decoded: unknown): void => {
      if (decoded !== item) list[index] = decoded;
      walk.steps.pop();
    };
    return item === null ? store(zeroOf(of)) : decodeValue(item, of, walk, store);
  });
  return whenDone(decoding, () => list);
}

function decodeMap(value: unknown, decoder: ValueDecoder & { readonly type: "map" }, walk: Walk): Work<unknown> {
  if (!isObject(value)) return mismatch(value, decoder, walk);
  const of = decoder.value;
  const keys = Object.keys(value);
  const { literals } = walk;
  const decoding = eachInSteps(keys, (key) => {
    const item = value[key];
    if (typeof item === "string" && of.type === "string") return; // Most maps have only strings.
    walk.literals = literals;
    walk.steps.push(`.${key}`);
    const store = (decoded: unknown): void => {
      if (decoded !== item) setOwn(value, key, decoded);
      walk.steps.pop();
    };
    return item === null ? store(zeroOf(of)) : decodeValue(item, of, walk, store);
  });
  return whenDone(decoding, () => {
    walk.isEmptyMap = keys.length === 0;
    return value;
  });
}
