/** The tables of docs/comparison.md, from the recorded figures. Each replaces the text between `<!-- figures: PART -->` and `<!-- end of figures -->`. */
import { median } from "./processes.ts";
import type { RecordedMeasurements, RecordedPart, Results } from "./results.ts";

/** The rows of each table: the beginnings of the names of figures, and their titles. */
export const tableRows: Readonly<Record<RecordedPart, readonly (readonly [what: string, title: string])[]>> = {
  runtime: [
    ["A, sync of Widgets: processor time", "50,000 objects of 1.8 KB into the cache: processor time"],
    ["A, sync of Widgets: memory after collection", "the same: memory"],
    ["A, sync of Widgets, compressed cache: memory after collection", "the same, with our cache compressed: memory"],
    ["A, sync of Pods: processor time", "10,000 Pods of 5.4 KB into the cache: processor time"],
    ["A, sync of Pods: memory after collection", "the same: memory"],
    ["B, event to reconcile: p50", "from an event to its reconcile: p50"],
    ["B, event to reconcile: p99", "the same: p99"],
    ["C, new Widgets: processor time", "2,000 new objects, two writes each: processor time"],
    ["C, new Widgets: peak memory", "the same: peak memory"],
    ["D, cold start: time", "from the start to the first reconcile"],
    ["D, cold start: processor time", "the same: processor time"],
    ["D, cold start: memory", "the same: memory"],
  ],
  servers: [
    ["start as a program", "start, until the first response"],
    ["memory at rest", "memory at rest"],
    ["HTTP/2: creates, 16 workers", "creates, 16 workers"],
    ["HTTP/2: list of 50000, pages of 500", "list of 50,000 objects in pages"],
    ["HTTP/2: 100 watchers, 1000 updates: events", "100 watchers, 1,000 updates: events"],
  ],
};

/** Replaces the tables of a page. A part without recorded figures keeps its table. */
export function withComparisonTables(page: string, results: Results): string {
  return page.replaceAll(
    /(<!-- figures: (\w+) -->\n)[^]*?(<!-- end of figures -->)/gu,
    (found: string, begin: string, part: RecordedPart, end: string) => {
      const recorded = results[part];
      return recorded === undefined ? found : `${begin}\n${tableOf(recorded, tableRows[part])}\n${end}`;
    },
  );
}

/** @throws an Error if a row has no figure. */
function tableOf(
  { machine, date, measurements }: RecordedMeasurements,
  rows: readonly (readonly [string, string])[],
): string {
  const chosen = rows.map(([what, title]) => {
    const found = measurements.find((each) => each.what.startsWith(what));
    if (found === undefined) throw new Error(`Cannot print "${title}": no figure begins with ${JSON.stringify(what)}`);
    return { title, figure: found };
  });
  const programs = [...new Set(chosen.flatMap(({ figure }) => Object.keys(figure.values)))];
  const lines = [
    ["figure", ...programs],
    programs.map(() => "---").concat("---"),
    ...chosen.map(({ title, figure: { values, unit } }) => [
      title,
      ...programs.map((program) => textOf(values[program], unit)),
    ]),
  ];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |\n`).join("")}
Medians, measured on ${date}: ${machine}.
`;
}

function textOf(runs: readonly number[] | undefined, unit: string): string {
  if (runs === undefined || runs.length === 0) return "";
  const value = Number(median(runs).toPrecision(2));
  const digits = value >= 100 ? Number(median(runs).toPrecision(3)) : value;
  return `${digits.toLocaleString("en-US", { maximumFractionDigits: 4 })}${unit.startsWith("/") ? unit : ` ${unit}`}`;
}
