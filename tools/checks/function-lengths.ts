// The length of every function, so that a function fits on a screen (style: a factory that closes over mutable variables is a
// class, or a pure state function with a loop). Callbacks of `describe` only group tests and are not measured.
import { parseAst } from "rolldown/parseAst";
import type { SourceFile } from "../source/workspace.ts";
import type { Figures } from "./ratchet.ts";

/** A function longer than this does not fit on a screen. */
export const functionLinesMax = 60;

/** The part of an ESTree node that is read here. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly id?: Node | null;
  readonly key?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly tag?: Node;
  readonly arguments?: readonly Node[];
  readonly name?: string;
  readonly value?: unknown;
}

const functionTypes = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);
const namedTypes = new Set(["VariableDeclarator", "MethodDefinition", "Property", "PropertyDefinition"]);

/** Functions above `functionLinesMax` by "path name", each with its lines. Of functions with one name in one file the longest counts. */
export function longFunctions(files: readonly SourceFile[]): Figures {
  const lengths = new Map<string, number>();
  for (const { path, text } of files) {
    const lines = lineCounter(text);
    if (lines(0, text.length) <= functionLinesMax) continue;
    visit(parseAst(text, { lang: "ts" }, path), "module", (name, node) => {
      const length = lines(node.start, node.end);
      const at = `${path} ${name}`;
      if (length > functionLinesMax) lengths.set(at, Math.max(length, lengths.get(at) ?? 0));
    });
  }
  return lengths;
}

/** Calls `found` for each function in `value`, with the name of its declaration, or of the declaration or call around it. */
function visit(value: unknown, around: string, found: (name: string, node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, around, found);
  else if (isNode(value)) {
    const name = nameOf(value) ?? around;
    if (functionTypes.has(value.type) && !name.startsWith("describe")) found(name, value);
    for (const child of Object.values(value)) visit(child, name, found);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** The name of a declaration; of a call its function and its title: `test "a client retries"`. */
function nameOf(node: Node): string | undefined {
  if (functionTypes.has(node.type)) return node.id?.name;
  if (namedTypes.has(node.type)) return (node.id ?? node.key)?.name;
  if (node.type !== "CallExpression") return undefined;
  const title = node.arguments?.[0]?.value;
  return typeof title === "string" ? `${calleeOf(node)} "${title}"` : calleeOf(node);
}

/** The name of the called function, also for `name.for(table)(…)` and `name`table`(…)`. */
function calleeOf(node: Node | undefined): string {
  return node === undefined ? "" : (node.name ?? calleeOf(node.callee ?? node.object ?? node.tag));
}

/** Counts the lines between two offsets of `text`. */
function lineCounter(text: string): (start: number, end: number) => number {
  return (start, end) => text.slice(start, end).split("\n").length;
}
