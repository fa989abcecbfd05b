// Questions about typed merge, as data: tools/real/typed-merge answers them with the upstream library, and `answerOf` with
// our functions. Sets of fields are fieldsV1 strings, so that their order is compared, too.

import { decodeJson, encodeJson, finish, isDeepEqual } from "@kubewright/apimachinery";
import type { JsonObject, JsonValue } from "@kubewright/apimachinery";
import {
  assertTyped,
  compareTyped,
  extractFields,
  fieldSetFromJson,
  fieldSetOf,
  fieldSetToJson,
  formatPath,
  managedAfterApply,
  managedAfterUpdate,
  mergeTyped,
  removeFields,
  TypedError,
} from "@kubewright/schema";
import type { FieldSet, JsonSchema, Manager, VersionConverter } from "@kubewright/schema";

export interface OracleManager {
  readonly name: string;
  readonly version: string;
  readonly applied: boolean;
  readonly set: string;
}

/** The versions of a kind. */
export interface Versions {
  readonly version: string;
  readonly schemas: { readonly [version: string]: JsonSchema };
  /** The name of a field in a version, if it differs from the usual name. */
  readonly renames?: { readonly [version: string]: { readonly [field: string]: string } };
}

export type Question =
  | { readonly op: "sets"; readonly set: string; readonly other: string }
  | (Versions &
      (
        | { readonly op: "fields"; readonly value: JsonValue }
        | { readonly op: "errors"; readonly value: JsonValue; readonly duplicates: boolean }
        | { readonly op: "compare" | "merge"; readonly live: JsonValue; readonly next: JsonValue }
        | { readonly op: "remove" | "extract"; readonly value: JsonValue; readonly set: string }
        | WriteQuestion
      ));

export interface WriteQuestion extends Versions {
  readonly op: "update" | "apply";
  readonly live: JsonObject;
  readonly next: JsonObject;
  readonly managers: readonly OracleManager[];
  readonly manager: string;
  readonly force: boolean;
  /** The fields that are never recorded, by version. */
  readonly ignored?: { readonly [version: string]: string };
}

export interface Answer {
  readonly error?: string;
  readonly sets?: { readonly [name: string]: string };
  readonly paths?: readonly string[];
  readonly value?: JsonValue;
  readonly isNothing?: boolean;
  readonly managers?: readonly OracleManager[];
  readonly conflicts?: readonly string[];
}

/** The answer of our functions. */
export function answerOf(question: Question): Answer {
  try {
    return response(question);
  } catch (error) {
    if (error instanceof TypedError) return { error: error.message };
    throw error;
  }
}

function response(question: Question): Answer {
  switch (question.op) {
    case "sets":
      return answerOfSets(setOf(question.set), setOf(question.other));
    case "fields": {
      const schema = schemaOf(question);
      assertTyped(question.value, schema, { allowDuplicates: true });
      const fields = fieldSetOf(question.value, schema);
      return { sets: { fields: textOf(fields) }, paths: pathsOf(fields) };
    }
    case "errors":
      assertTyped(question.value, schemaOf(question), { allowDuplicates: question.duplicates });
      return { value: null };
    case "compare":
    case "merge":
      return answerOfPair(question.op, question.live, question.next, schemaOf(question));
    case "remove":
    case "extract": {
      const schema = schemaOf(question);
      assertTyped(question.value, schema);
      const change = question.op === "remove" ? removeFields : extractFields;
      return { value: change(question.value, setOf(question.set), schema) };
    }
    case "update":
    case "apply":
      return answerOfWrite(question);
  }
}

function answerOfSets(set: FieldSet, other: FieldSet): Answer {
  return {
    sets: {
      set: textOf(set),
      union: textOf(set.union(other)),
      intersection: textOf(set.intersection(other)),
      difference: textOf(set.difference(other)),
      recursiveDifference: textOf(set.recursiveDifference(other)),
      leaves: textOf(set.leaves()),
    },
    paths: pathsOf(set),
  };
}

function answerOfPair(op: "compare" | "merge", live: JsonValue, next: JsonValue, schema: JsonSchema): Answer {
  assertTyped(live, schema, { allowDuplicates: true });
  assertTyped(next, schema, { allowDuplicates: op === "compare" });
  if (op === "merge") return { value: mergeTyped(live, next, schema) };
  const { added, modified, removed } = compareTyped(live, next, schema);
  return { sets: { added: textOf(added), modified: textOf(modified), removed: textOf(removed) } };
}

function answerOfWrite(question: WriteQuestion): Answer {
  const { op, live, next, version, manager, force } = question;
  const schema = schemaOf(question);
  const fixture = converterOf(question);
  const managers = question.managers.map(managerOf);
  assertTyped(live, schema, { allowDuplicates: true });
  assertTyped(next, schema, { allowDuplicates: op === "update" });
  if (op === "update") {
    const after = finish(managedAfterUpdate(fixture, { live, next, apiVersion: version, managers }));
    const updater = { name: manager, version, applied: false, set: textOf(after.taken) };
    return { value: null, managers: listOf(after.managers, after.taken.isEmpty ? [] : [updater]) };
  }
  const apply = { live, applied: next, apiVersion: version, managers, force };
  const after = finish(managedAfterApply(fixture, { ...apply, manager: { manager, subresource: "" } }));
  if ("conflicts" in after) {
    const conflicts = after.conflicts.toSorted((left, right) =>
      left.manager.manager < right.manager.manager ? -1 : 1,
    );
    return {
      value: null,
      conflicts: conflicts.flatMap(({ manager: owner, paths }) =>
        paths.map((path) => `${owner.manager} ${formatPath(path)}`),
      ),
    };
  }
  const { object } = after;
  return { ...(object ? { value: object } : { value: null, isNothing: true }), managers: listOf(after.managers, []) };
}

/** A kind whose versions have different names of fields. */
export function converterOf({
  schemas,
  renames = {},
  ...question
}: Versions & Pick<WriteQuestion, "ignored">): VersionConverter {
  const nameIn = (version: string, field: string): string => own(own(renames, version) ?? {}, field) ?? field;
  const general = (version: string, name: string): string =>
    Object.entries(own(renames, version) ?? {}).findLast(([, renamed]) => renamed === name)?.[0] ?? name;
  return {
    schemaOf: (version) => own(schemas, version),
    convert: (object, version) => {
      const from = typeof object["apiVersion"] === "string" ? object["apiVersion"] : "";
      const renamed = Object.entries(object).map(
        ([name, value]) => [nameIn(version, general(from, name)), value] as const,
      );
      return { ...Object.fromEntries(renamed), apiVersion: version };
    },
    writable: (set, version) => {
      const ignored = own(question.ignored ?? {}, version);
      return ignored === undefined ? set : set.recursiveDifference(setOf(ignored));
    },
  };
}

function own<T>(record: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function schemaOf({ schemas, version }: Versions): JsonSchema {
  const schema = own(schemas, version);
  if (schema === undefined) throw new TypeError(`The question has no schema of ${version}`);
  return schema;
}

function managerOf({ name, version, applied, set }: OracleManager): Manager {
  return {
    manager: name,
    operation: applied ? "Apply" : "Update",
    apiVersion: version,
    subresource: "",
    set: setOf(set),
  };
}

function listOf(managers: readonly Manager[], others: readonly OracleManager[]): readonly OracleManager[] {
  const listed = managers.map(({ manager, apiVersion, operation, set }) => ({
    name: manager,
    version: apiVersion,
    applied: operation === "Apply",
    set: textOf(set),
  }));
  return [...listed, ...others].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

function setOf(fieldsV1: string): FieldSet {
  return fieldSetFromJson(decodeJson(fieldsV1).value);
}

function textOf(set: FieldSet): string {
  return encodeJson(fieldSetToJson(set));
}

function pathsOf(set: FieldSet): readonly string[] {
  return [...set.paths()].map(formatPath);
}

/** Whether two answers to a question are equal. */
export function isSameAnswer({ op }: Question, theirs: Answer, ours: Answer): boolean {
  if (theirs.error === undefined || ours.error === undefined) {
    return isDeepEqual(withoutEmpty(theirs), withoutEmpty(ours));
  }
  // Errors during a write contain the failed operation. Of several errors, upstream reports those
  // that come first in the order of a Go map.
  return op === "update" || op === "apply" || theirs.error === ours.error || isOneOfSeveral(theirs.error, ours.error);
}

function isOneOfSeveral(theirs: string, ours: string): boolean {
  const isUndeclared = (error: string): boolean => error.endsWith(": field not declared in schema");
  return theirs.startsWith("errors:") || ours.startsWith("errors:") || (isUndeclared(theirs) && isUndeclared(ours));
}

/** Go omits empty values. */
function withoutEmpty({
  paths = [],
  managers = [],
  conflicts = [],
  value = null,
  isNothing = false,
  ...rest
}: Answer): object {
  return { ...rest, paths, managers, conflicts, value, isNothing };
}

/** Upstream iterates over several versions in the order of a Go map, and its result depends on that order. */
export function hasOneAnswer(question: Question): boolean {
  if (question.op !== "apply") return true;
  const { version, managers } = question;
  return new Set([version, ...managers.map((manager) => manager.version)]).size <= 2;
}
