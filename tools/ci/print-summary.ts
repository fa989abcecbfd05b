// Prints the end of a run. Arguments are the steps: "check:NAME:STATUS" and "lane:NAME:STATUS:REPORT", where STATUS is an
// exit status and REPORT the file that vitest wrote. The last line is what machines read.
import { existsSync, readFileSync } from "node:fs";
import { summarize } from "./summary.ts";
import type { AllowedSkip, LaneReport, Step } from "./summary.ts";

const allowedSkips = JSON.parse(
  readFileSync(new URL("../../tests/allowed-skips.json", import.meta.url), "utf8"),
) as readonly AllowedSkip[];
const { passed, failed, skipped, notes } = summarize(process.argv.slice(2).map(stepOf), allowedSkips);
for (const note of notes) console.log(note);
console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;

function stepOf(argument: string): Step {
  const [kind, name = "", status, file = ""] = argument.split(":");
  const ok = status === "0";
  return kind === "check" ? { kind, name, ok } : { kind: "lane", name, ok, report: reportIn(file) };
}

function reportIn(file: string): LaneReport | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as LaneReport) : undefined;
}
