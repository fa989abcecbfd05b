import assert from "node:assert/strict";
import { test } from "vitest";
import { field, formatFieldError, formatFieldErrors, omittedValue } from "./field-error.ts";
import { fieldPath } from "./field-path.ts";
import { formatGoFloat, quoteGoString } from "../go/go-format.ts";

test("A path shows fields after dots, indexes and keys in brackets", () => {
  assert.equal(fieldPath("spec", "ports").index(0).child("name").toString(), "spec.ports[0].name");
  assert.equal(fieldPath("data").key("a.txt").toString(), "data[a.txt]");
  assert.equal(fieldPath("").index(1).toString(), "[][1]");
});

test("Each kind of field error has upstream's text", () => {
  const path = fieldPath("spec", "x");
  const table = [
    [field.required(path, ""), "spec.x: Required value"],
    [field.required(path, "why"), "spec.x: Required value: why"],
    [field.invalid(path, 'a"b', "bad"), 'spec.x: Invalid value: "a\\"b": bad'],
    [field.invalid(path, { a: "<x>" }, "bad"), String.raw`spec.x: Invalid value: {"a":"\u003cx\u003e"}: bad`],
    [field.invalid(path, null, "bad"), "spec.x: Invalid value: null: bad"],
    [field.invalid(path, 12345678901234567n, "bad"), "spec.x: Invalid value: 12345678901234567: bad"],
    [field.invalid(path, omittedValue, "bad"), "spec.x: Invalid value: bad"],
    [field.typeInvalid(path, "integer", "bad"), 'spec.x: Invalid value: "integer": bad'],
    [field.notSupported(path, "C", ["A", "B"]), 'spec.x: Unsupported value: "C": supported values: "A", "B"'],
    [field.forbidden(path, "no"), "spec.x: Forbidden: no"],
    [field.duplicate(path, { n: "a" }), 'spec.x: Duplicate value: {"n":"a"}'],
    [field.notFound(path, "nov"), 'spec.x: Not found: "nov"'],
    [field.tooLong(path, 128), "spec.x: Too long: may not be more than 128 bytes"],
    [field.tooLong(path, 1), "spec.x: Too long: may not be more than 1 byte"],
    [field.tooShort(path, "a", 2), "spec.x: Too short: must be at least 2 characters"],
    [field.tooMany(path, 3, 2), "spec.x: Too many: 3: must have at most 2 items"],
    [field.tooFew(path, 0, 1), "spec.x: Too few: 0: must have at least 1 item"],
    [field.internal(path, "oops"), "spec.x: Internal error: oops"],
    [field.invalid(undefined, "", "whole"), '<nil>: Invalid value: "": whole'],
  ] as const;
  for (const [error, text] of table) assert.equal(formatFieldError(error), text);
});

test("Several errors are joined in brackets, equal ones shown once", () => {
  const a = field.required("a", "");
  const b = field.required("b", "");

  assert.equal(formatFieldErrors([a]), "a: Required value");
  assert.equal(formatFieldErrors([a, a]), "a: Required value");
  assert.equal(formatFieldErrors([a, b]), "[a: Required value, b: Required value]");
});

test("quoteGoString() escapes what Go's %q escapes", () => {
  assert.equal(quoteGoString('a\u0007\b\f\n\r\t\v\\"'), String.raw`"a\a\b\f\n\r\t\v\\\""`);
  assert.equal(quoteGoString("é漢😀"), '"é漢😀"');
  assert.equal(quoteGoString("\u0001\u007f\u200b\u00a0\u{e0001}"), String.raw`"\x01\x7f\u200b\u00a0\U000e0001"`);
});

test("formatGoFloat() prints exponents as Go's %v does", () => {
  assert.deepEqual(
    [1.5, 0.0001, 0.00001, 1e21, 1e-7, 123456789.25].map((value) => formatGoFloat(value)),
    ["1.5", "0.0001", "1e-05", "1e+21", "1e-07", "1.2345678925e+08"],
  );
});
