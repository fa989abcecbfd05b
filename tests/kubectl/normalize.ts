/** Takes out of kubectl's output what differs from run to run, and what other tests have left on a shared server. */

export function normalized(output: string): string {
  return output
    .split("\n")
    .filter((line) => !isOthers(line))
    .map(normalizedLine)
    .join("\n")
    .trim();
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
