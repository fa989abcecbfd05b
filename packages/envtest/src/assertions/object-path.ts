/** Paths into objects: `metadata.labels`, `status.conditions[0].reason`, `metadata.annotations["example.dev/size"]`. */

/**
 * Splits a path into its steps.
 *
 * @throws {TypeError} if the text is not a path.
 */
export function parseObjectPath(text: string): readonly string[] {
  const steps: string[] = [];
  let rest = text;
  while (rest !== "") {
    const { key, index, quoted } = step.exec(rest)?.groups ?? {};
    const found = key ?? index ?? (quoted === undefined ? undefined : (JSON.parse(quoted) as string));
    const match = step.exec(rest);
    if (!match || found === undefined || (key !== undefined && steps.length > 0 && !rest.startsWith("."))) {
      throw new TypeError(
        `Cannot read path ${JSON.stringify(text)}: found ${JSON.stringify(rest)}, must be steps such as metadata.labels, [0] or ["a.b/c"]`,
      );
    }
    steps.push(found);
    rest = rest.slice(match[0].length);
  }
  return steps;
}

const step = /^(?:\.?(?<key>[\w-]+)|\[(?<index>\d+)\]|\[(?<quoted>"(?:[^"\\]|\\.)*")\])/u;

/** The path of steps as text; `isIndex` steps are in brackets. */
export function formatObjectPath(steps: readonly (string | number)[]): string {
  return steps
    .map((each, index) => {
      if (typeof each === "number") return `[${each}]`;
      if (!/^[\w-]+$/u.test(each)) return `[${JSON.stringify(each)}]`;
      return index === 0 ? each : `.${each}`;
    })
    .join("");
}
