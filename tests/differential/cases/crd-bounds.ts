/** Bounds in schemas that no double or no integer of 64 bits represents: kube-apiserver reads them as Go's float64 and int64. */
import { cases, get, post, until } from "../case.ts";
import type { DifferentialCase, DifferentialRequest } from "../case.ts";
import { definition, definitions, versionOf } from "./crd-good.ts";
import { list, object, widget, widgets } from "./custom-resource.ts";

// Numbers as text, because no JavaScript number has these values.
const numericBounds = [
  "9007199254740993",
  "9223372036854774807",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615",
  "1e30",
  "-1e30",
  "2000000",
  "1e6",
  "0.5",
] as const;
const lengths = ["9007199254740993", "9223372036854775807", "-9223372036854775807", "4611686018427387904"] as const;
const values = ["5", "-5", "1.5", "3000000.5", "9223372036854775807", "-9223372036854775808", "1e19", "-1e31"] as const;

const numericKeywords = ["maximum", "minimum", "multipleOf"] as const;
const numericTypes = [{ type: "integer" }, { type: "number" }, { type: "integer", format: "int32" }] as const;
const sizedTypes = [
  ["Length", { type: "string" }, '"xy"'],
  ["Items", { type: "array", items: { type: "string" } }, '["x","y"]'],
  ["Properties", { type: "object", additionalProperties: { type: "string" } }, '{"x":"y"}'],
] as const;

const firstRule = "x-kubernetes-validations";

/** A definition whose properties contain numbers as text in the place of strings with a "#". */
function servedWith(properties: object): readonly DifferentialRequest[] {
  return [post(definitions, definitionWith(properties)), until(200, get(widgets))];
}

function definitionWith(properties: object): string {
  const schema = object({ spec: object(properties) });
  return unquoted(JSON.stringify(definition({ versions: [versionOf("v1", schema)] })));
}

function unquoted(text: string): string {
  return text.replaceAll(/"#([^"]+)"/gu, "$1");
}

function written(field: string, value: string): DifferentialRequest {
  return post(`${widgets}?dryRun=All`, JSON.stringify(widget("?")).replace('"?"', `{"${field}":${value}}`));
}

function numericCase(keyword: (typeof numericKeywords)[number]): readonly DifferentialRequest[] {
  const fields = numericTypes.flatMap((type, index) =>
    numericBounds.map((bound, number) => [`f${index}${number}`, { ...type, [keyword]: `#${bound}` }] as const),
  );
  return [
    ...servedWith(Object.fromEntries(fields)),
    ...fields.flatMap(([name]) => values.map((value) => written(name, value))),
  ];
}

function sizeCase(prefix: "min" | "max"): readonly DifferentialRequest[] {
  const fields = sizedTypes.flatMap(([suffix, type, value]) =>
    lengths.map(
      (length, number) => [`${suffix}${number}`, { ...type, [`${prefix}${suffix}`]: `#${length}` }, value] as const,
    ),
  );
  return [
    ...servedWith(Object.fromEntries(fields.map(([name, schema]) => [name, schema]))),
    ...fields.map(([name, , value]) => written(name, value)),
  ];
}

/** Rules whose estimated costs depend on the bounds. */
function ruleCase(): readonly DifferentialRequest[] {
  const rules = (rule: string): object => ({ [firstRule]: [{ rule }] });
  return lengths.flatMap((length) => {
    const text = { type: "string", maxLength: `#${length}` };
    return [
      {
        a: { ...list({ type: "string", maxLength: 5 }, { maxItems: `#${length}` }), ...rules("self.all(x, x != 'a')") },
      },
      { a: list({ ...text, ...rules("self != 'a'") }, { maxItems: `#${length}` }) },
      { a: { ...text, ...rules("self.contains('a')") } },
      { a: { ...text, format: "byte", ...rules("self != b'a'") } },
      {
        a: {
          ...object({}, { maxProperties: `#${length}` }),
          properties: undefined,
          additionalProperties: text,
          ...rules("self.all(k, k != 'a')"),
        },
      },
    ].map((properties) => post(`${definitions}?dryRun=All`, definitionWith(properties)));
  });
}

export const crdBoundCases: readonly DifferentialCase[] = cases("crd-bounds", {
  maximum: numericCase("maximum"),
  minimum: numericCase("minimum"),
  "multiple-of": numericCase("multipleOf"),
  maxima: sizeCase("max"),
  minima: sizeCase("min"),
  rules: ruleCase(),
  "not-integers": ["1.5", '"1"', "null", "true"].flatMap((bound) =>
    ["maxLength", "maximum"].map((keyword) =>
      post(
        `${definitions}?dryRun=All`,
        definitionWith({ a: { type: "string", [keyword]: `#${bound.replaceAll('"', "'")}` } }).replaceAll("'", '"'),
      ),
    ),
  ),
  default: [
    ...servedWith({
      a: { type: "integer", default: "#9223372036854775807", maximum: "#9223372036854774807" },
      b: { type: "number", default: "#18446744073709551615", enum: ["#18446744073709551615", "#9007199254740993"] },
    }),
    ...servedWith({
      a: { type: "integer", default: "#9007199254740993", enum: ["#9007199254740993", 5] },
      b: { type: "number", default: "#18446744073709551615", enum: ["#18446744073709551615", "#9007199254740993"] },
    }),
    written("a", "9007199254740993"),
    written("a", "9007199254740992"),
    written("b", "18446744073709551614"),
    written("b", "5"),
  ],
});
