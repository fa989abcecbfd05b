import { expect, test } from "vitest";
import { warningHeaders } from "./warnings.ts";

test("empty warnings and warnings with control characters are left out", () => {
  expect(warningHeaders(new Set(["a\r\nX-Evil: 1", "", " ", "\0", 'q"uo\\te']))).toEqual([
    '299 - " "',
    String.raw`299 - "q\"uo\\te"`,
  ]);
});

test("a longer total truncates each warning to 256 code points, and ends with the warning that exceeds it", () => {
  const face = "\u{1f600}";

  const [first, ...others] = warningHeaders(new Set([face.repeat(300), "b".repeat(5000)]));

  expect(Buffer.from(first ?? "", "latin1").toString()).toBe(`299 - "${face.repeat(256)}"`);
  expect(others).toEqual([`299 - "${"b".repeat(256)}"`]);
  const hundred = Array.from({ length: 100 }, (_, index) => `w${index}${"y".repeat(100)}`);
  // The number of kube-apiserver.
  expect(warningHeaders(new Set(hundred))).toHaveLength(40);
});
