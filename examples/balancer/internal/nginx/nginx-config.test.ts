// What is printed is what was meant, whatever a Balancer asks for: the text is read back as nginx reads it.
import { isDeepEqual } from "@kubewright/apimachinery";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BalancerSpec } from "../../api/v1alpha1/balancer.ts";
import { printConfig, UnsafeWordError } from "./directive.ts";
import type { Directive } from "./directive.ts";
import { configTree, nginxConfig } from "./nginx-config.ts";
import { parseConfig } from "./testdata/parse-config.ts";

const runs = { seed: 20_261_121, numRuns: 100_000 };

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,20}[a-z0-9])?$/u);
const balancerName = fc.stringMatching(/^[a-z]([-a-z0-9]{0,20}[a-z0-9])?$/u);

/** What the schema of the CRD lets through. */
const valid: fc.Arbitrary<BalancerSpec> = specOf(
  label,
  fc.integer({ min: 1, max: 65_535 }),
  fc.integer({ min: 1, max: 2_147_483_647 }),
);

/** What comes when the schema is bypassed: any text, and texts that are made to mean something to nginx. */
const hostileText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "a;",
    "a{}",
    "a}\nevents {",
    "a b",
    '"a"',
    "a'b",
    "a\\;b",
    "a#b",
    "$host",
    "a\u0000",
    "a\u2028b",
    "",
    "-a",
    "a;\nload_module x",
  ),
  label,
);
const hostileNumber = fc.oneof(fc.integer(), fc.double(), hostileText) as fc.Arbitrary<number>;
const hostile: fc.Arbitrary<BalancerSpec> = specOf(hostileText, hostileNumber, hostileNumber);

test("the configuration of a Balancer that the schema lets through reads back as the tree that was meant", () => {
  fc.assert(
    fc.property(balancerName, valid, (name, spec) =>
      isDeepEqual(parseConfig(nginxConfig(name, spec)), configTree(name, spec)),
    ),
    runs,
  );
}, 120_000);

test("with the schema bypassed, it reads back as the tree that was meant, or is refused", () => {
  let refused = 0;
  fc.assert(
    fc.property(hostileText, hostile, (name, spec) => {
      const text = printed(() => nginxConfig(name, spec));
      if (text === undefined) refused += 1;
      return text === undefined || isDeepEqual(parseConfig(text), configTree(name, spec));
    }),
    runs,
  );
  expect(refused).toBeGreaterThan(runs.numRuns / 2);
}, 120_000);

test.each(["a b", "a;", "a{", "}", "#a", '"a"', "'a'", "a\\b", "$a", "a\nb", "a\u0000b", "", "ü", "-a", "a\u2028b"])(
  "a word such as %j is refused",
  (word) => {
    expect(() => printConfig([{ words: ["server", word] }])).toThrow(UnsafeWordError);
  },
);

test("a printer without the check would be found out by reading back", () => {
  const tree: readonly Directive[] = [{ words: ["server", "a;\nload_module evil"] }];
  const unchecked = tree.map(({ words }) => `${words.join(" ")};\n`).join("");

  expect(parseConfig(unchecked)).not.toEqual(tree);
});

function specOf(
  text: fc.Arbitrary<string>,
  port: fc.Arbitrary<number>,
  weight: fc.Arbitrary<number>,
): fc.Arbitrary<BalancerSpec> {
  const protocol = fc.constantFrom<"TCP" | "UDP">("TCP", "UDP");
  return fc.record({
    ports: fc.array(fc.record({ name: text, port, protocol }), { minLength: 1, maxLength: 4 }),
    backends: fc.array(fc.record({ name: text, weight }), { minLength: 1, maxLength: 5 }),
  });
}

function printed(print: () => string): string | undefined {
  try {
    return print();
  } catch (error) {
    if (error instanceof UnsafeWordError) return undefined;
    throw error;
  }
}
