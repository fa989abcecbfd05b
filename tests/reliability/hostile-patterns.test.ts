// S4 of the security rules: no pattern of a client blocks the server, for any input.
import { compilePattern } from "@kubewright/schema";
import { expect, test } from "vitest";
import { hostilePatterns } from "../sequences/hostile-patterns.ts";

test("two hundred malicious patterns match in linear time", () => {
  const all = hostilePatterns(3000);

  const matching = all.filter(({ pattern, text }) => compilePattern(pattern).test(text));

  expect(all.length).toBeGreaterThan(200);
  expect(matching.length).toBeLessThan(all.length / 2);
}, 30_000);
