// What is printed is what was meant, whatever a Balancer asks for: the text is read back as nginx reads it. tests/long has a million of each.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printConfig, UnsafeWordError } from "./directive.ts";
import type { Directive } from "./directive.ts";
import { balancerName, hostileSpec, hostileText, outcomeOf, validSpec } from "./testdata/any-spec.ts";
import { parseConfig } from "./testdata/parse-config.ts";

const runs = { numRuns: 10_000 };

test("the configuration of a Balancer that the schema lets through reads back as the tree that was meant", () => {
  fc.assert(
    fc.property(balancerName, validSpec, (name, spec) => outcomeOf(name, spec) === "as meant"),
    runs,
  );
});

test("with the schema bypassed, it reads back as the tree that was meant, or is refused", () => {
  const outcomes = { "as meant": 0, refused: 0, otherwise: 0 };
  fc.assert(
    fc.property(hostileText, hostileSpec, (name, spec) => {
      const outcome = outcomeOf(name, spec);
      outcomes[outcome] += 1;
      return outcome !== "otherwise";
    }),
    runs,
  );
  expect(outcomes.refused).toBeGreaterThan(runs.numRuns / 2);
});

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
