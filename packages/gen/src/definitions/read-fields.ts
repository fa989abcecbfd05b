/** Reads the fields of untrusted JSON one by one. A field of another type is an error with its path. */
import { encodeJson, getOwn, isJsonObject } from "@kubewright/apimachinery";

/** Identifies a {@link DefinitionError} of another copy of this package. */
const definitionErrorBrand: unique symbol = Symbol.for("@kubewright/gen/DefinitionError");

/** A value is not a valid CustomResourceDefinition. The message is one line: the field, the value, and the expected value. */
export class DefinitionError extends Error {
  override readonly name = "DefinitionError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, definitionErrorBrand, { value: true });
  }
}

/** Whether an error is a {@link DefinitionError}. */
export function isDefinitionError(error: unknown): error is DefinitionError {
  return typeof error === "object" && error !== null && definitionErrorBrand in error;
}

export interface Fields {
  /** The object itself. */
  readonly value: { readonly [name: string]: unknown };
  /** The path of the object: `spec.versions[0]`; empty for the root. */
  readonly path: string;
  /** A field that must be an object. */
  object(name: string): Fields;
  /** A field that may be absent or null. */
  optional(name: string): Fields | undefined;
  /** The objects of a list; empty if it is absent. */
  list(name: string): readonly Fields[];
  text(name: string): string;
  optionalText(name: string): string | undefined;
  optionalNumber(name: string): number | undefined;
  /** The strings of a list; empty if it is absent. */
  texts(name: string): readonly string[];
  /** False if it is absent. */
  flag(name: string): boolean;
  /** The error for a field that has the right type and an invalid value. */
  error(name: string, found: unknown, expected: string): DefinitionError;
}

/** Reads an object; `subject` names it in messages, such as `the CRD "a.b"`. */
export function createFields(value: unknown, subject: string, path = ""): Fields {
  const pathOf = (name: string): string => (path === "" ? name : `${path}.${name}`);
  const error = (at: string, found: unknown, expected: string): DefinitionError =>
    new DefinitionError(`Cannot read ${subject}: ${at === "" ? "it" : at} is ${shown(found)}: expected ${expected}`);
  if (!isJsonObject(value)) throw error(path, value, "an object");
  const object: { readonly [name: string]: unknown } = value;

  /** A checked field; `undefined` if it is absent or null, as in Go. */
  function read<T>(name: string, expected: string, check: (found: unknown) => found is T): T | undefined {
    const found = getOwn(object, name) ?? undefined;
    if (found === undefined || check(found)) return found;
    throw error(pathOf(name), found, expected);
  }
  const optionalText = (name: string): string | undefined => read(name, "a string", isText);

  return {
    value: object,
    path,
    object: (name) => createFields(getOwn(object, name), subject, pathOf(name)),
    optional(name) {
      const found = getOwn(object, name) ?? undefined;
      return found === undefined ? undefined : createFields(found, subject, pathOf(name));
    },
    list: (name) =>
      (read(name, "a list", isList) ?? []).map((item, index) =>
        createFields(item, subject, `${pathOf(name)}[${index}]`),
      ),
    text(name) {
      const found = optionalText(name);
      if (found === undefined || found === "") throw error(pathOf(name), found, "a non-empty string");
      return found;
    },
    optionalText,
    optionalNumber: (name) => read(name, "a number", isNumber),
    texts: (name) => read(name, "a list of strings", isTexts) ?? [],
    flag: (name) => read(name, "true or false", isFlag) ?? false,
    error: (name, found, expected) => error(pathOf(name), found, expected),
  };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isFlag = (value: unknown): value is boolean => typeof value === "boolean";
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** A value for a message: one line of limited length. */
function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text =
    typeof value === "object" && value !== null ? (Array.isArray(value) ? "a list" : "an object") : encodeJson(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
