import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { canonicalQuantity, formatQuantity } from "./format-quantity.ts";
import {
  addQuantities,
  compareQuantities,
  isQuantity,
  parseQuantity,
  QuantityError,
  quantityOf,
  quantityValue,
  subtractQuantities,
} from "./quantity.ts";
import canonicalForms from "./testdata/canonical-forms.json" with { type: "json" };

test("Quantities print as a kube-apiserver prints them", () => {
  for (const [text = "", expected] of canonicalForms) {
    assert.equal(formatQuantity(parseQuantity(text)), expected, text);
  }
});

test("Integers are canonical unless three zeros can be a suffix", () => {
  const integers = ["1", "100", "1000", "1500", "10000000000000000001", "123000000000000000000000", "0", "01"];
  for (const text of integers) assert.equal(canonicalQuantity(text), formatQuantity(parseQuantity(text)), text);
});

test("parseQuantity() rejects strings that are not quantities, with the messages of Kubernetes", () => {
  const format = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
  for (const text of ["", "1.1.1", "1+1.0", "a", " 1", "1 ", "0x1", "1Mi1.1"]) {
    assert.throws(() => parseQuantity(text), { name: "QuantityError", message: format }, text);
  }
  for (const text of ["1ki", "1kk", "1B", "1i", "1e", "1Ei5", "1e9999999999"]) {
    assert.throws(() => parseQuantity(text), QuantityError, text);
    assert.equal(isQuantity(text), false, text);
  }
  assert.equal(isQuantity("1.5Gi"), true);
});

test("compareQuantities() compares all formats exactly", () => {
  const table: readonly (readonly [string, string, number])[] = [
    ["1", "1000m", 0],
    ["1Ki", "1024", 0],
    ["1Ki", "1k", 1],
    ["100m", "0.1", 0],
    ["-1", "1", -1],
    ["-2k", "-1k", -1],
    ["0", "-0", 0],
    ["9007199254740993", "9007199254740992", 1],
    ["1e1000000000", "1e999999999", 1],
    ["-1e1000000000", "1n", -1],
    ["0.0000000001", "1n", 0],
  ];
  for (const [left, right, expected] of table) {
    assert.equal(compareQuantities(parseQuantity(left), parseQuantity(right)), expected, `${left} and ${right}`);
    assert.equal(compareQuantities(parseQuantity(right), parseQuantity(left)), -expected + 0, `${right} and ${left}`);
  }
});

test("Sums are exact and keep the format of the first that is not zero", () => {
  const sum = (left: string, right: string): string =>
    formatQuantity(addQuantities(parseQuantity(left), parseQuantity(right)));

  assert.equal(sum("100m", "0.9"), "1");
  assert.equal(sum("1Gi", "512Mi"), "1536Mi");
  assert.equal(sum("0", "1Mi"), "1Mi");
  assert.equal(sum("1Mi", "1k"), "1049576");
  assert.equal(formatQuantity(subtractQuantities(parseQuantity("1"), parseQuantity("1m"))), "999m");
  assert.throws(() => sum("1e1000000000", "1"), RangeError);
});

test("quantityValue() rounds away from zero", () => {
  assert.equal(quantityValue(parseQuantity("1.1")), 2n);
  assert.equal(quantityValue(parseQuantity("-1.1")), -2n);
  assert.equal(quantityValue(parseQuantity("250m"), -3), 250n);
  assert.equal(quantityValue(parseQuantity("1Gi")), 1073741824n);
  assert.equal(quantityValue(parseQuantity("1n")), 1n);
});

test("A multiple of a magnitude without a suffix loses it, as in kube-apiserver", () => {
  const values = ["1000E", "123000000E", "1000000000000000000000", "-10000E", "1001E", "1000e18"].map(parseQuantity);
  assert.deepEqual(values.map(formatQuantity), ["1", "123", "1", "-10", "1001E", "1e21"]);
  const most = { unscaled: 1024n ** 7n, exponent: 0, format: "BinarySI" } as const;
  assert.equal(formatQuantity(most), "1");
});

test("Every quantity's text below 1000E parses to an equal quantity, and prints the same again", () => {
  const suffixes = [
    "",
    "n",
    "u",
    "m",
    "k",
    "M",
    "G",
    "T",
    "P",
    "E",
    "Ki",
    "Mi",
    "Gi",
    "Ti",
    "Pi",
    "Ei",
    "e3",
    "E-3",
    "e5",
  ];
  const texts = fc
    .tuple(
      fc.constantFrom("", "-", "+"),
      fc.bigInt(0n, 10n ** 20n),
      fc.option(fc.nat(999_999)),
      fc.constantFrom(...suffixes),
    )
    .map(([sign, whole, fraction, suffix]) => `${sign}${whole}${fraction === null ? "" : `.${fraction}`}${suffix}`);
  fc.assert(
    fc.property(texts, (text) => {
      const quantity = parseQuantity(text);
      fc.pre(Math.abs(Number(`${quantity.unscaled}e${quantity.exponent}`)) < 1e21);
      const printed = formatQuantity(quantity);

      assert.equal(compareQuantities(parseQuantity(printed), quantity), 0);
      assert.equal(formatQuantity(parseQuantity(printed)), printed);
    }),
    { numRuns: 3000 },
  );
});

test("Comparing agrees with comparing whole numbers", () => {
  const integers = fc.bigInt(-(10n ** 30n), 10n ** 30n);
  fc.assert(
    fc.property(integers, integers, (left, right) => {
      const expected = left < right ? -1 : left > right ? 1 : 0;

      assert.equal(compareQuantities(quantityOf(left), quantityOf(right)), expected);
    }),
  );
});

test("A quantity without digits is zero up to the suffixes Ti and n, as in kube-apiserver", () => {
  for (const text of [".", "+", "+.", "k", ".k", "Ti", "e3"]) {
    assert.equal(quantityValue(parseQuantity(text)), 0n, text);
  }
  for (const text of ["Pi", "Ei", "e-10"]) assert.throws(() => parseQuantity(text), QuantityError, text);
});
