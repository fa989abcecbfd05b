// Lowers the accepted lengths of files and functions to the current ones (`npm run ratchet`). It raises none and adds none,
// except with `npm run ratchet -- --accept`, which accepts everything as it is; a reviewer sees that in the JSON files.
import { readFileSync, writeFileSync } from "node:fs";
import { writtenSources } from "../source/workspace.ts";
import { functionLinesMax, longFunctions } from "./function-lengths.ts";
import { accepted, tightened } from "./ratchet.ts";
import type { Lengths, Ratchet } from "./ratchet.ts";
import { fileLengths, fileLinesMax } from "./tidy.ts";

const sources = writtenSources();
lower("size-ratchet.json", fileLengths(sources), fileLinesMax);
lower("function-ratchet.json", longFunctions(sources), functionLinesMax);

function lower(name: string, lengths: Lengths, linesMax: number): void {
  const file = new URL(name, import.meta.url);
  const before = JSON.parse(readFileSync(file, "utf8")) as Ratchet;
  const after = process.argv.includes("--accept") ? accepted(lengths, linesMax) : tightened(lengths, before, linesMax);
  writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
  console.log(`${name}: ${Object.keys(before).length} entries before, ${Object.keys(after).length} now`);
}
