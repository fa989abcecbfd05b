// The conformance data of the CEL specification (`cel.dev/expr`, tests/simple/testdata), run on the package `cel`: how many cases hold in each file,
// with the reason for each group of cases that do not. The data comes from the Go module cache.

import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ConformanceResult } from "./run-case.ts";
import { runCase } from "./run-case.ts";
import { messagesOf, parseTextProto, textOf } from "./text-proto.ts";

const version = "v0.25.1";

/** The figures of one file. */
interface FileFigures {
  readonly file: string;
  readonly results: readonly ConformanceResult[];
}

/**
 * Runs all cases and returns the text of `conformance.md`.
 *
 * @throws {Error} if the Go module cache does not have the data.
 */
export function conformanceReport(): string {
  const cache = spawnSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).stdout.trim();
  const pattern = join(cache, "cel.dev", `expr@${version}`, "tests/simple/testdata/*.textproto");
  const figures = globSync(pattern).toSorted().map(figuresOf);
  if (figures.length === 0) throw new Error(`cannot find ${pattern}: run "go mod download cel.dev/expr@${version}"`);
  return report(figures);
}

function figuresOf(path: string): FileFigures {
  const file = parseTextProto(readFileSync(path, "utf8"));
  const sections = messagesOf(file, "section");
  const results = sections.flatMap((section) =>
    messagesOf(section, "test").map((test) => runCase(test, `${textOf(section, "name")}/${textOf(test, "name")}`)),
  );
  return { file: basename(path, ".textproto"), results };
}

function report(files: readonly FileFigures[]): string {
  const all = files.flatMap(({ results }) => results);
  const rows = files.map(({ file, results }) => {
    const held = results.filter(({ outcome }) => outcome === "holds").length;
    const outside = results.filter(({ outcome }) => outcome === "outside").length;
    return `| ${file} | ${results.length} | ${held} | ${outside} | ${results.length - held - outside} |`;
  });
  const deviations = files.flatMap(({ file, results }) =>
    results
      .filter(({ outcome }) => outcome === "deviates")
      .map(({ name, reason }) => `- \`${file}\`, \`${name}\`: ${reason}`),
  );
  return [
    "# Conformance",
    "",
    `The cases of \`cel.dev/expr\` ${version}, made by \`tools/cel/conformance.ts\`. A case is outside if it needs something that Kubernetes does not have.`,
    "The cases of `bindings_ext` run with `bindingLibrary`, which no environment of Kubernetes enables.",
    "",
    "| file | cases | hold | outside | deviate |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    `| **all** | ${all.length} | ${count(all, "holds")} | ${count(all, "outside")} | ${count(all, "deviates")} |`,
    "",
    "## Outside",
    "",
    ...outsideLines(files),
    "",
    "## Deviations",
    "",
    ...(deviations.length === 0 ? ["None."] : deviations),
    "",
  ].join("\n");
}

/** A line for each reason, with the cases of each file. */
function outsideLines(files: readonly FileFigures[]): readonly string[] {
  const cases = files.flatMap(({ file, results }) =>
    results.filter(({ outcome }) => outcome === "outside").map(({ reason }) => ({ file, reason })),
  );
  return Array.from(
    Map.groupBy(cases, ({ reason }) => reason),
    ([reason, sameReason]) => {
      const counts = Array.from(
        Map.groupBy(sameReason, ({ file }) => file),
        ([file, { length }]) => `${file} ${length}`,
      );
      return `- ${reason}: ${sameReason.length} (${counts.join(", ")})`;
    },
  );
}

function count(results: readonly ConformanceResult[], outcome: ConformanceResult["outcome"]): number {
  return results.filter((result) => result.outcome === outcome).length;
}
