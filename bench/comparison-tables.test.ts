// The tables of docs/comparison.md have the recorded figures.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { withComparisonTables } from "./comparison-tables.ts";
import { readResults } from "./results.ts";

const file = new URL("../docs/comparison.md", import.meta.url);

test("the tables of docs/comparison.md have the figures of bench/results.json", async () => {
  const page = await readFile(file, "utf8");

  expect(page.match(/<!-- figures: \w+ -->/gu)).toHaveLength(2);
  await expect(withComparisonTables(page, await readResults())).toMatchFileSnapshot("../docs/comparison.md");
});

test("withComparisonTables() replaces the tables of recorded parts, and rejects a missing figure", () => {
  const page = "Before\n<!-- figures: servers -->\nold\n<!-- end of figures -->\nAfter\n";
  const figures = ["start as a program", "memory at rest", "HTTP/2: creates, 16 workers"].map((what, index) => ({
    what,
    unit: index === 2 ? "/s" : "ms",
    values: { embedded: [6919.6, 1], real: [0.123_45] },
  }));
  const recorded = { machine: "2 cores", date: "2026-01-02" };

  expect(withComparisonTables(page, {})).toBe(page);
  expect(() => withComparisonTables(page, { servers: { ...recorded, measurements: figures } })).toThrow(
    'Cannot print "list of 50,000 objects in pages": no figure begins with "HTTP/2: list of 50000, pages of 500"',
  );
  const measurements = [
    ...figures,
    { what: "HTTP/2: list of 50000, pages of 500", unit: "MB/s", values: { embedded: [884] } },
    { what: "HTTP/2: 100 watchers, 1000 updates: events", unit: "/s", values: { embedded: [80_700] } },
  ];
  expect(withComparisonTables(page, { servers: { ...recorded, measurements } })).toContain(
    "| figure | embedded | real |\n| --- | --- | --- |\n| start, until the first response | 6,920 ms | 0.12 ms |\n",
  );
});
