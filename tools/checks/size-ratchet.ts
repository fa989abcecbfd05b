// Lowers the accepted lengths of files and functions and the accepted findings of prose to the current ones (`npm run ratchet`). It raises and adds
// nothing, except with `npm run ratchet -- --accept`, which accepts the current state; a reviewer sees that in the JSON files.
import { readFileSync, writeFileSync } from "node:fs";
import { proseCounts } from "../prose/prose.ts";
import { writtenSources } from "../source/workspace.ts";
import { functionLinesMax, longFunctions } from "./function-lengths.ts";
import { accepted, tightened } from "./ratchet.ts";
import type { Figures, Ratchet } from "./ratchet.ts";
import { fileLengths, fileLinesMax } from "./tidy.ts";

const sources = writtenSources();
lower("size-ratchet.json", fileLengths(sources), fileLinesMax);
lower("function-ratchet.json", longFunctions(sources), functionLinesMax);
lower("prose-ratchet.json", proseCounts(), 0);

function lower(name: string, figures: Figures, max: number): void {
  const file = new URL(name, import.meta.url);
  const before = JSON.parse(readFileSync(file, "utf8")) as Ratchet;
  const after = process.argv.includes("--accept") ? accepted(figures, max) : tightened(figures, before, max);
  writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
  console.log(`${name}: ${Object.keys(before).length} entries before, ${Object.keys(after).length} now`);
}
