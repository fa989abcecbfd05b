/**
 * Masks values that differ from run to run. Equal values stay equal: the first uid becomes `<uid 1>` in all places, so
 * that a changed identity is still detected.
 */
import { createHash } from "node:crypto";

/** A recorded response: status, headers that clients use, and body. Values that differ between runs are masked. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
}

/** Fields whose values differ from run to run: their presence is recorded, and their values are not. */
export const maskedFields: ReadonlyMap<string, string> = new Map([
  ["creationTimestamp", "<time>"],
  ["deletionTimestamp", "<time>"],
  ["lastTransitionTime", "<time>"],
  ["lastUpdateTime", "<time>"],
  ["lastProbeTime", "<time>"],
  ["startTime", "<time>"],
  ["time", "<time>"],
  ["continue", "<continue token>"],
  ["serverAddress", "<address>"],
  ["gitCommit", "<build>"],
  ["goVersion", "<build>"],
  ["compiler", "<build>"],
  ["platform", "<build>"],
]);

/** Ports of Services that a server chooses, from the upper part of their range. */
export const chosenPortFields: ReadonlySet<string> = new Set(["nodePort", "healthCheckNodePort"]);
const firstChosenPort = 30_086;
const portInCell = /(?<=\d:)3\d{4}(?=\/[A-Z])/gu;

/** Addresses of Services that a server chooses: 10.0.0.17 and above, as single strings or in lists. */
const chosenAddress = /(?<![\d.])10\.0\.0\.(?:1[7-9]|[2-9]\d|[12]\d\d)(?![\d./])/gu;

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu;
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/gu;
/** The hash of a document, in a header or a link to it. */
const digest = /[0-9A-F]{128}/gu;
/** The format of headers: `Sat, 21 Nov 2026 08:45:50 GMT`. */
const headerDate = /[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (?:GMT|UTC)/gu;
/** Versions in messages: as a JSON field, in parentheses, or after "version". */
const versionsInText = [/(?<=resourceVersion\\*":\s?\\*")\d+/gu, /(?<=\()\d{2,}(?=\))/gu];
/** The revision of the store in an error. */
const storeVersionInText = /(?<=current: )\d+/gu;

/** A kube-apiserver gives the type of `self` a random number, so that rules cannot use its name. */
const selfType = /\bselfType\d+/gu;

/** Longer strings are recorded as their hash. Messages are shorter, so their differences stay readable. */
const recordedTextMax = 4096;

/** The assigned numbers of values, by type of value. */
type Numbers = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The responses of one case, masked together. */
export function masked(responses: readonly RecordedAnswer[]): readonly RecordedAnswer[] {
  return maskedAfter(new Map(), responses).masked;
}

/** For each response of a case, a function that masks another response in its place. */
export function masksInPlaceOf(
  responses: readonly RecordedAnswer[],
): readonly ((response: RecordedAnswer) => RecordedAnswer)[] {
  let numbers: Numbers = new Map();
  return responses.map((own) => {
    const before = numbers;
    numbers = maskedAfter(before, [own]).numbers;
    return (response) => maskedAfter(before, [response]).masked[0] ?? response;
  });
}

function maskedAfter(
  before: Numbers,
  responses: readonly RecordedAnswer[],
): { readonly masked: readonly RecordedAnswer[]; readonly numbers: Numbers } {
  const numbers = new Map([...before].map(([kind, known]) => [kind, new Map(known)] as const));
  const numbered = (kind: string, value: string): string => {
    const known = numbers.get(kind) ?? new Map<string, number>();
    numbers.set(kind, known);
    const number = known.get(value) ?? known.size + 1;
    known.set(value, number);
    return `<${kind} ${number}>`;
  };
  const done = responses.map(({ status, headers, body }) => ({
    status,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, values]) => [
        name,
        values.map((value) => maskedHeader(name, value, numbered)),
      ]),
    ),
    body: maskedValue(body, "", numbered),
  }));
  return { masked: done, numbers };
}

type Numbered = (kind: string, value: string) => string;

/** Warnings are recorded unchanged. */
function maskedHeader(name: string, value: string, numbered: Numbered): string {
  return name === "warning" ? value : maskedText(value, "", numbered);
}

function maskedValue(value: unknown, key: string, numbered: Numbered): unknown {
  if (typeof value === "string") return hashed(maskedText(value, key, numbered));
  if (typeof value === "number" && chosenPortFields.has(key) && value >= firstChosenPort) {
    return numbered("node port", String(value));
  }
  if (Array.isArray(value)) {
    const items: readonly unknown[] = key === "managedFields" ? orderedByManager(value) : value;
    return items.map((item) => maskedValue(item, "", numbered));
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(withoutAges(withoutListVersion(withoutBookmarkVersion(value))));
  return Object.fromEntries(fields.toSorted(byKey).map(([name, field]) => [name, maskedValue(field, name, numbered)]));
}

/**
 * Managers are ordered by time, to the second, and within a second by name: whether two writes come within
 * a second differs from run to run.
 */
export function orderedByManager(entries: readonly unknown[]): readonly unknown[] {
  const nameOf = (entry: unknown): string => {
    const { manager, operation, subresource } = entry as { readonly [name: string]: unknown };
    return JSON.stringify([operation, manager, subresource]);
  };
  return entries.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

function maskedText(text: string, key: string, numbered: Numbered): string {
  if (text === "") return text;
  if (key === "resourceVersion") return text === listVersion ? text : numbered("version", text);
  const whole = maskedFields.get(key);
  if (whole !== undefined) return whole;
  if (!/\d/u.test(text)) return text; // Everything that is masked below has a digit.
  const known = text
    .replaceAll(uuid, (found) => numbered("uid", found))
    .replaceAll(timestamp, "<time>")
    .replaceAll(headerDate, "<time>")
    .replaceAll(digest, "<hash>")
    .replaceAll(selfType, "selfType")
    .replaceAll(portInCell, (found) => (Number(found) < firstChosenPort ? found : numbered("node port", found)))
    .replaceAll(chosenAddress, (found) => numbered("cluster address", found));
  return versionsInText.reduce(
    (masking, pattern) => masking.replaceAll(pattern, (found) => numbered("version", found)),
    known.replaceAll(storeVersionInText, listVersion),
  );
}

const listVersion = "<list version>";

function hashed(text: string): string {
  if (text.length <= recordedTextMax) return text;
  return `<${text.length} characters, sha256 ${createHash("sha256").update(text).digest("hex")}>`;
}

/** The version of a list is that of the last write to the whole store, and a real server also writes by itself. */
function withoutListVersion(value: object): object {
  if (!("items" in value || "rows" in value) || !("metadata" in value)) return value;
  const { metadata } = value;
  if (typeof metadata !== "object" || metadata === null || !("resourceVersion" in metadata)) return value;
  return { ...value, metadata: { ...metadata, resourceVersion: listVersion } };
}

/** The version of a bookmark is the revision of the store, too. */
function withoutBookmarkVersion(value: object): object {
  return "type" in value && value.type === "BOOKMARK" ? (withListVersion(value) as object) : value;
}

function withListVersion(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withListVersion);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [
      key,
      key === "resourceVersion" ? listVersion : withListVersion(field),
    ]),
  );
}

interface Table {
  readonly columnDefinitions: unknown;
  readonly rows: readonly { readonly cells: readonly unknown[] }[];
}

function isTable(value: object): value is Table {
  return "kind" in value && value.kind === "Table" && "rows" in value && Array.isArray(value.rows);
}

function withoutAges(value: object): object {
  if (!isTable(value)) return value;
  const isAge = ageCells(value.columnDefinitions);
  const rows = value.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell, at) => (isAge(cell, at) ? "<age>" : cell)),
  }));
  return { ...value, rows };
}

/**
 * The column "Age", values that look like an age in columns of other times, and cells without a column (as of IPAddress);
 * without columns, as in a watch, all values that look like an age.
 */
function ageCells(columns: unknown): (cell: unknown, at: number) => boolean {
  if (!Array.isArray(columns)) return looksLikeAge;
  const names = columns.map(({ name }: { readonly name: string }) => name);
  return (cell, at) => {
    const name = names[at];
    return name === undefined || name === "Age" || (timeColumns.has(name) && looksLikeAge(cell));
  };
}

const timeColumns: ReadonlySet<string> = new Set(["Last Seen", "First Seen", "Last Schedule"]);

function looksLikeAge(cell: unknown): boolean {
  return typeof cell === "string" && /^\d+[smhdy](?:\d+[smhd])?$/u.test(cell);
}
