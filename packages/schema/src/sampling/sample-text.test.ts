import assert from "node:assert/strict";
import { test } from "vitest";
import { createSeededRandom } from "@kubewright/async";
import { createSampler, validate } from "../index.ts";
import type { JsonSchema } from "../index.ts";

/** Texts of a schema, each of which has been found to be valid. */
function fieldsOf(schema: JsonSchema): readonly string[] {
  const field: JsonSchema = { type: "object", properties: { field: schema }, required: ["field"] };
  const sampler = createSampler(field, { random: createSeededRandom(1) });
  return Array.from({ length: 200 }, () => {
    const value = sampler.sample() as { readonly field: string }; // Typed by the schema.
    assert.deepEqual(validate(value, field), [], JSON.stringify(value));
    return value.field;
  });
}

test("Texts have the lengths they may have, the shortest and the longest among them, counted in characters", () => {
  const lengths = fieldsOf({ type: "string", minLength: 2, maxLength: 5 }).map((text) => [...text].length);

  assert.deepEqual(new Set(lengths), new Set([2, 3, 4, 5]));
});

test.each([
  "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
  "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
  "^(?i)(debug|info|warn)$",
  "^\\d{4}-[[:alpha:]]{2,3}[^a-z]\\x41\\Q.*\\E\\.$",
  "^\\p{Greek}+$",
  "^(?P<year>\\d{4})(?:T(?<rest>[\\w.+]+))?$",
  "^((25[0-5]|(2[0-4]|1\\d|[1-9]|)\\d)(\\.|$)){4}$",
  "needle",
  "^$",
  "^(?:a{3}){2}|b{2,}?$",
  "^\\S(.*\\S)?$",
  "^([A-Za-z0-9][-A-Za-z0-9_.]{0,20})?[A-Za-z0-9]$",
])("Texts match the pattern %s", (pattern) => {
  const texts = fieldsOf({ type: "string", pattern });

  assert.ok(texts.length > 0);
});

test("A pattern and a length are both kept", () => {
  const texts = fieldsOf({ type: "string", pattern: "^[a-z]+(-[a-z]+)*$", minLength: 6, maxLength: 8 });

  assert.ok(new Set(texts).size > 20);
});

const formats = [
  "bsonobjectid",
  "byte",
  "cidr",
  "creditcard",
  "date",
  "date-time",
  "duration",
  "email",
  "hexcolor",
  "hostname",
  "ipv4",
  "ipv6",
  "isbn",
  "isbn10",
  "isbn13",
  "k8s-long-name",
  "k8s-short-name",
  "mac",
  "password",
  "rgbcolor",
  "ssn",
  "uri",
  "uuid",
  "uuid3",
  "uuid4",
  "uuid5",
];

test.each(formats)("Texts have the format %s", (format) => {
  assert.ok(new Set(fieldsOf({ type: "string", format })).size > 2);
});
