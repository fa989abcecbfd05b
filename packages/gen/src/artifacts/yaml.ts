/**
 * Prints manifests in exactly the layout of controller-gen: keys sorted, lists at the indent of their key, texts of several
 * lines as literal blocks, long ones folded after 80 columns. The layout is part of the interface: whoever moves here from
 * Go sees no line of a manifest change that does not mean something else. What quoting a text needs is in `yaml-scalar.ts`.
 */
import { compareKeys } from "./yaml-key-order.ts";
import { printScalar } from "./yaml-scalar.ts";

/** Several documents in one file, each after a line `---`. */
export function printYamlDocuments(documents: readonly object[]): string {
  return documents.map((document) => `---\n${printYaml(document)}`).join("");
}

/**
 * One value as a YAML document, ending in a line feed. Keys with the value `undefined` are left out.
 *
 * @throws TypeError for what JSON cannot say: a function, a symbol, a number that is not finite.
 */
export function printYaml(value: unknown): string {
  const text = printNode(value, 0, 0);
  return `${text.startsWith("\n") ? text.slice(1) : text.trimStart()}\n`;
}

/**
 * A value as it stands after its key or dash: a line feed and its lines, or a blank and its text. `indent` is that of the
 * lines; `column` is where the text begins.
 */
function printNode(value: unknown, indent: number, column: number): string {
  if (Array.isArray(value)) return value.length === 0 ? " []" : printList(value, indent);
  if (typeof value !== "object" || value === null) return ` ${printScalar(value, indent, column + 1)}`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return entries.length === 0 ? " {}" : printMap(entries, indent);
}

function printMap(entries: readonly (readonly [string, unknown])[], indent: number): string {
  const space = " ".repeat(indent);
  return entries
    .toSorted(([a], [b]) => compareKeys(a, b))
    .map(([key, value]) => {
      const head = `${space}${printScalar(key, indent, -Infinity)}:`;
      // A list stands at the indent of its key; everything else below a key stands deeper.
      const inner = Array.isArray(value) ? indent : indent + 2;
      return `\n${head}${printNode(value, inner, head.length)}`;
    })
    .join("");
}

function printList(items: readonly unknown[], indent: number): string {
  const space = " ".repeat(indent);
  return items
    .map((item) => {
      const text = printNode(item, indent + 2, indent + 1);
      // The first line of what an item holds stands beside its dash.
      return `\n${space}-${text.startsWith("\n") ? ` ${text.slice(1).trimStart()}` : text}`;
    })
    .join("");
}
