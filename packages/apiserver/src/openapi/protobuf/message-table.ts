/**
 * Encodes documents as protobuf: tables map each field of a JSON object to its number in gnostic's messages. The messages mirror
 * the JSON, apart from maps (repeated pairs of name and value), unions (one field of several) and YAML (text for values of any type).
 */
import { isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** `Any` is a message with the value as YAML; `[]` after a type means repeated. Other names are messages of the table. */
export type FieldType = string;

export type Field = readonly [number: number, type: FieldType];

export type Message =
  | {
      /** Fields by key in JSON. */
      readonly fields?: Readonly<Record<string, Field>>;
      /** The field with the entries of the object whose keys are not in `fields`: pairs of a name and a value of this type. */
      readonly entries?: Field;
      /** The field with the keys that begin with `x-`. */
      readonly extensions?: number;
    }
  | {
      /** The only field that is set, chosen by the value: a union, or a message around a single value. */
      readonly choose: (value: JsonValue) => Field | undefined;
    };

export type MessageTable = Readonly<Record<string, Message>>;

/** A message of fields for all keys but extensions. */
export function message(fields: Readonly<Record<string, Field>>, extensions?: number): Message {
  return { fields, ...(extensions === undefined ? {} : { extensions }) };
}

/** A message that represents a map. */
export function mapOf(type: FieldType): Message {
  return { entries: [1, type] };
}

/** A message around one value, which is repeated for historical reasons. */
export function wrapped(type: FieldType): Message {
  return { choose: () => [1, type] };
}

/** A union of an object and a reference to it. */
export function orReference(type: FieldType, reference: FieldType): Message {
  return { choose: (value) => (isReference(value) ? [2, reference] : [1, type]) };
}

export function isReference(value: JsonValue): value is JsonObject & { readonly $ref: string } {
  return isJsonObject(value) && typeof value["$ref"] === "string";
}
