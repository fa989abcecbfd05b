/** Encodes a document as the protobuf message that a table describes. */
import { isJsonArray, isJsonObject, printYaml } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import { BackwardWriter } from "../../protobuf/wire-writer.ts";
import type { Field, Message, MessageTable } from "./message-table.ts";

/**
 * The message `Document` of the table.
 *
 * @throws {Error} if the document has a field that the table lacks, or a value of the wrong type.
 */
export function encodeDocument(document: JsonObject, table: MessageTable): Uint8Array {
  const encoder = new DocumentEncoder(table);
  encoder.message("Document", document);
  return encoder.writer.finish();
}

interface FieldValue {
  readonly field: Field;
  readonly value: JsonValue;
  /** For an entry of a map. */
  readonly name?: string;
}

class DocumentEncoder {
  readonly writer = new BackwardWriter();
  readonly #table: MessageTable;

  constructor(table: MessageTable) {
    this.#table = table;
  }

  /** Writes the content of a message; the writer goes backward, so the last field is written first. */
  message(type: string, value: JsonValue): void {
    const message = this.#table[type];
    if (message === undefined) throw new Error(`Cannot encode a document: the table lacks the message ${type}`);
    if ("choose" in message) {
      const field = message.choose(value);
      if (field !== undefined) this.#field(field, value, true);
      return;
    }
    if (!isJsonObject(value)) throw wrongType(type, value);
    for (const { field, value: item, name } of fieldValues(type, message, value)) {
      if (name === undefined) this.#field(field, item, false);
      else this.#entry(field, name, item);
    }
  }

  /** `isPresent`: the field of a union is written even if it has the default value. */
  #field([number, type]: Field, value: JsonValue, isPresent: boolean): void {
    if (type.endsWith("[]")) {
      const items = isJsonArray(value) ? value : [value];
      for (const item of items.toReversed()) this.#field([number, type.slice(0, -2)], item, true);
    } else if (type === "string") {
      if (typeof value !== "string") throw wrongType(type, value);
      if (value !== "" || isPresent) this.writer.string(number, value);
    } else if (type === "bool") {
      if (typeof value !== "boolean") throw wrongType(type, value);
      if (value || isPresent) this.writer.integer(number, value ? 1 : 0);
    } else if (type === "double" || type === "int64") {
      if (typeof value !== "number" && typeof value !== "bigint") throw wrongType(type, value);
      if (Number(value) === 0 && !isPresent) return;
      if (type === "double") this.writer.double(number, Number(value));
      else this.writer.integer(number, value);
    } else if (type === "Any") {
      this.writer.message(number, () => this.writer.string(2, printYaml(value)));
    } else {
      this.writer.message(number, () => this.message(type, value));
    }
  }

  #entry([number, type]: Field, name: string, value: JsonValue): void {
    this.writer.message(number, () => {
      this.#field([2, type], value, false);
      if (name !== "") this.writer.string(1, name);
    });
  }
}

/** The fields of an object with their values, the last one first. */
function fieldValues(
  type: string,
  message: Exclude<Message, { readonly choose: unknown }>,
  object: JsonObject,
): FieldValue[] {
  const { fields = {}, entries, extensions } = message;
  const found = Object.entries(object).map(([key, value]): FieldValue => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field !== undefined) return { field, value };
    if (extensions !== undefined && key.startsWith("x-")) return { field: [extensions, "Any"], value, name: key };
    if (entries !== undefined) return { field: entries, value, name: key };
    throw new Error(`Cannot encode a document: ${type} has no field ${JSON.stringify(key)}`);
  });
  return found.toReversed().sort((first, second) => second.field[0] - first.field[0]);
}

function wrongType(type: string, value: JsonValue): Error {
  return new Error(`Cannot encode a document: the value is ${typeof value}, must be ${type}`);
}
