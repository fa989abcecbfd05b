// S4 of the security rules: no pattern from outside stops the server, whatever text it is matched against.
import { compilePattern } from "@kubewright/schema";
import { expect, test } from "vitest";
import { hostilePatterns } from "../sequences/hostile-patterns.ts";

test("two hundred hostile patterns are matched in time that grows with the text alone", () => {
  const all = hostilePatterns(3000);

  const matching = all.filter(({ pattern, text }) => compilePattern(pattern).test(text));

  expect(all.length).toBeGreaterThan(200);
  expect(matching.length).toBeLessThan(all.length / 2);
}, 30_000);
