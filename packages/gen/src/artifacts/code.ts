/** Text from sources as code: only ever a literal. */

/** A value as code. JSON is a subset of the language; two line separators are escaped for readers that are older. */
export function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  // As a computed key the name is a property like any other; as a plain one it would set the prototype.
  return JSON.stringify(value)
    .replaceAll(/(?<!\\)"__proto__":/g, '["__proto__"]:')
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}
