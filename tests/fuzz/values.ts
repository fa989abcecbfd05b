/** Values that the fuzzer puts into the JSON of bodies. */

/** A part of `JSON` that the compiler's library does not describe yet. */
export const rawJson = JSON as unknown as { readonly rawJSON: (literal: string) => object };

/** Numbers that no JavaScript value has, or whose literals are not those of integers. */
export const numberLiterals = [
  "9223372036854774807",
  "9223372036854775807",
  "-9223372036854775808",
  "18446744073709551615",
  "9007199254740993",
  "1.0",
  "1e3",
  "-0",
  "0.1",
] as const;

/** Values that few fields accept. */
export const jsonValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  [[]],
  [{}],
  { a: null },
  [1, "a", {}],
  { $patch: "delete" },
  { $patch: "replace" },
  { $retainKeys: ["a"] },
  [{ $patch: "merge", name: "c" }],
  { $ref: "#/x" },
  JSON.parse('{"__proto__":{"polluted":1}}'),
  { constructor: { prototype: { polluted: 1 } } },
];
