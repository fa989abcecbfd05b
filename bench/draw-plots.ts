// Draws the plots and prints the tables of the documentation from the recorded figures. `make bench ARGS=--record` runs it.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { withComparisonTables } from "./comparison-tables.ts";
import { drawPlot } from "./draw-plot.ts";
import { plots } from "./plots.ts";
import { repository } from "./processes.ts";
import { readResults } from "./results.ts";

const results = await readResults();
for (const [name, { part, ...options }] of Object.entries(plots)) {
  const figures = results[part];
  if (figures === undefined) continue;
  await writeFile(path.join(repository, `docs/pictures/${name}.svg`), drawPlot(figures, options));
}

const page = path.join(repository, "docs/comparison.md");
await writeFile(page, withComparisonTables(await readFile(page, "utf8"), results));
