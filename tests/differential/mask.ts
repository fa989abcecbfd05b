/**
 * Takes out of answers what differs from run to run. What is equal stays equal: the first uid becomes `<uid 1>` wherever it stands, so
 * that an object that changed its identity is still noticed.
 */
import type { RecordedAnswer } from "./run-case.ts";

const times: ReadonlySet<string> = new Set([
  "creationTimestamp",
  "deletionTimestamp",
  "lastTransitionTime",
  "lastUpdateTime",
  "lastProbeTime",
  "startTime",
  "time",
]);
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;
/** Versions in prose: in parentheses, or as a JSON field. */
const versionsInText = [/(?<=resourceVersion\\*":\\*")\d+/gu, /(?<=\()\d{2,}(?=\))/gu, /(?<=current: )\d+/gu];

/** The answers of one case, masked together. */
export function masked(answers: readonly RecordedAnswer[]): readonly RecordedAnswer[] {
  const names = new Map<string, string>();
  const mask = (kind: string, value: string): string => {
    const key = `${kind} ${value}`;
    const known =
      names.get(key) ?? `<${kind} ${[...names.keys()].filter((other) => other.startsWith(`${kind} `)).length + 1}>`;
    names.set(key, known);
    return known;
  };
  return answers.map((answer) => ({ ...answer, body: maskedValue(answer.body, "", mask) }));
}

type Mask = (kind: string, value: string) => string;

function maskedValue(value: unknown, key: string, mask: Mask): unknown {
  if (typeof value === "string") return maskedText(value, key, mask);
  if (Array.isArray(value)) return value.map((item) => maskedValue(item, "", mask));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(isTable(value) ? withoutAges(value) : value);
  return Object.fromEntries(fields.toSorted(byKey).map(([name, field]) => [name, maskedValue(field, name, mask)]));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function maskedText(text: string, key: string, mask: Mask): string {
  if (text === "") return text;
  if (times.has(key)) return "<time>";
  if (key === "resourceVersion") return mask("version", text);
  if (key === "continue") return "<continue token>";
  if (key === "storageVersionHash") return "<hash>";
  const known = text.replaceAll(uuid, (found) => mask("uid", found)).replaceAll(timestamp, "<time>");
  return versionsInText.reduce(
    (masking, pattern) => masking.replaceAll(pattern, (found) => mask("version", found)),
    known,
  );
}

interface Table {
  readonly kind: "Table";
  readonly columnDefinitions: readonly { readonly name: string }[] | null;
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

function isTable(value: object): value is Table {
  return "kind" in value && value.kind === "Table" && "rows" in value && Array.isArray(value.rows);
}

function withoutAges(table: Table): Table {
  const age = table.columnDefinitions?.findIndex(({ name }) => name === "Age");
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) => (index === age ? "<age>" : cell)),
  }));
  return { ...table, rows };
}
