/** CEL rules of CustomResourceDefinitions: compilation, costs, and fields that are not accessible. */
import { cases, get, patch, post, until } from "../case.ts";
import type { DifferentialCase } from "../case.ts";
import { definition, definitions, integer, schemaOf, string, versionOf } from "./crd-good.ts";
import { asField } from "./crd-schema.ts";

const validations = "x-kubernetes-validations";
const ruled = (schema: object, ...rules: readonly object[]): object => ({ ...schema, [validations]: rules });
const rule = (text: string, more: object = {}): object => ({ rule: text, ...more });
const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const list = (items: object, more: object = {}): object => ({ type: "array", items, ...more });
const map = (values: object, more: object = {}): object => ({ type: "object", additionalProperties: values, ...more });
const short = { type: "string", maxLength: 10 };
const limits = object({ min: integer, max: integer });
const keyed = { "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"], maxItems: 10 };
const named = object({ name: short, value: integer }, { required: ["name"] });

export const crdRuleCases: readonly DifferentialCase[] = cases("crd-rules", {
  compile: asField(
    ruled(limits, rule("self.min <= self.max")),
    ruled(limits, rule("self.minimum <= self.max")),
    ruled(limits, rule("self.min <= 'a'")),
    ruled(limits, rule("self.min")),
    ruled(limits, rule("self.min <=")),
    ruled(limits, rule("self.min ==== self.max")),
    ruled(limits, rule("size(self) > 1")),
    ruled(limits, rule("other.min > 1")),
    ruled(limits, rule("self.min > 1", { messageExpression: "1" })),
    ruled(limits, rule("self.min > 1", { messageExpression: "'a' + self.nothing" })),
    ruled(limits, rule("self.min > 1", { messageExpression: "'a' + string(self.min)" })),
    ruled(limits, rule("self.min > 1"), rule("self.none > 1"), rule("self.max > 1")),
    ruled(string, rule("self.matches('(')")),
    ruled(string, rule("self.startsWith('a')"), rule("self > 1")),
    ruled({ type: "string", format: "date-time" }, rule("self.getFullYear() > 2000")),
    ruled({ type: "string", format: "duration" }, rule("self > duration('1h')")),
    ruled({ "x-kubernetes-int-or-string": true }, rule("type(self) == int ? self > 1 : self.endsWith('%')")),
    ruled({ type: "number" }, rule("self > 1")),
    ruled({ type: "number" }, rule("self > 1.0")),
    ruled({ type: "boolean" }, rule("self")),
  ),
  places: [
    ...asField(
      ruled(list(short, { maxItems: 5 }), rule("self.all(x, x != '')")),
      ruled(map(short, { maxProperties: 5 }), rule("self.all(k, self[k] != '')")),
      list(ruled(short, rule("self != ''")), { maxItems: 5 }),
      map(ruled(short, rule("self != ''")), { maxProperties: 5 }),
      ruled(
        object({ namespace: string, "a-b": string, "a.b": string, "x y": string }),
        rule("self.__namespace__ != self.a__dash__b"),
      ),
      ruled(object({ "x y": string, a: string }), rule("self.a != ''")),
      object({ "x y": ruled(string, rule("self != ''")) }),
      object({ "1a": ruled(string, rule("self != ''")) }),
      ruled({ type: "object", "x-kubernetes-preserve-unknown-fields": true }, rule("has(self.a)")),
      ruled(
        { type: "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true },
        rule("self.metadata.name != ''"),
      ),
      ruled({ "x-kubernetes-preserve-unknown-fields": true }, rule("true")),
      ruled(
        list({ type: "object", "x-kubernetes-preserve-unknown-fields": true }, { maxItems: 2 }),
        rule("size(self) < 2"),
      ),
      ruled(list({ "x-kubernetes-preserve-unknown-fields": true }, { maxItems: 2 }), rule("size(self) < 2")),
      ruled(object({ any: { "x-kubernetes-preserve-unknown-fields": true }, a: string }), rule("has(self.any)")),
      // Another error in the node or below it.
      ruled(object({ a: string, b: { type: "text" } }), rule("self.none")),
      object({ a: ruled(string, rule("self.none")), b: ruled(integer, rule("self > 1", { reason: "Because" })) }),
      ruled(object({ a: ruled(integer, rule("", {})) }), rule("self.none")),
    ),
    post(
      `${definitions}?dryRun=All`,
      definition({
        versions: [
          versionOf("v1", ruled(schemaOf({ a: string }), rule("self.spec.a != '' && self.metadata.name != ''"))),
        ],
      }),
    ),
    post(
      `${definitions}?dryRun=All`,
      definition({
        versions: [versionOf("v1", ruled(schemaOf({ a: string }), rule("self.metadata.labels.size() > 0")))],
      }),
    ),
  ],
  "old-self": asField(
    ruled(string, rule("self == oldSelf")),
    ruled(string, rule("self == oldSelf", { optionalOldSelf: true })),
    ruled(string, rule("!oldSelf.hasValue() || self == oldSelf.value()", { optionalOldSelf: true })),
    ruled(string, rule("self != ''", { optionalOldSelf: true })),
    ruled(string, rule("self != ''", { optionalOldSelf: false })),
    list(ruled(short, rule("self == oldSelf")), { maxItems: 5 }),
    list(object({ a: list(ruled(short, rule("self == oldSelf")), { maxItems: 5 }) }), { maxItems: 5 }),
    list(short, {
      maxItems: 5,
      "x-kubernetes-list-type": "set",
      "x-kubernetes-validations": [rule("self == oldSelf")],
    }),
    list(ruled(short, rule("self == oldSelf")), { maxItems: 5, "x-kubernetes-list-type": "set" }),
    list(ruled(named, rule("self.value >= oldSelf.value")), keyed),
    map(ruled(short, rule("self == oldSelf")), { maxProperties: 5 }),
    object({ a: ruled(short, rule("self == oldSelf")) }, { "x-kubernetes-map-type": "atomic" }),
    // The program of the rule cannot be created.
    ruled(string, rule("self.matches('(') || oldSelf.hasValue()", { optionalOldSelf: true })),
    list(ruled(short, rule("self.matches('(') || self == oldSelf")), { maxItems: 5 }),
  ),
  "field-path": asField(
    ruled(limits, rule("self.min > 1", { fieldPath: ".min" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "min" })),
    ruled(limits, rule("self.min > 1", { fieldPath: ".none" })),
    ruled(limits, rule("self.min > 1", { fieldPath: ".min.a" })),
    ruled(limits, rule("self.min > 1", { fieldPath: " " })),
    ruled(limits, rule("self.min > 1", { fieldPath: ".mi\nn" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "['min']" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "['min'" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "[min]" })),
    ruled(limits, rule("self.min > 1", { fieldPath: ".min]" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "['mi\\xn']" })),
    ruled(limits, rule("self.min > 1", { fieldPath: "." })),
    ruled(
      object({ m: map(short, { maxProperties: 3 }), l: list(short, { maxItems: 3 }) }),
      rule("true", { fieldPath: ".m.any" }),
    ),
    ruled(
      object({ m: map(short, { maxProperties: 3 }), l: list(short, { maxItems: 3 }) }),
      rule("true", { fieldPath: ".m['a.b']" }),
    ),
    ruled(
      object({ m: map(short, { maxProperties: 3 }), l: list(short, { maxItems: 3 }) }),
      rule("true", { fieldPath: ".l[0]" }),
    ),
    ruled(object({ "a.b": short, "it's": short }), rule("true", { fieldPath: "['a.b']" })),
    ruled(object({ "a.b": short, "it's": short }), rule("true", { fieldPath: "['it\\'s']" })),
    ruled(object({ "a\\x": short }), rule("true", { fieldPath: "['a\\\\x']" })),
    ruled(object({ "a\\x": short }), rule("true", { fieldPath: "['a\\\\\\x']" })),
    ruled(object({}, { additionalProperties: short, maxProperties: 3 }), rule("true", { fieldPath: ".any" })),
    ruled(
      object({ m: { type: "object", additionalProperties: true, properties: {} } }),
      rule("true", { fieldPath: ".m.any" }),
    ),
  ),
  costs: asField(
    ruled(list(string), rule("self.all(x, self.all(y, x != y))")),
    ruled(list(string, { maxItems: 100 }), rule("self.all(x, self.all(y, x != y))")),
    ruled(list(short, { maxItems: 100 }), rule("self.all(x, self.all(y, x != y))")),
    ruled(list(short, { maxItems: 1700 }), rule("self.all(x, self.all(y, x != y))")),
    list(ruled(string, rule("self.contains('a')"))),
    list(ruled(short, rule("self.contains('a')"))),
    list(list(ruled(short, rule("self.contains('a')")), { maxItems: 10 }), { maxItems: 10 }),
    ruled(string, rule("self.contains('a')", { messageExpression: "self + self + self + self + self" })),
    ruled(short, rule("self.contains('a')", { messageExpression: "'no ' + self" })),
    ruled(
      string,
      rule("true", {
        messageExpression: "self.replace('a', 'b').replace('b', 'c').replace('c', 'd').split('').join('x')",
      }),
    ),
    // No expression costs too much alone.
    ruled(
      list(short, { maxItems: 1400 }),
      ...Array.from({ length: 12 }, () => rule("self.all(x, self.all(y, x != y))")),
    ),
  ),
  defaults: asField(
    ruled({ type: "integer", default: 1 }, rule("self > 0")),
    ruled({ type: "integer", default: 0 }, rule("self > 0")),
    ruled({ type: "integer", default: 0 }, rule("self > 0", { message: "must be positive" })),
    ruled({ type: "integer", default: 0 }, rule("self > 0", { messageExpression: "'got ' + string(self)" })),
    ruled({ type: "integer", default: 0 }, rule("self > oldSelf")),
    ruled({ type: "integer", default: 0 }, rule("oldSelf.hasValue()", { optionalOldSelf: true })),
    ruled({ ...limits, default: { min: 3, max: 1 } }, rule("self.min <= self.max", { fieldPath: ".min" })),
    object({ a: ruled(integer, rule("self > 1")) }, { default: { a: 1 } }),
    ruled({ "x-kubernetes-int-or-string": true, default: "5" }, rule("type(self) == int")),
    ruled({ type: "integer", default: "x" }, rule("self > 1")),
    ruled({ type: "string", default: "x" }, rule("self.none")),
  ),
  update: [
    post(definitions, definition({ versions: [versionOf("v1", schemaOf({ a: string }))] })),
    until(200, get(`/apis/{{namespace}}.example.com/v1/namespaces/{{namespace}}/widgets`)),
    patch("json", `${definitions}/widgets.{{namespace}}.example.com?dryRun=All`, [
      {
        op: "add",
        path: `/spec/versions/0/schema/openAPIV3Schema/properties/spec/${validations}`,
        value: [rule("self.none > 1")],
      },
    ]),
    patch("json", `${definitions}/widgets.{{namespace}}.example.com?dryRun=All`, [
      {
        op: "add",
        path: `/spec/versions/0/schema/openAPIV3Schema/properties/spec/${validations}`,
        value: [rule("self.a != ''")],
      },
    ]),
    patch("merge", `${definitions}/widgets.{{namespace}}.example.com?dryRun=All`, {
      spec: {
        versions: [versionOf("v1", schemaOf({ a: ruled(list(string), rule("self.all(x, self.all(y, x != y))")) }))],
      },
    }),
  ],
});
