/**
 * The JSONPath of printer columns: `.spec.color`, `.status.conditions[?(@.type=="Ready")].status`, `.items[0].name`,
 * `.metadata.labels['a\.b']`, `.list[*].name`. A column shows the first of several results.
 * https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
import { getOwn, isDeepEqual } from "@kubewright/apimachinery";

type Step =
  | { readonly type: "name"; readonly name: string }
  | { readonly type: "index"; readonly index: number }
  | { readonly type: "all" }
  | { readonly type: "filter"; readonly path: readonly Step[]; readonly operator: string; readonly value: unknown };

/** Returns the values at the path. */
export type JsonPath = (value: unknown) => readonly unknown[];

/** Compiles a path; `undefined` for unsupported syntax. */
export function compileJsonPath(path: string): JsonPath | undefined {
  const steps = parse(path);
  return steps === undefined ? undefined : (value) => follow([value], steps);
}

const filterPattern =
  /^\[\?\(\s*@((?:\.[\w-]+|\['[^']+'\])+)\s*(==|!=|<=|>=|<|>)\s*("[^"]*"|'[^']*'|-?\d+(?:\.\d+)?|true|false)\s*\)\]/;

function parse(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  let rest = path;
  while (rest !== "") {
    const found = parseStep(rest);
    if (found === undefined) return undefined;
    if (found.step !== undefined) steps.push(found.step);
    rest = rest.slice(found.length);
  }
  return steps;
}

function parseStep(text: string): { readonly step?: Step; readonly length: number } | undefined {
  if (text === ".") return { length: 1 };
  const name = /^\.((?:\\.|[^.[\]\\])+)/.exec(text);
  if (name !== null) {
    const plain = (name[1] ?? "").replaceAll(/\\(.)/g, "$1");
    return { step: plain === "*" ? { type: "all" } : { type: "name", name: plain }, length: name[0].length };
  }
  const all = /^\.?\[\*\]/.exec(text);
  if (all !== null) return { step: { type: "all" }, length: all[0].length };
  const index = /^\.?\[(-?\d+)\]/.exec(text);
  if (index !== null) return { step: { type: "index", index: Number(index[1]) }, length: index[0].length };
  const quoted = /^\.?\['((?:\\.|[^'\\])+)'\]/.exec(text);
  if (quoted !== null) {
    const plain = (quoted[1] ?? "").replaceAll(/\\(.)/g, "$1");
    return { step: { type: "name", name: plain }, length: quoted[0].length };
  }
  return parseFilter(text);
}

function parseFilter(text: string): { readonly step: Step; readonly length: number } | undefined {
  const filter = filterPattern.exec(text);
  if (filter === null) return undefined;
  const path = parse(filter[1] ?? "");
  if (path === undefined) return undefined;
  const literal = filter[3] ?? "";
  const value: unknown = literal.startsWith("'") ? literal.slice(1, -1) : JSON.parse(literal);
  return { step: { type: "filter", path, operator: filter[2] ?? "", value }, length: filter[0].length };
}

function follow(values: readonly unknown[], steps: readonly Step[]): readonly unknown[] {
  let current = values;
  for (const step of steps) current = current.flatMap((value) => take(value, step));
  return current;
}

function take(value: unknown, step: Step): readonly unknown[] {
  switch (step.type) {
    case "name":
      return isRecord(value) && Object.hasOwn(value, step.name) ? [getOwn(value, step.name)] : [];
    case "index": {
      const item: unknown = Array.isArray(value) ? value.at(step.index) : undefined;
      return item === undefined ? [] : [item];
    }
    case "all":
      if (Array.isArray(value)) return value;
      return isRecord(value) ? Object.values(value) : [];
    case "filter":
      return Array.isArray(value) ? value.filter((item) => holds(item, step)) : [];
  }
}

function holds(item: unknown, { path, operator, value }: Step & { readonly type: "filter" }): boolean {
  const [found] = follow([item], path);
  switch (operator) {
    case "==":
      return isDeepEqual(found, value);
    case "!=":
      return found !== undefined && !isDeepEqual(found, value);
    default:
      return isOrdered(found, operator, value);
  }
}

function isOrdered(left: unknown, operator: string, right: unknown): boolean {
  const comparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string");
  if (!comparable) return false;
  const order = left < right ? -1 : left > right ? 1 : 0;
  switch (operator) {
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case ">":
      return order > 0;
    default:
      return order >= 0;
  }
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
