// The schema of each form of type that TypeScript resolves.

import assert from "node:assert/strict";
import { test } from "vitest";
import { isMap, parseDocument } from "yaml";

import { generateInMemory } from "./testdata/generate-in-memory.ts";

const int32 = { type: "integer", format: "int32" };
const text = { type: "string" };
const object = (properties: object, ...required: readonly string[]): object => ({
  properties,
  ...(required.length > 0 && { required }),
  type: "object",
});

const forms: readonly (readonly [type: string, schema: object])[] = [
  ["Part['count']", int32],
  ["Part['inner']['name']", text],
  ["NonNullable<PodSpec['hostname']>", text],
  ["Record<'x' | 'y', Int32>", object({ x: int32, y: int32 }, "x", "y")],
  ["Partial<Record<'x', Int32>>", object({ x: int32 })],
  [
    "Record<string, Record<string, Int32>>",
    { type: "object", additionalProperties: { type: "object", additionalProperties: int32 } },
  ],
  ["Pick<Part, 'count'>", object({ count: int32 }, "count")],
  ["Omit<Part, 'inner'>", object({ count: int32, note: text }, "count")],
  ["Required<Pick<Part, 'note'>>", object({ note: text }, "note")],
  ["Partial<Pick<Part, 'count'>>", object({ count: int32 })],
  ["Readonly<Pick<Part, 'count'>>", object({ count: int32 }, "count")],
  ["Pick<Part, 'count'> & { readonly b: Int32 }", object({ b: int32, count: int32 }, "b", "count")],
  ["Box<Int32>", object({ held: int32 }, "held")],
  ["Box<Box<Int32>>['held']", object({ held: int32 }, "held")],
  ["IfText<string>", int32],
  ["IfText<boolean>", text],
  ["Exclude<'a' | 'b' | 'c', 'b'>", { type: "string", enum: ["a", "c"] }],
  ["Extract<'a' | 'b', 'b' | 'c'>", { type: "string", enum: ["b"] }],
  ["keyof Box<Int32>", { type: "string", enum: ["held"] }],
  ["NonNullable<string | null>", text],
  ["(typeof levels)[number]", { type: "string", enum: ["high", "low"] }],
  ["string & { readonly brand: 'name' }", text],
  ["Int32 & { readonly brand: 'port' }", int32],
  ["Array<Int32> | null", { type: "array", items: int32, nullable: true }],
  ["Level", { type: "string", enum: ["high", "low"] }],
];

test("generate() writes a schema for every form of type that the compiler resolves", () => {
  const fields = forms.map(([type], index) => `readonly f${index}: ${type};`);

  const [crd] = generateInMemory(
    `/** @groupName=example.com */
import type { PodSpec } from "@kubewright/api/core/v1";
import type { Int32, KubernetesObject } from "@kubewright/apimachinery";
interface Part { readonly count: Int32; readonly note?: string; readonly inner: { readonly name: string } }
interface Box<T> { readonly held: T }
type IfText<T> = T extends string ? Int32 : string;
enum Level { Low = "low", High = "high" }
const levels = ["low", "high"] as const;
/** @kubebuilder:object:root=true */
export interface Thing extends KubernetesObject { readonly spec: { ${fields.join("\n")} } }
export type { Level, PodSpec };
export { levels };
`,
    { generators: [{ name: "crd" }] },
  );

  const document = parseDocument(crd?.content ?? "");
  const versions = ["spec", "versions", 0, "schema", "openAPIV3Schema", "properties"];
  for (const [index, [type, expected]] of forms.entries()) {
    const node = document.getIn([...versions, "spec", "properties", `f${index}`]);
    const schema: unknown = isMap(node) ? node.toJSON() : node;
    assert.deepEqual({ type, schema }, { type, schema: expected });
  }
});
