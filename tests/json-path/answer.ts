// The answer to a path, in the form of the program in tools/real/json-path.
import { compileJsonPath, formatJsonPathResult, JsonPathError } from "@kubewright/apimachinery";
import type { JsonPath } from "@kubewright/apimachinery";
import { object } from "./questions.ts";

export interface Answer {
  readonly parseError?: string;
  readonly error?: string;
  readonly results?: readonly string[];
}

/** The printed results of a path, or the error of its parser or of its evaluation. */
export function answerTo(path: string): Answer {
  let compiled: JsonPath;
  try {
    compiled = compileJsonPath(path);
  } catch (error) {
    return { parseError: messageOf(error) };
  }
  try {
    return comparable({ results: compiled.find(object).map(formatJsonPathResult) });
  } catch (error) {
    return comparable({ error: messageOf(error) });
  }
}

/** An answer without what upstream leaves open: the order of a map's values, and which of several errors is found first. An empty list of results is absent. */
export function comparable({ parseError, error, results = [] }: Answer): Answer {
  if (parseError !== undefined) return { parseError };
  if (error !== undefined) return { error: "" };
  return results.length === 0 ? {} : { results: results.toSorted() };
}

function messageOf(error: unknown): string {
  if (!(error instanceof JsonPathError)) throw error;
  return error.message;
}
