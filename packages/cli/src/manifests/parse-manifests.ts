/** Manifests from text: YAML of several documents, JSON, and lists of either. */
import { decodeJson, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import { parseAllDocuments } from "yaml";

import { CommandError } from "../io.ts";

/** A text, and what it is called in messages: a path, an address, `standard input`. */
export interface ManifestText {
  readonly origin: string;
  readonly text: string;
}

/**
 * All objects of a text, those of lists one by one. Integers keep all their digits.
 *
 * @throws {CommandError} with the first place that is neither YAML nor JSON.
 */
export function parseManifests({ origin, text }: ManifestText, action: string): readonly unknown[] {
  const isJson = /^\s*\{/.test(text);
  try {
    const values: readonly unknown[] = isJson ? [decodeJson(text).value] : documentsOf(text);
    return values.flatMap((value) => itemsOf(value));
  } catch (cause) {
    // The parser's message goes on with a picture of the place; its first line says where.
    const [firstLine = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    const form = isJson ? "JSON" : "YAML";
    throw new CommandError(`Cannot ${action} from ${origin}: it is not valid ${form}: ${firstLine.replace(/:$/, "")}`, {
      cause,
    });
  }
}

function documentsOf(text: string): readonly unknown[] {
  return parseAllDocuments(text, { intAsBigInt: true }).flatMap((document) => {
    const [error] = document.errors;
    if (error) throw error;
    const value: unknown = document.toJS();
    return value === null ? [] : [withPlainNumbers(value)];
  });
}

/** As JSON is decoded: only integers that a number would round are kept as bigint. */
function withPlainNumbers(value: unknown): unknown {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(withPlainNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withPlainNumbers(field)]));
}

function itemsOf(value: unknown): readonly unknown[] {
  if (!isJsonObject(value)) return [value];
  const { kind, items } = value;
  const isList = typeof kind === "string" && kind.endsWith("List") && isJsonArray(items);
  return isList ? items : [value];
}
