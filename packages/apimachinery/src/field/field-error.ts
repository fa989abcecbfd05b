// Errors about one field, with the messages of kube-apiserver. They are part of a Status: its message and its
// causes.

import { nativeJson } from "../go/native-json.ts";
import { formatGoFloat, quoteGoString, stringifyGoJson } from "../go/go-format.ts";
import type { FieldPathLike } from "./field-path.ts";
import { formatFieldPath } from "./field-path.ts";

/** The type of an error; also the `reason` of the cause in a Status. */
export type FieldErrorType =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "FieldValueTypeInvalid"
  | "InternalError";

/** An error about a field. It is a value and not thrown, because validation collects all errors. */
export interface FieldError {
  readonly type: FieldErrorType;
  /** The path as a string. */
  readonly field: string;
  /** The value of the field, which messages of some types contain. `omittedValue` hides it. */
  readonly badValue: unknown;
  readonly detail: string;
}

/** Represents a bad value that the message omits, unlike `null`, which it contains. */
export const omittedValue: unique symbol = Symbol("omitted value");

/** A string that is printed as JSON, as kube-apiserver prints a pointer to a string, instead of quoted as in Go. */
export interface TextShownAsJson {
  readonly toJSON: () => string;
}

/** Creates the bad value of an optional string. */
export function shownAsJson(text: string): TextShownAsJson {
  return { toJSON: () => text };
}

/** Creates the bad value of a floating-point number, whose whole values are printed as Go prints a float64: `2e+06`. */
export function shownAsFloat(value: number): object {
  return nativeJson.rawJSON(formatGoFloat(value));
}

/** Creates errors of each type, with the messages of kube-apiserver. An empty `detail` is left out. */
export const field = {
  /** A required value is absent. */
  required: (path: FieldPathLike, detail: string): FieldError => make("FieldValueRequired", path, "", detail),

  /** A value is malformed or out of bounds. */
  invalid: (path: FieldPathLike, value: unknown, detail: string): FieldError =>
    make("FieldValueInvalid", path, value, detail),

  /** A value has a type that the schema does not permit. Printed as an invalid value. */
  typeInvalid: (path: FieldPathLike, value: unknown, detail: string): FieldError =>
    make("FieldValueTypeInvalid", path, value, detail),

  /** A value is not in an enumeration. The supported values are listed in the given order. */
  notSupported: (path: FieldPathLike, value: unknown, supported: readonly string[]): FieldError =>
    make(
      "FieldValueNotSupported",
      path,
      value,
      supported.length === 0 ? "" : `supported values: ${supported.map((text) => quoteGoString(text)).join(", ")}`,
    ),

  /** A value is not allowed in this state or for this user. */
  forbidden: (path: FieldPathLike, detail: string): FieldError => make("FieldValueForbidden", path, "", detail),

  /** A value that must be unique is not. */
  duplicate: (path: FieldPathLike, value: unknown): FieldError => make("FieldValueDuplicate", path, value, ""),

  /** A value names something that does not exist. */
  notFound: (path: FieldPathLike, value: unknown): FieldError => make("FieldValueNotFound", path, value, ""),

  /** A value has more bytes than `maxBytes`; the value is not shown. */
  tooLong: (path: FieldPathLike, maxBytes: number): FieldError =>
    make(
      "FieldValueTooLong",
      path,
      "<value omitted>",
      maxBytes < 0 ? "value is too long" : `may not be more than ${counted(maxBytes, "byte")}`,
    ),

  /** A value has more characters than `maxCharacters`; the value is not shown. */
  tooLongCharacters: (path: FieldPathLike, maxCharacters: number): FieldError =>
    make("FieldValueTooLong", path, "<value omitted>", `may not be more than ${counted(maxCharacters, "character")}`),

  /** A value has fewer characters than `minCharacters`; the value is not shown. */
  tooShort: (path: FieldPathLike, value: string, minCharacters: number): FieldError =>
    make("FieldValueTooShort", path, value, `must be at least ${counted(minCharacters, "character")}`),

  /** A list or map has more than `max` items. */
  tooMany: (path: FieldPathLike, actual: number, max: number): FieldError =>
    make(
      "FieldValueTooMany",
      path,
      actual,
      max < 0 ? "has too many items" : `must have at most ${counted(max, "item")}`,
    ),

  /** A list or map has fewer than `min` items. */
  tooFew: (path: FieldPathLike, actual: number, min: number): FieldError =>
    make("FieldValueTooFew", path, actual, `must have at least ${counted(min, "item")}`),

  /** A failure of the server. */
  internal: (path: FieldPathLike, message: string): FieldError => make("InternalError", path, omittedValue, message),
} as const;

const leadTexts: { readonly [T in FieldErrorType]: string } = {
  FieldValueNotFound: "Not found",
  FieldValueRequired: "Required value",
  FieldValueDuplicate: "Duplicate value",
  FieldValueInvalid: "Invalid value",
  FieldValueTypeInvalid: "Invalid value",
  FieldValueNotSupported: "Unsupported value",
  FieldValueForbidden: "Forbidden",
  FieldValueTooLong: "Too long",
  FieldValueTooShort: "Too short",
  FieldValueTooMany: "Too many",
  FieldValueTooFew: "Too few",
  InternalError: "Internal error",
};

/** The message of an error without its path, which is the `message` of its cause. */
export function fieldErrorBody(error: FieldError): string {
  return bodyOf(error, formatBadValue);
}

function bodyOf(error: FieldError, format: (value: unknown) => string): string {
  const lead = leadTexts[error.type];
  const withValue = showsValue(error) ? `${lead}: ${format(error.badValue)}` : lead;
  return error.detail === "" ? withValue : `${withValue}: ${error.detail}`;
}

/** Formats errors one after the other. A list of 3,000 items that each of 3,000 errors shows is formatted once. */
export class FieldErrorFormatter {
  readonly #texts = new Map<unknown, string>();
  readonly #seen = new Map<unknown, Set<string>>();

  /** The message of an error without its path. */
  body(error: FieldError): string {
    return bodyOf(error, (value) => {
      if (typeof value !== "object" || value === null) return formatBadValue(value);
      let text = this.#texts.get(value);
      if (text === undefined) this.#texts.set(value, (text = formatBadValue(value)));
      return text;
    });
  }

  /** Whether an earlier error had the same value, and so the same message. */
  isRepeated({ type, field: path, badValue, detail }: FieldError): boolean {
    let seen = this.#seen.get(badValue);
    if (seen === undefined) this.#seen.set(badValue, (seen = new Set()));
    const key = JSON.stringify([type, path, detail]);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  }
}

/** The whole message of an error: `spec.replicas: Invalid value: -1: must be greater than or equal to 0`. */
export function formatFieldError(error: FieldError): string {
  return `${error.field}: ${fieldErrorBody(error)}`;
}

/** Formats distinct errors: one error by itself, several as `[a, b]`. Without errors, the string is empty. */
export function formatFieldErrors(errors: readonly FieldError[]): string {
  const formatter = new FieldErrorFormatter();
  const distinct = errors.filter((error) => !formatter.isRepeated(error));
  return formatErrorMessages(distinct.map((error) => `${error.field}: ${formatter.body(error)}`));
}

/** Formats distinct messages as Go prints an aggregate of errors: one message by itself, several as `[a, b]`. Without messages, the string is empty. */
export function formatErrorMessages(messages: readonly string[] | ReadonlySet<string>): string {
  const distinct = Array.from(messages instanceof Set ? (messages as ReadonlySet<string>) : new Set(messages));
  return distinct.length <= 1 ? distinct.join("") : `[${distinct.join(", ")}]`;
}

function make(type: FieldErrorType, path: FieldPathLike, badValue: unknown, detail: string): FieldError {
  return { type, field: formatFieldPath(path), badValue, detail };
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

function showsValue(error: FieldError): boolean {
  switch (error.type) {
    case "FieldValueRequired":
    case "FieldValueForbidden":
    case "FieldValueTooLong":
    case "FieldValueTooShort":
    case "InternalError":
      return false;
    case "FieldValueNotFound":
    case "FieldValueDuplicate":
    case "FieldValueInvalid":
    case "FieldValueTypeInvalid":
    case "FieldValueNotSupported":
    case "FieldValueTooMany":
    case "FieldValueTooFew":
      return error.badValue !== omittedValue;
  }
}

function formatBadValue(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoteGoString(value);
    case "number":
      // A number beyond the safe integers was read as a floating-point number.
      return Number.isSafeInteger(value) ? String(value) : formatGoFloat(value);
    case "bigint":
      // In Go, an integer that does not fit into 64 bits is a floating-point number.
      return BigInt.asIntN(64, value) === value ? String(value) : formatGoFloat(Number(value));
    case "boolean":
      return String(value);
    default:
      return stringifyGoJson(value);
  }
}
