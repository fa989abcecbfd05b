/** Reads the fields of a file that may be hand-written. A field of another type is an error that names it. */
import { CommandError } from "../io.ts";

/** The fields of one object. Unknown fields are ignored: a later version may have written them. */
export interface Fields {
  /** Completes "Cannot use …": `resources[0] of PROJECT`. */
  readonly where: string;
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  texts(name: string): readonly string[] | undefined;
  object(name: string): Fields | undefined;
  objects(name: string): readonly Fields[] | undefined;
  /** The unchecked value. */
  value(name: string): unknown;
}

/** @throws {CommandError} when `value` is not an object, and from each method when the field has another type. */
export function fieldsOf(value: unknown, prefix: string, file: string): Fields {
  const where = prefix === "" ? file : `${prefix} of ${file}`;
  if (!isRecord(value)) return fail(where, value, "an object");
  const at = (name: string): string => (prefix === "" ? name : `${prefix}.${name}`);
  /** The value, after a check of its type. */
  const read = <T>(name: string, expected: string, is: (found: unknown) => found is T): T | undefined => {
    const found = own(value, name);
    if (found === undefined || found === null) return undefined;
    return is(found) ? found : fail(`${at(name)} of ${file}`, found, expected);
  };
  const isList = (found: unknown): found is readonly unknown[] => Array.isArray(found);
  return {
    where,
    text: (name) => read(name, "a string", (found) => typeof found === "string"),
    flag: (name) => read(name, "true or false", (found) => typeof found === "boolean"),
    texts: (name) => read(name, "a list of strings", isTexts),
    object(name) {
      const found = read(name, "an object", isRecord);
      return found && fieldsOf(found, at(name), file);
    },
    objects: (name) =>
      read(name, "a list", isList)?.map((each, index) => fieldsOf(each, `${at(name)}[${index}]`, file)),
    value: (name) => own(value, name),
  };
}

function own(object: object, name: string): unknown {
  return Object.entries(object).find(([key]) => key === name)?.[1];
}

/** Whether a value is an object, not a scalar or a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function fail(where: string, found: unknown, expected: string): never {
  throw new CommandError(`Cannot use ${where}: it is ${JSON.stringify(found) ?? "empty"}: expected ${expected}`);
}
