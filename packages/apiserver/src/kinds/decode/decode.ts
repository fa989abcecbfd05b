/**
 * Decodes a JSON object into an object of its kind, like the Go types of kube-apiserver. Fields of a wrong type are errors. Unknown
 * fields are dropped and reported, and `null` counts as absent. Values that Go would not encode again (an empty map, a zero without a
 * pointer) are removed. The object is changed in place. Parts that are decoded already are not written, so they may be shared.
 */
import { finishSteps, itemsPerStep, setOwn } from "@kubewright/apimachinery";
import type { NumberLiterals, Steps } from "@kubewright/apimachinery";
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
export function* decodeStruct(
  object: JsonObject,
  decoder: StructDecoder,
  literals?: NumberLiterals,
): Steps<readonly string[]> {
  const walk = startWalk(literals);
  yield* decodeFields(object, decoder, walk);
  if (walk.mismatch !== undefined) throw walk.mismatch;
  return walk.unknownFields;
}

/** Decodes a value that is not a field of a struct. Throws `DecodeError`. */
export function decodeSingle(value: unknown, decoder: ValueDecoder): unknown {
  const walk = startWalk();
  const decoded = isComposite(decoder)
    ? finishSteps(decodeComposite(value, decoder, walk))
    : decodeScalar(value, decoder, walk);
  if (walk.mismatch !== undefined) throw walk.mismatch;
  return decoded;
}

function startWalk(literals?: NumberLiterals): Walk {
  const names = { steps: [], goSteps: [], structName: "", unknownFields: [] };
  return { ...names, literals, mismatch: undefined, isEmptyMap: false, visited: 0 };
}

function* decodeFields(object: JsonObject, decoder: StructDecoder, walk: Walk): Steps<void> {
  const { structName: outerName, literals } = walk;
  walk.structName = decoder.goName;
  for (const name of Object.keys(object)) {
    if (++walk.visited % itemsPerStep === 0) yield;
    const field = decoder.fields.get(name);
    walk.steps.push(walk.steps.length === 0 ? name : `.${name}`);
    if (field === undefined) {
      walk.unknownFields.push(walk.steps.join(""));
      delete object[name];
    } else {
      walk.goSteps.push(field.goPath);
      const value = object[name];
      if (value === null) delete object[name];
      else if (isComposite(field.value)) {
        setDecoded(object, name, field, yield* decodeComposite(value, field.value, walk), walk);
        walk.literals = literals;
      } else setDecoded(object, name, field, decodeScalar(value, field.value, walk), walk);
      walk.goSteps.pop();
    }
    walk.steps.pop();
  }
  walk.structName = outerName;
}

/** Replaces the value of a field by the decoded one. */
function setDecoded(object: JsonObject, name: string, field: FieldDecoder, decoded: unknown, walk: Walk): void {
  const isOmitted = field.value.type === "map" ? walk.isEmptyMap && isObject(decoded) : isZero(decoded, field.value);
  if (decoded === undefined || (!field.keepsZero && isOmitted)) delete object[name];
  else if (decoded !== object[name]) setOwn(object, name, decoded);
}

/** The value in its canonical form; objects and arrays are changed in place. */
function* decodeComposite(value: unknown, decoder: CompositeDecoder, walk: Walk): Steps<unknown> {
  enterLiterals(walk);
  switch (decoder.type) {
    case "list":
      return yield* decodeList(value, decoder, walk);
    case "map":
      return yield* decodeMap(value, decoder, walk);
    case "struct":
      if (!isObject(value)) return mismatch(value, decoder, walk);
      yield* decodeFields(value, decoder.struct(), walk);
      return value;
    case "structOr":
      return yield* decodeAlternative(value, decoder, walk);
  }
}

/**
 * Decodes a value whose Go type decodes itself: a struct or another type. Unknown fields in it are not reported. A value of the wrong type ends the
 * decoding.
 */
function* decodeAlternative(
  value: unknown,
  decoder: ValueDecoder & { readonly type: "structOr" },
  walk: Walk,
): Steps<unknown> {
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
  if (isObject(value)) yield* decodeFields(value, decoder.struct(), inner);
  else yield* decodeList(value, { type: "list", item: { ...itemField, value: item } }, inner);
  if (inner.mismatch !== undefined) throw inner.mismatch;
  return value;
}

/** The item of a list, which has no properties of a field. */
const itemField = { goPath: "", keepsZero: true, printsNull: false, default: undefined } as const;

function* decodeList(value: unknown, decoder: ValueDecoder & { readonly type: "list" }, walk: Walk): Steps<unknown> {
  if (!Array.isArray(value)) return mismatch(value, decoder, walk);
  const list: unknown[] = value;
  const of = decoder.item.value;
  const { literals } = walk;
  for (const [index, item] of list.entries()) {
    if (++walk.visited % itemsPerStep === 0) yield;
    walk.steps.push(`[${index}]`);
    if (item === null) list[index] = zeroOf(of);
    else {
      const decoded = isComposite(of) ? yield* decodeComposite(item, of, walk) : decodeScalar(item, of, walk);
      walk.literals = literals;
      if (decoded !== item) list[index] = decoded;
    }
    walk.steps.pop();
  }
  return list;
}

function* decodeMap(value: unknown, decoder: ValueDecoder & { readonly type: "map" }, walk: Walk): Steps<unknown> {
  if (!isObject(value)) return mismatch(value, decoder, walk);
  const of = decoder.value;
  const keys = Object.keys(value);
  const { literals } = walk;
  for (const key of keys) {
    if (++walk.visited % itemsPerStep === 0) yield;
    const item = value[key];
    if (typeof item === "string" && of.type === "string") continue; // Most maps have only strings.
    walk.steps.push(`.${key}`);
    if (item === null) setOwn(value, key, zeroOf(of));
    else {
      const decoded = isComposite(of) ? yield* decodeComposite(item, of, walk) : decodeScalar(item, of, walk);
      walk.literals = literals;
      if (decoded !== item) setOwn(value, key, decoded);
    }
    walk.steps.pop();
  }
  walk.isEmptyMap = keys.length === 0;
  return value;
}
