/** Parses manifests: YAML with several documents, JSON, and lists of either. */
import { decodeJson, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import { parseAllDocuments } from "yaml";

import { CommandError } from "../io.ts";

/** A text, and its name in messages: a path, a URL, `standard input`. */
export interface ManifestText {
  readonly origin: string;
  readonly text: string;
}

/**
 * All objects of a text, including those in lists. Integers keep all their digits.
 *
 * @throws {CommandError} with the first syntax error.
 */
export function parseManifests({ origin, text }: ManifestText, action: string): readonly unknown[] {
  const isJson = /^\s*\{/.test(text);
  try {
    const values: readonly unknown[] = isJson ? [decodeJson(text).value] : documentsOf(text);
    return values.flatMap((value) => itemsOf(value));
  } catch (cause) {
    // The parser's message continues with an excerpt of the source; its first line has the place.
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

/** Numbers as in decoded JSON: only integers that a double would round are bigint. */
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
