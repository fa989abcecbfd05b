import assert from "node:assert/strict";
import { test } from "vitest";
import { overlapWarnings } from "./overlapping-paths.ts";

test.for([
  [["a", "b"], []],
  [["a", "ab"], []],
  [["a", "a"], ['"a" with "a"']],
  [["a", "a/b"], ['"a/b" with "a"']],
  [["a/b/", "a"], ['"a" with "a/b"']],
  [["", ""], []],
] as const)("overlapWarnings() of the files %j", ([paths, expected]) => {
  const items = paths.map((path) => ({ key: "k", path }));

  const warnings = overlapWarnings([{ name: "v", configMap: { name: "c", items } }]);

  assert.deepEqual(
    warnings,
    expected.map((text) => `volume "v" (ConfigMap "c"): overlapping paths: ${text}`),
  );
});

test("overlapWarnings() names the source of each file of a projected volume", () => {
  const sources = [
    { serviceAccountToken: { path: "t" } },
    { secret: { name: "s", items: [{ key: "k", path: "t" }] } },
    {},
  ];

  const warnings = overlapWarnings([{ name: "v", projected: { sources } }]);

  assert.deepEqual(warnings, [
    'volume "v" (Projected) has no sources provided',
    'volume "v" (Projected): overlapping paths: "t" (Secret "s") with "t" (ServiceAccountToken)',
  ]);
});
