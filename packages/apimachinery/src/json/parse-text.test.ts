import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeJson, encodeJson } from "./codec.ts";
import type { JsonValue, MutableJsonObject } from "./json-value.ts";
import { isJsonArray, isJsonObject, setOwn } from "./json-value.ts";
import { withMarkedNumbers } from "./number-literals.ts";
import { wholeLengthMax } from "./parse-chunks.ts";
import { parseText } from "./parse-text.ts";
import { finish } from "./steps.ts";

/** A key, the source of a key of the same length that begins with it, and that other key. */
const mistaken = [
  ["\\", String.raw`\u0041`, "A"],
  ["\\", String.raw`\"`, '"'],
  ["\\", String.raw`\n`, "\n"],
  ["\\u", String.raw`\u0041\u0042`, "AB"],
  ["é\\", String.raw`é\u0041`, "éA"],
  [String.raw`k:{\"name\":\"`, String.raw`k:{\"name\":\"a\"}`, 'k:{"name":"a"}'],
  [String.raw`\\`, String.raw`\\\"`, String.raw`\"`],
] as const;

const longString = "x".repeat(wholeLengthMax);

function itemsBeforeLast(value: JsonValue): JsonValue | undefined {
  return isJsonArray(value) ? value.slice(0, -1) : undefined;
}

type Decode = (text: string) => JsonValue | undefined;

describe("keys with escapes", () => {
  test.for<readonly [string, Decode]>([
    ["parseText()", (text) => parseText(text)],
    ["parseText() with a reviver", (text) => parseText(text, (value) => value)],
    ["decodeJson()", (text) => decodeJson(text).value],
    ["decodeJson() of bytes", (text) => decodeJson(Buffer.from(text), { reportDuplicates: true }).value],
    ["decodeJson() in chunks", (text) => itemsBeforeLast(decodeJson(`${text.slice(0, -1)},"${longString}"]`).value)],
    ["withMarkedNumbers()", (text) => finish(withMarkedNumbers(text))],
  ])("do not depend on earlier keys for %s", ([name, decode]) => {
    for (const [index, [earlier, source, key]] of mistaken.entries()) {
      // Each case begins with another field, so its objects have nothing in common with those of other cases.
      const first = `${name} ${index}`;
      const objects = `{"${first}":0,${JSON.stringify(earlier)}:1},{"${first}":0,"${source}":2}`;
      decode(`[${objects},1.50]`);

      // The last number is one that `withMarkedNumbers` marks.
      const value = decode(`[{"${first}":0,"${source}":[{"${source}":{}}]},1.50]`);

      expect(value).toEqual([{ [first]: 0, [key]: [{ [key]: {} }] }, expect.anything()]);
    }
  });

  test("depend on earlier keys for JSON.parse itself, until it is fixed", ({ annotate }) => {
    JSON.parse(String.raw`[{"of JSON.parse":0,"\\":1},{"of JSON.parse":0,"\u0041":2}]`);
    const value = JSON.parse(String.raw`{"of JSON.parse":0,"\u0041":2}`) as object; // An object.

    const key = Object.keys(value)[1];

    if (key === "A") void annotate("This version of Node has the right keys: parse-text.ts is no longer needed for it");
    expect(["A", "\\"]).toContain(key);
  });

  test.for([
    [String.raw`{"\\":1,"b":2,"\u005c":3}`, String.raw`{"\\":3,"b":2}`],
    [String.raw`{"\\":0,"b":1,"\u0061":2,"a":3,"1":4,"\u0030":5}`, String.raw`{"0":5,"1":4,"\\":0,"b":1,"a":3}`],
    [String.raw`{"\\":0,"__proto__":1,"\u005f_proto__":{"\\n":2}}`, String.raw`{"\\":0,"__proto__":{"\\n":2}}`],
    [
      '{"\\\\" :0,"\uE0020":1,"\uE002" : "\uE0020","\uE0021\\n":"\\\\:"}',
      '{"\\\\":0,"\uE0020":1,"\uE002":"\uE0020","\uE0021\\n":"\\\\:"}',
    ],
    [
      String.raw`{"\\":9007199254740993,"\n":[-9007199254740993]}`,
      String.raw`{"\\":9007199254740993,"\n":[-9007199254740993]}`,
    ],
  ] as const)("the keys of %s are decoded in their order, and the last value of a key is used", ([text, encoded]) => {
    expect(encodeJson(decodeJson(text).value)).toBe(encoded);
  });

  test("a text with keys with escapes may be nested as deep as any other", () => {
    const text = String.raw`{"\\":`.repeat(5000) + "1" + "}".repeat(5000);

    let [value, depth] = [decodeJson(text).value, 0];
    for (; isJsonObject(value); value = value["\\"] ?? null) depth++;

    expect([value, depth]).toEqual([1, 5000]);
  });

  test("10,000 documents in one process have the keys of an independent decoder", () => {
    const sources = fc.oneof(
      fc.constantFrom("x", "y", "1"),
      fc
        .array(
          fc.constantFrom("a", "u", "n", "0", String.raw`\\`, String.raw`\"`, String.raw`\n`, String.raw`\u0061`),
          {
            minLength: 1,
            maxLength: 3,
          },
        )
        .map((characters) => characters.join("")),
    );
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        fc.constantFrom("1", "null", String.raw`"\\:"`, "9007199254740993"),
        fc
          .array(fc.tuple(sources, tie("value")), { maxLength: 4 })
          .map((entries) => `{${entries.map(([source, child]) => `"${source}":${child}`).join(",")}}`),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
      ),
    }));
    fc.assert(
      fc.property(value, (text) => encodeJson(decodeJson(text).value) === encodeJson(new Decoder(text).value())),
      { numRuns: 10_000 },
    );
  });
});

/** Decodes valid texts of the property above. JSON.parse decodes single tokens only, which have no earlier keys. */
class Decoder {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\]]|[\w]+/g) ?? [];
  }

  value(): JsonValue {
    const token = this.#tokens[this.#at++] ?? "";
    if (token === "{") return this.#object();
    if (token === "[") {
      const items: JsonValue[] = [];
      while (this.#tokens[this.#at] !== "]") items.push(this.value());
      this.#at++;
      return items;
    }
    return token.length === 16 ? BigInt(token) : (JSON.parse(token) as JsonValue); // A token is a JSON text.
  }

  #object(): JsonValue {
    const object: MutableJsonObject = {};
    for (let token = this.#tokens[this.#at++] ?? "}"; token !== "}"; token = this.#tokens[this.#at++] ?? "}") {
      setOwn(object, String(JSON.parse(token)), this.value());
    }
    return object;
  }
}
