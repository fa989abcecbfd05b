/** Removes values that differ from run to run, and objects of other tests on a shared server, from the output of kubectl. */

export function normalized(output: string): string {
  const lines = output
    .split("\n")
    .filter((line) => !isOthers(line))
    .map(normalizedLine);
  return withSortedManagers(lines).join("\n").trim();
}

/** Servers order the entries of `managedFields` by the second of their last write, which differs from run to run. */
function withSortedManagers(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex((line) => /^ *managedFields:$/u.test(line)) + 1;
  if (start === 0) return lines;
  const indent = /^ */u.exec(lines[start] ?? "")?.[0] ?? "";
  const isEntry = (line: string): boolean => line.startsWith(`${indent}- `) || line.startsWith(`${indent}  `);
  const length = lines.slice(start).findIndex((line) => !isEntry(line));
  const end = length < 0 ? lines.length : start + length;
  const entries: string[][] = [];
  for (const line of lines.slice(start, end)) {
    if (line.startsWith(`${indent}- `)) entries.push([line]);
    else entries.at(-1)?.push(line);
  }
  const sorted = entries.map((entry) => entry.join("\n")).toSorted((a, b) => (a < b ? -1 : 1));
  return [...lines.slice(0, start), ...sorted, ...lines.slice(end)];
}

/** Other suites install CRDs in groups below this domain. */
function isOthers(line: string): boolean {
  return /\bg[0-9a-f]{8}\d+\.example\.com\b/u.test(line);
}

function normalizedLine(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, "<uid>")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/gu, "<time>")
    .replaceAll(/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]+ [+-]\d{4}/gu, "<time>")
    .replaceAll(/(resourceVersion: |Resource Version: +)"?\d+"?/gu, "$1<version>")
    .replaceAll(/https:\/\/127\.0\.0\.1:\d+/gu, "<server>")
    .replaceAll(/(?<=\s|^)\d+[smh](?:\d+s)?(?=\s|$)/gu, "<age>")
    .replaceAll(/\/tmp\/(LIVE|MERGED)-\d+/gu, "<$1>")
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [+-]\d{4}/gu, "<time>")
    .replace(/^([IWE])\d{4} [\d:.]+ +\d+ (?=\w+\.go:)/u, "$1 <time> ")
    .replaceAll(/(?<=\S) {2,}/gu, "  ")
    .trimEnd();
}
