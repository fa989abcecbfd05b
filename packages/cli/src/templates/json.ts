/** Prints JSON in the style of the formatter: each field on a line, short lists on one line. */

/** The line width of projects. */
export const printWidth = 120;

/** The content of a JSON file. Undefined fields are left out. */
export function printJson(value: unknown): string {
  return `${print(value, "", 0)}\n`;
}

/** The content of package.json in the style of npm, which the formatter keeps: each item of a list on a line. */
export function printPackageJson(manifest: object): string {
  return `${JSON.stringify(manifest, undefined, 2)}\n`;
}

/** @param used The width of the line before the value. */
function print(value: unknown, indent: string, used: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const line = `[${value.map((each) => JSON.stringify(each)).join(", ")}]`;
    const isShort =
      value.every((each) => each === null || typeof each !== "object") && used + line.length <= printWidth - 1;
    return isShort
      ? line
      : `[\n${value.map((each) => inner + print(each, inner, inner.length)).join(",\n")}\n${indent}]`;
  }
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  if (fields.length === 0) return "{}";
  const lines = fields.map(([key, each]) => {
    const head = `${inner}${JSON.stringify(key)}: `;
    return head + print(each, inner, head.length);
  });
  return `{\n${lines.join(",\n")}\n${indent}}`;
}
