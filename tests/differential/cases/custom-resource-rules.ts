/** Custom resources with CEL rules: results, messages, paths, transition rules, and costs. */
import { cases, get, patch, post } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { integer, string } from "./crd-good.ts";
import { list, object, served, tried, widget, widgets } from "./custom-resource.ts";

const validations = "x-kubernetes-validations";
export const ruled = (schema: object, ...rules: readonly object[]): object => ({ ...schema, [validations]: rules });
export const rule = (expression: string, more: object = {}): object => ({ rule: expression, ...more });
const map = (values: object, more: object = {}): object => ({ type: "object", additionalProperties: values, ...more });
export const short = { type: "string", maxLength: 20 };
export const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], maxItems: 10 };
const one = `${widgets}/w`;
const quoted = { type: "string", maxLength: 20, nullable: true };

export const customResourceRuleCases: readonly DifferentialCase[] = cases("cr-rules", {
  messages: [
    ...served({
      plain: ruled(integer, rule("self > 1")),
      fixed: ruled(integer, rule("self > 1", { message: " must be more than one " })),
      dynamic: ruled(
        integer,
        rule("self > 1", { messageExpression: "'got ' + (self > 0 ? 'one' : 'less')", message: "fixed" }),
      ),
      failing: ruled(integer, rule("self > 1", { messageExpression: "string(1 / self)", message: "fixed" })),
      empty: ruled(integer, rule("self > 1", { messageExpression: "' '" })),
      lines: ruled(integer, rule("self > 1", { messageExpression: "'a\\nb'" })),
      long: ruled(integer, rule("self > 1", { messageExpression: `'${"y".repeat(5 * 1024 + 1)}'` })),
      longest: ruled(integer, rule("self > 1", { messageExpression: `'${"y".repeat(200)}'` })),
      multi: ruled(integer, rule("self > 1 &&\n self < 5", { message: "between" })),
      forbidden: ruled(integer, rule("self > 1", { reason: "FieldValueForbidden" })),
      required: ruled(integer, rule("self > 1", { reason: "FieldValueRequired" })),
      duplicate: ruled(integer, rule("self > 1", { reason: "FieldValueDuplicate" })),
      invalid: ruled(integer, rule("self > 1", { reason: "FieldValueInvalid" })),
      several: ruled(integer, rule("self > 1"), rule("self > 2"), rule("self > 3")),
      text: ruled(short, rule("self == 'a'")),
      flag: ruled({ type: "boolean" }, rule("self")),
      number: ruled({ type: "number" }, rule("self > 1.5")),
      either: ruled({ "x-kubernetes-int-or-string": true }, rule("type(self) == int ? self > 1 : self.endsWith('%')")),
      untyped: ruled({ "x-kubernetes-int-or-string": true }, rule("self > 1")),
      nullable: ruled(quoted, rule("self != 'a'")),
    }),
    ...tried(
      { plain: 1 },
      { plain: 2 },
      { fixed: 0 },
      { dynamic: 0 },
      { failing: 0 },
      { empty: 0 },
      { lines: 0 },
      { long: 0 },
      { longest: 0 },
      { multi: 7 },
      { forbidden: 0 },
      { required: 0 },
      { duplicate: 0 },
      { invalid: 0 },
      { several: 0 },
      { several: 2 },
      { text: "b" },
      { flag: false },
      { number: 1.25 },
      { number: 2 },
      { either: 1 },
      { either: "1" },
      { either: "5%" },
      { untyped: "a" },
      { untyped: 5 },
      { nullable: null },
      { nullable: "a" },
    ),
  ],
  "whole-numbers": [
    ...served({
      plain: integer,
      ruled: ruled(integer, rule("self > 1")),
      unread: ruled(integer, rule("true")),
      parent: ruled(object({ i: integer, j: integer }), rule("!has(self.i) || self.i > 1")),
      number: ruled({ type: "number" }, rule("self > 1.0")),
    }),
    ...inJson(
      `"plain":2.0`,
      `"unread":2.0`,
      `"parent":{"j":2.0}`,
      `"number":2.0`,
      `"number":2`,
      `"ruled":9007199254740993`,
    ),
  ],
  // Numbers with a decimal point or an exponent are not integers in rules, even if their value is integral.
  decimals: [
    ...served({
      ruled: ruled(integer, rule("self > 1")),
      parent: ruled(object({ i: integer }), rule("!has(self.i) || self.i > 1")),
      compared: ruled(object({ i: integer }), rule("self == self")),
      either: ruled({ "x-kubernetes-int-or-string": true }, rule("self != 5")),
      list: ruled(list(integer, { maxItems: 5 }), rule("self.all(x, x > 1)")),
    }),
    ...inJson(
      `"ruled":2.5`,
      `"ruled":2.0`,
      `"ruled":2e0`,
      `"parent":{"i":2.0}`,
      `"compared":{"i":2.0}`,
      `"either":2.0`,
      `"list":[2,2.0]`,
    ),
  ],
  "decimals-in-patches": [
    ...served({ ruled: ruled(integer, rule("self > 1")) }),
    post(widgets, widget({ ruled: 2 })),
    { ...patch("merge", `${widgets}/w?dryRun=All`, {}), body: '{"spec":{"ruled":3.0}}' },
    { ...patch("json", `${widgets}/w?dryRun=All`, []), body: '[{"op":"replace","path":"/spec/ruled","value":3.0}]' },
    // The body is YAML, whose parser reads an integer.
    {
      method: "PATCH",
      path: `${widgets}/w?fieldManager=m&force=true`,
      headers: { "content-type": "application/apply-patch+yaml" },
      body: JSON.stringify(widget("?")).replace(`"?"`, '{"ruled":3.0}'),
    },
  ],
  places: [
    ...served({
      limits: ruled(
        object({ min: integer, max: integer }),
        rule("!has(self.min) || !has(self.max) || self.min <= self.max", { fieldPath: ".min" }),
      ),
      labels: ruled(map(short, { maxProperties: 5 }), rule("!('a.b' in self)", { fieldPath: "['a.b']" })),
      items: list(ruled(short, rule("self != 'x'")), { maxItems: 5 }),
      values: map(ruled(integer, rule("self != 1")), { maxProperties: 5 }),
      "a.b/c-d": ruled(short, rule("self != 'x'")),
      "not an identifier": ruled(short, rule("self != 'x'")),
      deep: object({
        l: list(object({ m: map(list(ruled(short, rule("self != 'x'")), { maxItems: 3 }), { maxProperties: 3 }) }), {
          maxItems: 3,
        }),
      }),
      namespace: short,
    }),
    ...tried(
      { limits: { min: 3, max: 1 } },
      { limits: { min: 1 } },
      { labels: { "a.b": "c" } },
      { items: ["a", "x", "b"] },
      { items: ["x", "a", "x"] },
      { values: { a: 1 } },
      { "a.b/c-d": "x" },
      { "not an identifier": "x" },
      { deep: { l: [{}, { m: { k: ["a", "x"] } }] } },
    ),
  ],
  blocked: [
    ...served({
      a: ruled(integer, rule("self > 1")),
      b: { type: "string", maxLength: 3, pattern: "^a" },
      c: { type: "array", items: string, maxItems: 2, "x-kubernetes-list-type": "set" },
      d: { type: "string", enum: ["x"] },
      e: object({ f: string }, { required: ["f"] }),
    }),
    ...tried(
      { a: 0, b: "abcd" },
      { a: 0, b: "b" },
      { a: 0, b: 1 },
      { a: 0, c: ["x", "x"] },
      { a: 0, c: ["x", "y", "z"] },
      { a: 0, d: "y" },
      { a: 0, e: {} },
      { a: "x" },
      { a: 2, b: "b" },
    ),
  ],
  transitions: [
    ...served({
      fixed: ruled(short, rule("self == oldSelf", { message: "is immutable" })),
      growing: ruled(integer, rule("self >= oldSelf")),
      once: ruled(short, rule("!oldSelf.hasValue() || oldSelf.value() == self", { optionalOldSelf: true })),
      never: ruled(short, rule("oldSelf.hasValue()", { optionalOldSelf: true, message: "cannot be added" })),
      spoken: ruled(
        short,
        rule("oldSelf.orValue('') != self", {
          optionalOldSelf: true,
          messageExpression: "oldSelf.hasValue() ? 'was set' : 'was absent'",
        }),
      ),
      transition: ruled(short, rule("self == oldSelf", { messageExpression: "oldSelf + ' to ' + self" })),
      unread: ruled(short, rule("self != 'x'", { messageExpression: "'was ' + oldSelf", message: "fixed" })),
      list: list(
        object({ name: short, value: ruled(integer, rule("self >= oldSelf")) }, { required: ["name"] }),
        keyed,
      ),
      map: map(ruled(integer, rule("self >= oldSelf")), { maxProperties: 5 }),
      nullable: ruled(quoted, rule("self == oldSelf")),
    }),
    post(
      widgets,
      widget({
        fixed: "a",
        growing: 3,
        once: "a",
        transition: "a",
        list: [
          { name: "a", value: 2 },
          { name: "b", value: 2 },
        ],
        map: { a: 2 },
        nullable: null,
      }),
    ),
    ...[
      { fixed: "b" },
      { fixed: null },
      { growing: 2 },
      { growing: 4 },
      { once: "b" },
      { never: "x" },
      { transition: "b" },
      { unread: "x" },
      { spoken: "" },
      {
        list: [
          { name: "b", value: 1 },
          { name: "a", value: 2 },
        ],
      },
      { list: [{ name: "c", value: 1 }] },
      { map: { a: 1 } },
      { map: { b: 1 } },
      { nullable: "a" },
    ].map((spec) => patch("merge", `${one}?dryRun=All`, { spec })),
    ...tried({ never: "x" }, { spoken: "" }, { unread: "x" }),
    patch("merge", one, { spec: { spoken: "a" } }),
    patch("merge", `${one}?dryRun=All`, { spec: { spoken: "a", growing: 5 } }),
  ],
  "whole-object": [
    ...served(
      { a: integer },
      {
        status: object({ phase: string, count: ruled(integer, rule("self >= 0")) }),
        metadata: object({ name: { type: "string", maxLength: 5 } }),
      },
      { subresources: { status: {} } },
    ),
    post(widgets, widget({ a: 1 })),
    patch("merge", `${one}/status`, { status: { count: -1 } }),
    patch("merge", `${one}/status`, { status: { count: 1, phase: "Ready" } }),
    patch("merge", one, { status: { count: -1 }, spec: { a: 2 } }),
    get(one),
  ],
  costs: [
    ...served({
      call: ruled(
        list(short, { maxItems: 600 }),
        rule("self.all(x, self.all(y, x != y + 'a'))"),
        rule("size(self) < 2"),
      ),
      budget: ruled(
        list(short, { maxItems: 400 }),
        ...Array.from({ length: 20 }, () => rule("self.all(x, self.all(y, x != y + 'a'))")),
        rule("size(self) < 2"),
      ),
      message: ruled(
        list(short, { maxItems: 600 }),
        rule("size(self) < 2", { messageExpression: "self.all(x, self.all(y, x != y + 'a')) ? 'a' : 'b'" }),
      ),
    }),
    ...tried(
      { call: longStrings(100) },
      { call: longStrings(600) },
      { budget: longStrings(100) },
      { budget: longStrings(300) },
      { message: longStrings(100) },
      { message: longStrings(600) },
    ),
  ],
});

/** Tries to create an object with each spec, whose fields are JSON. */
function inJson(...specs: readonly string[]): readonly DifferentialRequest[] {
  const body = JSON.stringify(widget("?"));
  return specs.map((spec) => post(`${widgets}?dryRun=All`, body.replace(`"?"`, `{${spec}}`)));
}

function longStrings(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${"x".repeat(10)}${String(index)}`);
}
