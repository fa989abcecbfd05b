/**
 * Renders the part of Helm's language that charts use: `if` with `and`, `else`, `with`, `define`, `include`, values, and the functions
 * `toYaml`, `nindent`, `quote`, `default`, `trunc`, `trimSuffix`. Other syntax is an error.
 */
import { parse, stringify } from "yaml";

import type { ChartFile } from "../chart-files.ts";

export interface Release {
  readonly name: string;
  readonly namespace: string;
  /** By the path of the value: `metrics.enable`. */
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The rendered templates that are not empty, by their paths below `templates/`. */
export function renderChart(
  files: readonly ChartFile[],
  { name, namespace, values = {} }: Release,
): ReadonlyMap<string, string> {
  const textOf = (end: string): string => files.find(({ path }) => path.endsWith(end))?.content ?? "";
  const all = parse(textOf("/values.yaml")) as Record<string, unknown>;
  for (const [path, value] of Object.entries(values)) setAt(all, path.split("."), value);
  const root = { Values: all, Release: { Name: name, Namespace: namespace, Service: "Helm" } };
  const defined = new Map<string, readonly string[]>();
  run(tokensOf(textOf("/_helpers.tpl")), root, { root, defined });
  const templates = files.filter(({ path }) => /\/templates\/.*\.yaml$/.test(path));
  return new Map(
    templates
      .map(({ path, content }) => [path.replace(/^.*\/templates\//, ""), run(tokensOf(content), root, { root, defined })] as const)
      .filter(([, text]) => text.trim() !== ""),
  );
}

interface Scope {
  readonly root: unknown;
  readonly defined: Map<string, readonly string[]>;
}

/** Text and actions, alternating. A dash removes the white space beside it. */
function tokensOf(source: string): readonly string[] {
  return source
    .replaceAll(/\{\{-?\s*\/\*[^]*?\*\/\s*-?\}\}/g, "")
    .replaceAll(/\s*\{\{- /g, "{{ ")
    .replaceAll(/ -\}\}\s*/g, " }}")
    .split(/\{\{(.*?)\}\}/);
}

function run(tokens: readonly string[], dot: unknown, scope: Scope): string {
  let out = "";
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (at % 2 === 0) {
      out += token;
      continue;
    }
    const [, word = "", rest = ""] = /^\s*(\S+)\s*(.*?)\s*$/.exec(token) ?? [];
    if (!["if", "with", "define"].includes(word)) {
      out += String(evaluate(token.trim(), dot, scope));
      continue;
    }
    const { middle, end } = blockAt(tokens, at);
    const then = tokens.slice(at + 1, middle ?? end);
    if (word === "define") scope.defined.set(rest.slice(1, -1), then);
    else {
      const value = evaluate(rest, dot, scope);
      const inner = word === "with" ? value : dot;
      if (isTrue(value)) out += run(then, inner, scope);
      else if (middle !== undefined) out += run(tokens.slice(middle + 1, end), dot, scope);
    }
    at = end;
  }
  return out;
}

function blockAt(tokens: readonly string[], start: number): { readonly middle: number | undefined; readonly end: number } {
  let depth = 0;
  let middle: number | undefined;
  for (let at = start; at < tokens.length; at += 2) {
    const word = tokens[at]?.trim().split(/\s/)[0] ?? "";
    if (["if", "with", "define"].includes(word)) depth += 1;
    if (word === "else" && depth === 1) middle = at;
    if (word === "end") depth -= 1;
    if (depth === 0) return { middle, end: at };
  }
  throw new Error(`{{${tokens[start]}}} has no end`);
}

function evaluate(source: string, dot: unknown, scope: Scope): unknown {
  const [first = "", ...pipes] = source.split(" | ");
  return pipes.reduce((value, pipe) => call(pipe, dot, scope, [value]), call(first, dot, scope, []));
}

function call(source: string, dot: unknown, scope: Scope, piped: readonly unknown[]): unknown {
  const [name = "", ...words] = source.match(/"[^"]*"|\S+/g) ?? [];
  const values = [...words.map((word) => operand(word, dot)), ...piped];
  const [first, second] = values;
  switch (name) {
    case "and":
      return values.every(isTrue);
    case "include":
      return run(scope.defined.get(String(first)) ?? missing(String(first)), second, scope);
    case "toYaml":
      return stringify(first, { lineWidth: 0 }).trimEnd();
    case "nindent":
      return `\n${String(second).replaceAll(/^/gm, " ".repeat(Number(first)))}`;
    case "quote":
      return JSON.stringify(String(first));
    case "default":
      return isTrue(second) ? second : first;
    case "trunc":
      return String(second).slice(0, Number(first));
    case "trimSuffix":
      return String(second).endsWith(String(first)) ? String(second).slice(0, -String(first).length) : second;
    default:
      return operand(name, dot);
  }
}

function operand(word: string, dot: unknown): unknown {
  if (/^"|^\d/.test(word)) return JSON.parse(word);
  if (word === ".") return dot;
  if (!/^(?:\.\w+)+$/.test(word)) throw new Error(`"${word}" is not supported by this renderer`);
  return word
    .slice(1)
    .split(".")
    .reduce((at, key) => (at as Record<string, unknown>)[key] ?? missing(word), dot);
}

function missing(word: string): never {
  throw new Error(`"${word}" is missing`);
}

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value);
}

function setAt(values: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) values[key] = value;
  else setAt(values[key] as Record<string, unknown>, rest, value);
}
