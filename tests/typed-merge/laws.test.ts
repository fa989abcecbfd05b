import fc from "fast-check";
import { test } from "vitest";
import { decodeJson, encodeJson, isDeepEqual } from "@kubewright/apimachinery";
import type { JsonValue } from "@kubewright/apimachinery";
import {
  compareTyped,
  emptyFieldSet,
  fieldSet,
  fieldSetFromJson,
  fieldSetOf,
  fieldSetToJson,
  mergeTyped,
  typedErrors,
} from "@kubewright/schema";
import type { FieldSet, JsonSchema } from "@kubewright/schema";
import { anyTyped } from "./any-question.ts";
import { anySetText } from "./any-value.ts";

const anySet: fc.Arbitrary<FieldSet> = anySetText.map((text) => fieldSetFromJson(decodeJson(text).value));

test("Sets of fields obey the laws of sets", () => {
  fc.assert(
    fc.property(anySet, anySet, anySet, (a, b, c) => {
      const isEqual = (left: FieldSet, right: FieldSet): boolean => left.equals(right);
      return (
        isEqual(a.union(b), b.union(a)) &&
        isEqual(a.intersection(b), b.intersection(a)) &&
        isEqual(a.union(b).union(c), a.union(b.union(c))) &&
        isEqual(a.intersection(b.union(c)), a.intersection(b).union(a.intersection(c))) &&
        isEqual(a.difference(b), a.difference(a.intersection(b))) &&
        isEqual(a.difference(b).union(a.intersection(b)), a) &&
        a.difference(a).isEmpty &&
        isEqual(a.union(emptyFieldSet), a) &&
        isEqual(a.recursiveDifference(b).difference(b), a.recursiveDifference(b)) &&
        isEqual(a.leaves().leaves(), a.leaves())
      );
    }),
  );
});

test("A set equals the set of its paths and of its printed form", () => {
  fc.assert(
    fc.property(anySet, (set) => {
      const paths = [...set.paths()];
      const printed = fieldSetFromJson(decodeJson(encodeJson(fieldSetToJson(set))).value);
      return fieldSet(...paths).equals(set) && printed.equals(set) && paths.every((path) => set.has(path));
    }),
  );
});

test("Merging present fields changes nothing, and merging twice equals merging once", () => {
  fc.assert(
    fc.property(anyTyped, ({ schema, live, applied }) => {
      const once = mergeTyped(live, applied, schema);
      return (
        isDeepEqual(mergeTyped(applied, applied, schema), applied) &&
        isDeepEqual(mergeTyped(once, applied, schema), once)
      );
    }),
  );
});

test("A merge fits the schema and has every field that was applied", () => {
  fc.assert(
    fc.property(anyTyped, ({ schema, live, applied }) => {
      const merged = mergeTyped(live, applied, schema);
      return typedErrors(merged, schema).length === 0 && compareTyped(applied, merged, schema).removed.isEmpty;
    }),
  );
});

test("A value compared with itself has not changed, and fields added in one direction are removed in the other", () => {
  fc.assert(
    fc.property(anyTyped, ({ schema, live, applied }) => {
      const same = compareTyped(live, live, schema);
      const [there, back] = [compareTyped(live, applied, schema), compareTyped(applied, live, schema)];
      return (
        same.added.isEmpty &&
        same.modified.isEmpty &&
        same.removed.isEmpty &&
        there.added.equals(back.removed) &&
        there.modified.equals(back.modified)
      );
    }),
  );
});

const nameSchemas: readonly JsonSchema[] = [
  { type: "object", additionalProperties: { type: "string" } },
  { type: "object", "x-kubernetes-preserve-unknown-fields": true },
];

test("Any name can be a key: it is a field, it is merged, and nothing else changes", () => {
  const anyName = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "prototype", "toString", "valueOf"),
    fc.string(),
  );
  fc.assert(
    fc.property(anyName, anyName, fc.constantFrom(...nameSchemas), (name, other, schema) => {
      const live: JsonValue = Object.fromEntries([[other, "0"]]);
      const applied: JsonValue = Object.fromEntries([[name, "1"]]);
      const merged = mergeTyped(live, applied, schema);
      const set = fieldSetOf(applied, schema);
      return (
        isDeepEqual(
          merged,
          Object.fromEntries([
            [other, "0"],
            [name, "1"],
          ]),
        ) &&
        set.has([{ field: name }]) &&
        fieldSetFromJson(fieldSetToJson(set)).equals(set) &&
        Object.getPrototypeOf(merged) === Object.prototype
      );
    }),
  );
});
