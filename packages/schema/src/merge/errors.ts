// The error of strategic merge patches, with upstream's message for each reason. Messages print values as Go does, because people
// search for these messages.

import { formatGoFloat, goTypeOf, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";

/** A strategic merge patch that cannot be applied. The message is a kube-apiserver's. */
export class StrategicMergeError extends Error {
  override readonly name = "StrategicMergeError";
  /**
   * `malformed`: a directive has the wrong form (status 400). `unsupported`: such a patch cannot be applied (422).
   * `unsuitable`: the patch does not fit the object or its kind (500 without a reason).
   */
  readonly kind: "malformed" | "unsupported" | "unsuitable";

  constructor(message: string, kind: StrategicMergeError["kind"] = "unsuitable") {
    super(message);
    this.kind = kind;
  }
}

/** An item of a list lacks the key by which the list merges. */
export function noMergeKey(item: JsonObject, key: string): StrategicMergeError {
  return new StrategicMergeError(`map: ${formatGoValue(item)} does not contain declared merge key: ${key}`);
}

/** The value of `$patch` is not a directive. */
export function badPatchType(directive: JsonValue, item: JsonObject): StrategicMergeError {
  const shown = directive === null ? "%!s(<nil>)" : formatAsString(directive);
  return new StrategicMergeError(`unknown patch type: ${shown} in map: ${formatGoValue(item)}`);
}

/** The patch orders a field that is not a list. */
export function notOrderable(parentKind: string): StrategicMergeError {
  return new StrategicMergeError(`expected slice or array type, but got: ${parentKind}`);
}

/**
 * A directive compares items that are objects or lists. A kube-apiserver panics at this point and closes the connection.
 */
export function notComparable(directive: string, item: JsonValue): StrategicMergeError {
  return new StrategicMergeError(`Cannot apply ${directive}: an item is ${formatGoValue(item)}, must be a scalar`);
}

/** A value does not have the type that a directive needs. */
export function badType(expected: "map" | "list", actual: JsonValue): StrategicMergeError {
  const wanted = expected === "map" ? "map[string]interface {}" : "[]interface {}";
  return new StrategicMergeError(
    `expected a ${wanted}, but received a ${actual === null ? "%!s(<nil>)" : goTypeOf(actual)}`,
  );
}

/** A directive has the wrong form. */
export function badFormat(of: "primitive list" | "retainKeys" | "setElementOrder list"): StrategicMergeError {
  return new StrategicMergeError(`invalid patch format of ${of}`, "malformed");
}

/** A value as Go's `%v` prints it: `map[a:1 b:[x y]]`. */
export function formatGoValue(value: JsonValue): string {
  if (value === null) return "<nil>";
  if (isJsonArray(value)) return `[${value.map((item) => formatGoValue(item)).join(" ")}]`;
  if (isJsonObject(value)) {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${formatGoValue(value[key] ?? null)}`);
    return `map[${entries.join(" ")}]`;
  }
  return typeof value === "number" && !Number.isInteger(value) ? formatGoFloat(value) : String(value);
}

/** A value as Go's `%s` prints it inside another one: `%!s(int64=5)` if it is not a string. */
function formatAsString(value: JsonValue): string {
  if (typeof value === "string") return value;
  if (value === null) return "<nil>";
  if (isJsonArray(value)) return `[${value.map((item) => formatAsString(item)).join(" ")}]`;
  if (!isJsonObject(value)) return `%!s(${goTypeOf(value)}=${formatGoValue(value)})`;
  const entries = Object.keys(value)
    .toSorted()
    .map((key) => `${key}:${formatAsString(value[key] ?? null)}`);
  return `map[${entries.join(" ")}]`;
}
