// The scalars of a decoder, and what a wrong one means.
import { finish, goKindOf, numberLiteralAt, numberLiteralsBelow } from "@kubewright/apimachinery";
import type { NumberLiterals } from "@kubewright/apimachinery";
import type { JsonObject } from "../../objects/api-object.ts";
import { DecodeError } from "./decode-error.ts";
import { goTypeName } from "./go-type.ts";
import { canonicalBytes, canonicalMicroTime, canonicalTime, decodeQuantity } from "./scalars.ts";
import { infinityProblem } from "./infinity-problem.ts";
import type { ValueDecoder } from "./struct-decoder.ts";

/** The position of the decoder. Paths are joined only for an error or an unknown field. */
export interface Walk {
  /** `spec`, `.containers`, `[0]`: the path with indices. */
  readonly steps: string[];
  /** The same without indices and keys, as Go's errors name fields. */
  readonly goSteps: string[];
  structName: string;
  readonly unknownFields: string[];
  /** Of the members of the current struct, list or map. */
  literals: NumberLiterals | undefined;
  /** The first value of the wrong type. */
  mismatch: DecodeError | undefined;
  /** Whether the last map was empty. The names of a large map are listed once. */
  isEmptyMap: boolean;
  /** The number of fields, items and entries so far. */
}

export type CompositeDecoder = ValueDecoder & { readonly type: "list" | "map" | "struct" | "structOr" };
type ScalarDecoder = Exclude<ValueDecoder, { readonly type: CompositeDecoder["type"] }>;

export function isComposite(decoder: ValueDecoder): decoder is CompositeDecoder {
  const { type } = decoder;
  return type === "struct" || type === "list" || type === "map" || type === "structOr";
}

/** The value in its canonical form. */
export function decodeScalar(value: unknown, decoder: ScalarDecoder, walk: Walk): unknown {
  switch (decoder.type) {
    case "string":
    case "boolean":
      return typeof value === decoder.type ? value : mismatch(value, decoder, walk);
    case "number":
      // A double, also if the literal is an integer of up to 64 bits.
      return Number.isFinite(value) || typeof value === "bigint" ? Number(value) : mismatch(value, decoder, walk);
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
      return decodeQuantity(literalAt(walk) ?? value, decoder.scale);
    case "any":
      return decodeAny(value, walk);
  }
}

/** Go keeps the JSON of such a value, but decodes its numbers before that. */
function decodeAny(value: unknown, { literals, steps }: Walk): unknown {
  const problem = literals && finish(infinityProblem({ [keyOf(steps.at(-1))]: value }, literals));
  if (problem !== undefined) throw new DecodeError(problem);
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
  return literals && numberLiteralAt(literals, keyOf(steps.at(-1)));
}

/** Sets the literals of a walk to those of the members at the current place. */
export function enterLiterals(walk: Walk): void {
  walk.literals &&= numberLiteralsBelow(walk.literals, keyOf(walk.steps.at(-1)));
}

/** `containers` for the step `.containers`, `0` for `[0]`. A step without a dot is a field of the root. */
function keyOf(step = ""): string {
  if (step.startsWith("[")) return step.slice(1, -1);
  return step.startsWith(".") ? step.slice(1) : step;
}

/** A `null` among the items of a list or the values of a map is the zero value of Go. */
export function zeroOf(decoder: ValueDecoder): unknown {
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
export function mismatch(value: unknown, decoder: ValueDecoder, walk: Walk): unknown {
  walk.mismatch ??= mismatchError(value, decoder, walk);
  return value;
}

const numberTypes: ReadonlySet<string> = new Set(["int32", "int64", "intOrString", "number"]);

function mismatchError(value: unknown, decoder: ValueDecoder, walk: Walk): DecodeError {
  const wantsNumber = numberTypes.has(decoder.type);
  const isNumber = typeof value === "number" || typeof value === "bigint";
  // The message has the value of a number that is out of range. For other mismatches it has only the kind.
  const found = wantsNumber && isNumber ? `number ${literalAt(walk) ?? String(value)}` : goKindOf(value);
  const place = walk.structName === "" ? "value" : `struct field ${walk.structName}.${walk.goSteps.join(".")}`;
  return new DecodeError(`json: cannot unmarshal ${found} into Go ${place} of type ${goTypeName(decoder)}`);
}
