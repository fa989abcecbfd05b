// docs/compatibility.md, the page that explains the rules, has the same table as rules.ts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

import { compatibilityRules } from "./rules.ts";

const page = readFileSync(new URL("../../../../docs/compatibility.md", import.meta.url), "utf8");

test("docs/compatibility.md has a row for each rule, in the same order, and no others", () => {
  const rows = Object.entries(compatibilityRules).map(
    ([name, { severity, affects, why, instead = "-" }]) =>
      `| \`${name}\` | ${severity} | ${affects.join(", ") || "-"} | ${why} | ${instead} |`,
  );

  expect(page.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
});

test("Every breaking rule names what it affects and an alternative; a compatible rule affects nothing", () => {
  for (const { severity, affects, instead } of Object.values(compatibilityRules)) {
    expect(affects.length > 0).toBe(severity !== "compatible");
    expect(instead !== undefined).toBe(severity === "breaking");
  }
});
