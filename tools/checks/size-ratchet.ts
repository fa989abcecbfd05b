// Lowers the agreed file sizes to what the files have now (`npm run ratchet`). It never raises one and never adds one:
// that is written by hand into size-ratchet.json, where a reviewer sees it.
import { readFileSync, writeFileSync } from "node:fs";
import { writtenSources } from "../source/workspace.ts";
import { tightened } from "./tidy.ts";
import type { SizeRatchet } from "./tidy.ts";

const file = new URL("size-ratchet.json", import.meta.url);
const before = JSON.parse(readFileSync(file, "utf8")) as SizeRatchet;
const after = tightened(writtenSources(), before);
writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
console.log(`${Object.keys(before).length} files were listed, ${Object.keys(after).length} are now`);
