import { expect, test } from "vitest";
import { encodeDocument } from "./encode-document.ts";
import { secondVersionMessages } from "./second-version-messages.ts";
import { thirdVersionMessages } from "./third-version-messages.ts";

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

test("encodeDocument() writes fields by number and map entries as pairs, in their order", () => {
  const document = { openapi: "3", components: { schemas: { B: { type: "a" }, A: {} } } };

  // 1: "3"; 5: { 1: { 1: { 1: "B", 2: { 1: { 25: "a" } } }, 1: { 1: "A", 2: { 1: {} } } } }
  expect(hexOf(encodeDocument(document, thirdVersionMessages))).toBe(
    "0a0133" + "2a18" + "0a16" + "0a0b" + "0a0142" + "1206" + "0a04ca010161" + "0a07" + "0a0141" + "1202" + "0a00",
  );
});

test("encodeDocument() leaves out fields with default values, apart from those of a union", () => {
  const Flag = { nullable: false, minimum: 0, title: "", default: false, additionalProperties: false };

  // 5: { 1: { 1: { 1: "Flag", 2: { 1: { 32: { 2: false }, 33: { 2: false } } } } } }
  expect(hexOf(encodeDocument({ components: { schemas: { Flag } } }, thirdVersionMessages))).toBe(
    "2a18" + "0a16" + "0a14" + "0a04466c6167" + "120c" + "0a0a" + "8202021000" + "8a02021000",
  );
});

test("encodeDocument() writes extensions and values of any type as YAML", () => {
  const document = { definitions: { A: { default: { a: "1" }, "x-list": ["b"] } } };

  const text = Buffer.from(encodeDocument(document, secondVersionMessages)).toString("latin1");

  expect(text).toContain('a: "1"\n');
  expect(text).toContain("x-list");
  expect(text).toContain("- b\n");
});

test("encodeDocument() rejects fields that a message lacks, and values of another type", () => {
  const encode = (schema: object): Uint8Array =>
    encodeDocument({ definitions: { A: { ...schema } } }, secondVersionMessages);

  expect(() => encode({ nullable: true })).toThrow('Cannot encode a document: Schema has no field "nullable"');
  expect(() => encode({ title: 1 })).toThrow("Cannot encode a document: the value is number, must be string");
});
