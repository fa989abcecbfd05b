/** Custom resources: defaulting, pruning and validation by their schema. */
import { cases, get, post, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, integer, string, versionOf } from "./crd-good.ts";

const group = "{{namespace}}.example.com";
export const widgets = `/apis/${group}/v1/namespaces/{{namespace}}/widgets`;

export const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
export const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });

/** A definition with these properties in `spec`, served. */
export function served(properties: object, more: object = {}, version: object = {}): readonly DifferentialRequest[] {
  const schema = object({ spec: object(properties), ...more });
  return [post(definitions, definition({ versions: [versionOf("v1", schema, version)] })), until(200, get(widgets))];
}

export function widget(spec: unknown, more: object = {}): object {
  return { apiVersion: `${group}/v1`, kind: "Widget", metadata: { name: "w" }, spec, ...more };
}

/** Tries to create an object of each spec. */
export function tried(...specs: readonly unknown[]): readonly DifferentialRequest[] {
  return specs.map((spec) => post(`${widgets}?dryRun=All`, widget(spec)));
}

export const customResourceCases: readonly DifferentialCase[] = cases("cr", {
  types: [
    ...served({
      s: string,
      i: integer,
      n: { type: "number" },
      b: { type: "boolean" },
      o: object({ a: string }),
      l: list(string),
    }),
    ...tried(
      { s: 1 },
      { s: null },
      { s: [] },
      { i: "1" },
      { i: 1.5 },
      { i: true },
      { i: {} },
      { n: "x" },
      { n: 1 },
      { b: "true" },
      { b: 0 },
      { o: "x" },
      { o: [] },
      { l: "x" },
      { l: {} },
      { l: ["a", 1] },
      { l: [null] },
      { o: { a: [] } },
      { s: "x", unknown: 1, o: { b: 2 } },
      "text",
      [],
      null,
      5,
    ),
    post(`${widgets}?dryRun=All`, { ...widget({}), extra: 1 }),
    post(`${widgets}?dryRun=All&fieldValidation=Strict`, widget({ unknown: 1 })),
    post(`${widgets}?dryRun=All&fieldValidation=Ignore`, widget({ unknown: 1 })),
    post(
      `${widgets}?dryRun=All`,
      `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"i":12345678901234567890,"n":0.1}}`,
    ),
    post(
      `${widgets}?dryRun=All`,
      `{"apiVersion":"${group}/v1","kind":"Widget","metadata":{"name":"w"},"spec":{"s":"a","s":"b"}}`,
    ),
  ],
  numbers: [
    ...served({
      min: { type: "integer", minimum: 1, maximum: 3 },
      open: { type: "number", minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
      multiple: { type: "number", multipleOf: 0.1 },
      three: { type: "integer", multipleOf: 3 },
      i32: { type: "integer", format: "int32" },
      i64: { type: "integer", format: "int64" },
      float: { type: "number", format: "float", maximum: 1.5 },
      half: { type: "integer", minimum: 1.5 },
      zero: { type: "number", multipleOf: 0 },
    }),
    ...tried(
      { min: 0 },
      { min: 4 },
      { open: 1 },
      { open: 3 },
      { open: 2.5 },
      { multiple: 0.3 },
      { multiple: 0.35 },
      { three: 4 },
      { three: -3 },
      { i32: 2147483648 },
      { i32: -2147483649 },
      { i64: 4294967296 },
      { float: 1.6 },
      { float: 1e39 },
      { half: 1 },
      { half: 2 },
      { zero: 1 },
      { min: 2.5 },
      { min: 1e30 },
    ),
  ],
  texts: [
    ...served({
      length: { type: "string", minLength: 2, maxLength: 4 },
      one: { type: "string", maxLength: 1 },
      pattern: { type: "string", pattern: "^a" },
      enum: { type: "string", enum: ["A", "B"] },
      mixed: { "x-kubernetes-preserve-unknown-fields": true, enum: [1, "b", true, null, { c: [1] }] },
      both: { type: "string", minLength: 3, pattern: "^x", enum: ["xyz"] },
    }),
    ...tried(
      { length: "a" },
      { length: "abcde" },
      { length: "äö" },
      { length: "😀" },
      { length: "😀😀😀😀😀" },
      { one: "ab" },
      { pattern: "ba" },
      { enum: "C" },
      { enum: "" },
      { mixed: 2 },
      { mixed: { c: [1] } },
      { mixed: { c: [2] } },
      { both: "a" },
      { both: "xyz" },
      { pattern: "" },
    ),
  ],
  sizes: [
    ...served({
      l: list(string, { minItems: 1, maxItems: 2 }),
      o: object({ a: string, b: string, c: string }, { minProperties: 1, maxProperties: 2 }),
      m: { type: "object", additionalProperties: integer, maxProperties: 1 },
      closed: { type: "object", additionalProperties: false },
      r: object({ a: string }, { required: ["a", "z"] }),
    }),
    ...tried(
      { l: [] },
      { l: ["a", "b", "c"] },
      { o: {} },
      { o: { a: "", b: "", c: "" } },
      { m: { x: "y" } },
      { m: { "a.b/c": "y" } },
      { m: { x: 1, y: 2 } },
      { closed: { a: 1 } },
      { r: {} },
      { r: { a: null } },
      { r: { a: 1 } },
      { m: { "": "" } },
      { l: [1] },
    ),
  ],
  alternatives: [
    ...served(
      { a: string, b: integer, x: { "x-kubernetes-preserve-unknown-fields": true } },
      {
        one: object({ a: string, b: integer }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
        any: object({ a: string, b: integer }, { anyOf: [{ required: ["a"] }, { properties: { b: { minimum: 3 } } }] }),
        all: object({ a: string, b: integer }, { allOf: [{ required: ["a"] }, { properties: { b: { minimum: 3 } } }] }),
        no: object({ a: string, b: integer }, { not: { required: ["a"] } }),
      },
    ),
    ...(
      [
        { one: {} },
        { one: { a: "x", b: 1 } },
        { one: { a: "x" } },
        { any: { b: 1 } },
        { any: { b: 4 } },
        { any: {} },
        { all: {} },
        { all: { b: 1 } },
        { all: { a: "x", b: 4 } },
        { no: { a: "x" } },
        { no: {} },
        { one: "x" },
        { no: { a: 1 } },
      ] as const
    ).map((fields) => post(`${widgets}?dryRun=All`, widget({}, fields))),
  ],
  nulls: [
    ...served({
      plain: string,
      nullable: { type: "string", nullable: true },
      defaulted: { type: "string", default: "d" },
      both: { type: "string", nullable: true, default: "d" },
      free: object({ a: string }, { "x-kubernetes-preserve-unknown-fields": true }),
      l: list({ type: "string", nullable: true }),
      m: { type: "object", additionalProperties: { type: "string", default: "x" } },
      o: object({ a: { type: "integer", default: 1 } }),
    }),
    ...tried(
      { plain: null },
      { nullable: null },
      { defaulted: null },
      { both: null },
      { free: { a: null, b: null } },
      { free: null },
      { l: [null, "a"] },
      { m: { a: null } },
      { o: null },
      { o: {} },
      {},
      null,
    ),
  ],
});
