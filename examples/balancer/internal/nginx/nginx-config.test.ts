// Parses the printed configuration as nginx does. tests/long tests a million specs of each kind.
import fc from "fast-check";
import { expect, test } from "vitest";
import { printConfig, UnsafeWordError } from "./directive.ts";
import type { Directive } from "./directive.ts";
import { balancerName, hostileSpec, hostileText, outcomeOf, validSpec } from "./testdata/any-spec.ts";
import { parseConfig } from "./testdata/parse-config.ts";

const runs = { numRuns: 10_000 };

test("the configuration of a valid Balancer parses to its tree", () => {
  fc.assert(
    fc.property(balancerName, validSpec, (name, spec) => outcomeOf(name, spec) === "as meant"),
    runs,
  );
});

test("the configuration of an invalid Balancer parses to its tree or is rejected", () => {
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
  "the printer rejects the word %j",
  (word) => {
    expect(() => printConfig([{ words: ["server", word] }])).toThrow(UnsafeWordError);
  },
);

test("the check of words is necessary: a printer without it fails", () => {
  const tree: readonly Directive[] = [{ words: ["server", "a;\nload_module evil"] }];
  const unchecked = tree.map(({ words }) => `${words.join(" ")};\n`).join("");

  expect(parseConfig(unchecked)).not.toEqual(tree);
});
