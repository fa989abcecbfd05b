import assert from "node:assert/strict";
import { test } from "vitest";

import { printChartYaml } from "./print-yaml.ts";

test("printChartYaml() quotes what Helm would resolve to something other than a string", () => {
  const value = { b: ["yes", "010", "1_0", ".", "E0", "a"], on: "12:30", n: 1, a: true };

  assert.equal(
    printChartYaml(value),
    `b:
  - "yes"
  - "010"
  - "1_0"
  - "."
  - "E0"
  - a
"on": "12:30"
"n": 1
a: true
`,
  );
});
