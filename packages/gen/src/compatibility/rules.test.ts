// The page that explains the rules is the table of the rules.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { compatibilityRules } from "./rules.ts";

const page = readFileSync(new URL("../../../../docs/compatibility.md", import.meta.url), "utf8");

test("docs/compatibility.md has a row for each rule, in their order, and no other", () => {
  const rows = Object.entries(compatibilityRules).map(
    ([name, { severity, affects, why, instead = "-" }]) =>
      `| \`${name}\` | ${severity} | ${affects.join(", ") || "-"} | ${why} | ${instead} |`,
  );

  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});

test("A change that breaks somebody says whom, and what to do instead; a compatible one hurts nobody", () => {
  for (const { severity, affects, instead } of Object.values(compatibilityRules)) {
    expect(affects.length > 0).toBe(severity !== "compatible");
    expect(instead !== undefined).toBe(severity === "breaking");
  }
});
