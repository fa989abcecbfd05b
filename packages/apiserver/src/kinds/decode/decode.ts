/**
 * Decodes a JSON object into an object of its kind, like the Go types of kube-apiserver. Fields of a wrong type are errors. Unknown
 * fields are dropped and reported, and `null` counts as absent. Values that Go would not encode again (an empty map, a zero without a
 * pointer) are removed. The object is changed in place. Parts that are decoded already are not written, so they may be shared.
 */
import { finishSteps, goKindOf, itemsPerStep, setOwn } from "@kubewright/apimachinery";
import type { NumberLiterals, Steps } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { DecodeError } from "./decode-error.ts";
import { goTypeName } from "./go-type.ts";
import type { FieldDecoder, StructDecoder, ValueDecoder } from "./struct-decoder.ts";
import { canonicalBytes, canonicalMicroTime, canonicalTime, decodeQuantity } from "./scalars.ts";

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

/** The position of the decoder. Paths are joined only for an error or an unknown field. */
interface Walk {
  /** `spec`, `.containers`, `[0]`: the path with indices. */
  readonly steps: string[];
  /** The same without indices and keys, as Go's errors name fields. */
  readonly goSteps: string[];
  structName: string;
  readonly unknownFields: string[];
  readonly literals: NumberLiterals | undefined;
  /** The first value of the wrong type. */
  mismatch: DecodeError | undefined;
  /** Whether the last map was empty. The names of a large map are listed once. */
  isEmptyMap: boolean;
  /** The number of fields, items and entries so far. */
  visited: number;
}

function* decodeFields(object: JsonObject, decoder: StructDecoder, walk: Walk): Steps<void> {
  const outerName = walk.structName;
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
      else if (isComposite(field.value))
        setDecoded(object, name, field, yield* decodeComposite(value, field.value, walk), walk);
      else setDecoded(object, name, field, decodeScalar(value, field.value, walk), walk);
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

type CompositeDecoder = ValueDecoder & { readonly type: "list" | "map" | "struct" | "structOr" };
type ScalarDecoder = Exclude<ValueDecoder, { readonly type: CompositeDecoder["type"] }>;

function isComposite(decoder: ValueDecoder): decoder is CompositeDecoder {
  const { type } = decoder;
  return type === "struct" || type === "list" || type === "map" || type === "structOr";
}

/** The value in its canonical form. */
function decodeScalar(value: unknown, decoder: ScalarDecoder, walk: Walk): unknown {
  switch (decoder.type) {
    case "string":
    case "boolean":
      return typeof value === decoder.type ? value : mismatch(value, decoder, walk);
    case "number":
      // A double, also if the literal is an integer of up to 64 bits.
      return typeof value === "number" || typeof value === "bigint" ? Number(value) : mismatch(value, decoder, walk);
    case "int32":
    case "int64":
      return fitsInteger(value, decoder.type, walk) ? value : mismatch(value, decoder, walk);
    case "intOrString":
      if (typeof value === "string" || fitsInteger(value, "int32", walk)) return value;
      throw mismatchError(value, decoder, walk);
    case "bytes":
      return decodeBytes(value, decoder, walk);
    case "time":
      if (typeof value === "string") return canonicalTime(value);
      throw mismatchError(value, decoder, walk);
    case "microTime":
      if (typeof value === "string") return canonicalMicroTime(value);
      throw mismatchError(value, decoder, walk);
    case "quantity":
      return decodeQuantity(literalAt(walk) ?? value);
    case "any":
      return value;
  }
}

/** The value in its canonical form; objects and arrays are changed in place. */
function* decodeComposite(value: unknown, decoder: CompositeDecoder, walk: Walk): Steps<unknown> {
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
  for (const [index, item] of list.entries()) {
    if (++walk.visited % itemsPerStep === 0) yield;
    walk.steps.push(`[${index}]`);
    if (item === null) list[index] = zeroOf(of);
    else {
      const decoded = isComposite(of) ? yield* decodeComposite(item, of, walk) : decodeScalar(item, of, walk);
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
  for (const key of keys) {
    if (++walk.visited % itemsPerStep === 0) yield;
    const item = value[key];
    if (typeof item === "string" && of.type === "string") continue; // Most maps have only strings.
    walk.steps.push(`.${key}`);
    if (item === null) setOwn(value, key, zeroOf(of));
    else {
      const decoded = isComposite(of) ? yield* decodeComposite(item, of, walk) : decodeScalar(item, of, walk);
      if (decoded !== item) setOwn(value, key, decoded);
    }
    walk.steps.pop();
  }
  walk.isEmptyMap = keys.length === 0;
  return value;
}

/** Bytes are a string in base64. Go also accepts a list of numbers. */
function decodeBytes(value: unknown, decoder: ValueDecoder, walk: Walk): unknown {
  if (typeof value === "string") {
    try {
      return canonicalBytes(value);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      walk.mismatch ??= error;
      return value;
    }
  }
  if (!Array.isArray(value)) return mismatch(value, decoder, walk);
  const items: readonly unknown[] = value;
  const wrong = items.findIndex((item) => !isByte(item ?? 0));
  if (wrong === -1) return encodeBytes(items);
  mismatch(items[wrong], byteDecoder, walk);
  return value;
}

/** An item of a list of bytes, as errors name it. */
export const byteDecoder: ValueDecoder = { type: "int32", goType: "uint8" };

/** The base64 form of a list of numbers. Other items count as 0. */
export function encodeBytes(items: readonly unknown[]): string {
  return Buffer.from(items.map(Number)).toString("base64");
}

function isByte(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 256;
}

const integerBounds = { int32: 2n ** 31n, int64: 2n ** 63n } as const;

function fitsInteger(value: unknown, type: keyof typeof integerBounds, walk: Walk): boolean {
  const bound = integerBounds[type];
  if (typeof value === "number" && literalAt(walk) !== undefined) return false; // Integers of 64 bits are a bigint.
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= -Number(bound) && value < Number(bound);
  return typeof value === "bigint" && value >= -bound && value < bound;
}

/** The literal of the number at the current place, if it is not a plain integer. */
function literalAt({ literals, steps }: Walk): string | undefined {
  return literals?.get(steps.join(""));
}

/** A `null` among the items of a list or the values of a map is the zero value of Go. */
function zeroOf(decoder: ValueDecoder): unknown {
  switch (decoder.type) {
    case "string":
    case "bytes":
      return "";
    case "boolean":
      return false;
    case "number":
    case "int32":
    case "int64":
    case "intOrString":
      return 0;
    case "quantity":
      return "0";
    case "struct":
    case "structOr":
      return {};
    case "time":
    case "microTime":
    case "any":
    case "list":
    case "map":
      return null;
  }
}

/** Whether `omitempty` leaves a value out. Structs are never empty in this sense. */
export function isZero(value: unknown, decoder: ValueDecoder): boolean {
  switch (decoder.type) {
    case "string":
    case "bytes":
      return value === "";
    case "boolean":
      return value === false;
    case "number":
    case "int32":
    case "int64":
      return value === 0 || value === 0n;
    case "list":
      return Array.isArray(value) && value.length === 0;
    case "map":
      return isObject(value) && Object.keys(value).length === 0;
    case "time":
    case "microTime":
    case "quantity":
    case "intOrString":
    case "any":
    case "struct":
    case "structOr":
      return false;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Records a value of the wrong type. Decoding continues, as in Go. */
function mismatch(value: unknown, decoder: ValueDecoder, walk: Walk): unknown {
  walk.mismatch ??= mismatchError(value, decoder, walk);
  return value;
}

function mismatchError(value: unknown, decoder: ValueDecoder, walk: Walk): DecodeError {
  const wantsNumber = decoder.type === "int32" || decoder.type === "int64" || decoder.type === "intOrString";
  const isNumber = typeof value === "number" || typeof value === "bigint";
  // The message has the value of a number that is out of range. For other mismatches it has only the kind.
  const found = wantsNumber && isNumber ? `number ${literalAt(walk) ?? String(value)}` : goKindOf(value);
  const place = walk.structName === "" ? "value" : `struct field ${walk.structName}.${walk.goSteps.join(".")}`;
  return new DecodeError(`json: cannot unmarshal ${found} into Go ${place} of type ${goTypeName(decoder)}`);
}
