import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { decodeJson, encodeJson, jsonDepthMax } from "./codec.ts";
import { JsonSyntaxError } from "./errors.ts";

function decode(text: string): unknown {
  return decodeJson(text).value;
}

function messageOf(text: string, depthMax?: number): string {
  try {
    decodeJson(text, depthMax === undefined ? {} : { depthMax });
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError);
    return error.message;
  }
  return "no error";
}

test("decodeJson() keeps every integer of int64 exact, and encodeJson() prints it again", () => {
  const text =
    '{"a":9007199254740993,"b":-9223372036854775808,"c":[9223372036854775807,9007199254740991],"d":1234567890123456.5}';

  const value = decode(text);

  assert.deepEqual(value, {
    a: 9007199254740993n,
    b: -9223372036854775808n,
    c: [9223372036854775807n, 9007199254740991],
    d: 1234567890123456.5,
  });
  assert.equal(encodeJson(value), text);
});

test("encodeJson() encodes everything beside a large integer as it does without one", () => {
  const value = { 'a"b': [undefined, "x\n", null], gone: undefined, date: new Date(0), large: [{ n: 2n ** 62n }] };

  const text = encodeJson(value);

  assert.equal(
    text,
    String.raw`{"a\"b":[null,"x\n",null],"date":"1970-01-01T00:00:00.000Z","large":[{"n":4611686018427387904}]}`,
  );
});

test("decodeJson() changes nothing that only looks like a large integer", () => {
  const texts = [
    String.raw`{"a":"b:9007199254740993,","c":9007199254740993}`,
    String.raw`{"a\"":[9007199254740993,"\\"],"b":"\",9007199254740993]"}`,
    String.raw`{"9":9007199254740993,"1":[[-9007199254740993 ]],"__proto__":9007199254740993}`,
    String.raw`{"a":"\ue0009007199254740993","b":9007199254740993}`,
    `{"a":"\uE0009007199254740993","b":9007199254740993}`,
    String.raw`"x:9007199254740993,"`,
    `[1e3,9007199254740993,9007199254740993.5]`,
  ];
  for (const text of texts) {
    // The reference: a reviver that sees the source of each number.
    const reference: unknown = (JSON.parse as ReviverParse)(text, (_key, value, { source }) =>
      typeof value === "number" && /^-?\d{16}$/.test(source ?? "") ? BigInt(source ?? "") : value,
    );
    assert.deepEqual(decodeJson(text).value, reference, text);
  }
  for (const text of ["{9007199254740993:1}", "[09007199254740993]", "[9007199254740993x]", "[+9007199254740993]"]) {
    assert.throws(() => decodeJson(text), JsonSyntaxError, text);
  }
});

type ReviverParse = (
  text: string,
  reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

test("decodeJson() makes a float of an integer beyond int64, as a kube-apiserver does", () => {
  assert.deepEqual(decode("[9223372036854775808]"), [9223372036854775808]);
  assert.deepEqual(decode(`[${"9".repeat(100)}]`), [1e100]);
});

test("decodeJson() leaves digits inside texts alone", () => {
  const text = '{"a":"x:12345678901234567890","uid":"1e400","b":",1e5"}';

  assert.equal(encodeJson(decode(text)), text);
});

test("decodeJson() refuses a number that no double can hold", () => {
  assert.equal(messageOf("[1e400]"), "json: cannot unmarshal number 1e400 into Go value of type float64");
});

test("decodeJson() makes own keys of names that JavaScript's objects inherit", () => {
  const text = '{"__proto__":{"polluted":"yes"},"constructor":"c","toString":"t"}';

  const value = decode(text);

  assert.deepEqual(Object.keys(value as object), ["__proto__", "constructor", "toString"]);
  assert.equal(encodeJson(value), text);
  assert.equal("polluted" in {}, false);
});

test("decodeJson() keeps own __proto__ keys beside big integers too", () => {
  const text = '{"__proto__":{"polluted":12345678901234567},"n":1}';

  assert.equal(encodeJson(decode(text)), text);
  assert.equal("polluted" in {}, false);
});

test("decodeJson() reports each duplicate key once, with its path, and keeps the last value", () => {
  const text = '{"data":{"a":1,"a":2,"\\u0061":3},"spec":{"c":[{"n":1},{"n":1,"n":2}]},"data":{"a":4}}';

  const { value, duplicateKeys } = decodeJson(text, { reportDuplicates: true });

  assert.deepEqual(duplicateKeys, ["data.a", "spec.c[1].n", "data"]);
  assert.deepEqual(value, { data: { a: 4 }, spec: { c: [{ n: 1 }, { n: 2 }] } });
});

test("decodeJson() does not take equal keys of different objects for duplicates", () => {
  const text = '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}]}';

  assert.deepEqual(decodeJson(text, { reportDuplicates: true }).duplicateKeys, []);
});

test("decodeJson() handles strings that look like keys, and deep nesting", () => {
  const deep = `${"[".repeat(100_000)}{"a":1,"a":2}${"]".repeat(100_000)}`;

  assert.deepEqual(decodeJson('{"a":":","b":"\\":","c":"x\\" :"}', { reportDuplicates: true }).duplicateKeys, []);
  assert.deepEqual(decodeJson('{"a":":","a":"\\":"}', { reportDuplicates: true }).duplicateKeys, ["a"]);
  assert.deepEqual(decodeJson('{"__proto__":1,"__proto__":2}', { reportDuplicates: true }).duplicateKeys, [
    "__proto__",
  ]);
  assert.equal(decodeJson(deep, { reportDuplicates: true }).duplicateKeys.length, 1);
});

test("decodeJson() reports exactly the keys that come twice", () => {
  const entries = fc.array(
    fc.tuple(fc.constantFrom("a", "b", '":', "__proto__"), fc.constantFrom('":"', "1", '{"a":1}')),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(entries, (pairs) => {
      const text = `{${pairs.map(([key, value]) => `${JSON.stringify(key)} : ${value}`).join(",")}}`;
      const keys = pairs.map(([key]) => key);
      const twice = [...new Set(keys.filter((key, index) => keys.indexOf(key) < index))];

      assert.deepEqual(decodeJson(text, { reportDuplicates: true }).duplicateKeys, twice);
    }),
    { numRuns: 1000 },
  );
});

test.for([
  [String.raw`"\ud800"`, "\ufffd"],
  [String.raw`"\uD83D\uDE00\udfff"`, "\u{1f600}\ufffd"],
  [String.raw`"\\ud800\u0041"`, String.raw`\ud800A`],
] as const)("decodeJson() reads %s without lone surrogates", ([text, expected]) => {
  assert.equal(decodeJson(text).value, expected);
});

test.for<[unknown, string]>([
  ["\udcff\ud800a", String.raw`"\ufffd\ufffda"`],
  [{ "\udcff": "\u{1f600}\udfff" }, String.raw`{"\ufffd":"😀\ufffd"}`],
  [String.raw`\udcff`, String.raw`"\\udcff"`],
  ["\\\udcff", String.raw`"\\\ufffd"`],
])("encodeJson() prints lone surrogates as the replacement character: %j", ([value, text]) => {
  assert.equal(encodeJson(value), text);
});

test("encodeJson() prints lone surrogates beside a bigint as the replacement character", () => {
  assert.equal(encodeJson({ "\udcff": 1n }), String.raw`{"\ufffd":1}`);
});

test("decodeJson() says what is wrong in the words of a kube-apiserver", () => {
  const table: readonly (readonly [string, string])[] = [
    ["", "unexpected end of JSON input"],
    ["{bad", "invalid character 'b' looking for beginning of object key string"],
    ['{"a" 1}', "invalid character '1' after object key"],
    ['{"a":1 "b"}', "invalid character '\"' after object key:value pair"],
    ["[1 2]", "invalid character '2' after array element"],
    ["[1,]", "invalid character ']' looking for beginning of value"],
    ["tru3", "invalid character '3' in literal true (expecting 'e')"],
    ["01", "invalid character '1' after top-level value"],
    ["-x", "invalid character 'x' in numeric literal"],
    ["1.x", "invalid character 'x' after decimal point in numeric literal"],
    ["1e", "unexpected end of JSON input"],
    ['"a\nb"', "invalid character '\\n' in string literal"],
    [String.raw`"\x"`, "invalid character 'x' in string escape code"],
    [String.raw`"\u12g4"`, "invalid character 'g' in \\u hexadecimal character escape"],
    ["é", "invalid character 'Ã' looking for beginning of value"],
    ["'", String.raw`invalid character '\'' looking for beginning of value`],
  ];
  for (const [text, message] of table) assert.equal(messageOf(text), message, text);
});

test("decodeJson() takes nesting up to the limit and refuses one level more", () => {
  const nested = (depth: number): string => "[".repeat(depth) + "]".repeat(depth);

  assert.equal(messageOf(nested(jsonDepthMax), jsonDepthMax), "no error");
  assert.match(messageOf(nested(jsonDepthMax + 1), jsonDepthMax), /exceeded max depth/);
  assert.match(messageOf(nested(1_000_000), jsonDepthMax), /exceeded max depth/);
});

test("decodeJson() and JSON.parse agree on which texts are JSON, and on their values", () => {
  const alphabet = [...'{}[]":,0123456789.eE+-truefalsn \\\n'];
  const texts = fc.oneof(
    fc.json(),
    fc.array(fc.constantFrom(...alphabet), { maxLength: 12 }).map((characters) => characters.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expected = undefined;
      }

      const actual = messageOf(text) === "no error" ? decodeJson(text, { reportDuplicates: true }).value : undefined;

      // Numbers that JSON.parse damages are the one intended difference.
      if (!/\d{16}|\d[eE]/.test(text)) assert.deepEqual(actual, expected);
    }),
    { numRuns: 3000 },
  );
});

test("Every text that encoding makes survives decoding and encoding", () => {
  const values = fc.jsonValue();
  fc.assert(
    fc.property(values, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (value, integer) => {
      const text = encodeJson({ value, integer });

      assert.equal(encodeJson(decode(text)), text);
    }),
    { numRuns: 1000 },
  );
});

test("A megabyte of opening brackets is refused at once, with a limit and without", () => {
  const text = "[".repeat(1_000_000);

  assert.equal(messageOf(text), "invalid character '[' exceeded max depth");
  assert.throws(() => decodeJson(text, { depthMax: 1000 }), { message: "invalid character '[' exceeded max depth" });
});
