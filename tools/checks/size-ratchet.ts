// Lowers the agreed file sizes to what the files have now (`npm run ratchet`). It raises none and adds none, unless it is
// told to take all files as they are (`npm run ratchet -- --accept`), which a reviewer then sees in size-ratchet.json.
import { readFileSync, writeFileSync } from "node:fs";
import { writtenSources } from "../source/workspace.ts";
import { accepted, tightened } from "./tidy.ts";
import type { SizeRatchet } from "./tidy.ts";

const file = new URL("size-ratchet.json", import.meta.url);
const before = JSON.parse(readFileSync(file, "utf8")) as SizeRatchet;
const sources = writtenSources();
const after = process.argv.includes("--accept") ? accepted(sources) : tightened(sources, before);
writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
console.log(`${Object.keys(before).length} files were listed, ${Object.keys(after).length} are now`);
