// Every function on long values: the time of a call is proportional to the size of its arguments, so that no object stops the server.
//
// The time is that of this thread's processor, so other load of the machine does not count. A call that takes longer than `briefMs` is compared with calls on
// a tenth of the size. Linear functions take about 10 times as long, quadratic ones 100 times; a third of that fails.

import assert from "node:assert/strict";
import { test } from "vitest";
import type { FunctionDeclaration, Overload } from "../checking/declarations.ts";
import { callCost } from "../cost/runtime.ts";
import { jsonPatchLibrary, kubernetesEnvironment } from "../index.ts";
import { operationOf } from "../evaluation/operation.ts";
import { valueOfJson } from "../values/native.ts";
import type { CelType } from "../types/type.ts";
import { ArrayList } from "../values/containers.ts";
import { Double, Uint } from "../values/numbers.ts";
import { Duration, Timestamp } from "../values/time.ts";
import type { Value } from "../values/value.ts";

const environment = kubernetesEnvironment({ libraries: [jsonPatchLibrary] });
const sizes = [100, 1000, 10_000, 100_000];
const briefMs = 40;
const growthMax = 33;
/** The cost limit of one object. A call with a higher cost is not made. */
const costMax = 10_000_000;

test("A call takes time in proportion to its arguments", () => {
  const overloads = environment.functions
    .values()
    .flatMap((declaration) => declaration.overloads.map((overload) => ({ declaration, overload })))
    .toArray();
  assert.ok(overloads.length > 300, `${overloads.length}`);

  const slow = overloads.flatMap(({ declaration, overload }) => slowCalls(declaration, overload));

  assert.deepEqual(slow, []);
});

test("Quadratic growth is found, and linear growth and that of the cost is not", () => {
  assert.equal(
    growthOf((size) => ({ cost: 1, timeMs: size ** 2 / 1e5 })),
    100,
  );
  assert.equal(
    growthOf((size) => ({ cost: 1, timeMs: size / 100 })),
    undefined,
  );
  assert.equal(
    growthOf((size) => ({ cost: size ** 2, timeMs: size ** 2 / 1e5 })),
    undefined,
  );
});

/** The calls of an overload whose time grows faster than their arguments and their cost. */
function slowCalls(declaration: FunctionDeclaration, overload: Overload): readonly string[] {
  const { call } = operationOf(declaration, [overload], overload.args.length);
  const cost = callCost(declaration.name, overload.id);
  const costOf = (args: readonly Value[]): number => (typeof cost === "function" ? cost(args) : 1);
  return argumentsOf(overload.args).flatMap(({ name, at }) => {
    const growth = growthOf((size) => {
      const args = at(size);
      const units = costOf(args);
      return { cost: units, timeMs: units > costMax ? 0 : timeOf(() => call(...args)) };
    });
    return growth === undefined ? [] : [`${overload.id} of ${name}: ${growth.toFixed(0)} times`];
  });
}

interface Run {
  readonly cost: number;
  readonly timeMs: number;
}

/** By how much the time grows where the first run is not brief; undefined if that is no more than size or cost. */
function growthOf(run: (size: number) => Run): number | undefined {
  let growth: number | undefined;
  for (let attempt = 0; attempt < 3; attempt++) {
    const size = sizes.find((candidate) => run(candidate).timeMs > briefMs);
    if (size === undefined) return undefined;
    const smaller = Array.from({ length: 5 }, () => run(size / 10));
    const larger = run(size);
    // Some systems count in ticks of milliseconds, so a brief run can seem to take no time.
    const smallerMs = Math.max(smaller.reduce((sum, { timeMs }) => sum + timeMs, 0) / 5, briefMs / growthMax);
    growth = larger.timeMs / smallerMs;
    const costGrowth = larger.cost / Math.max(smaller[0]?.cost ?? 1, 1);
    if (growth <= growthMax * Math.max(1, costGrowth / 10)) return undefined;
  }
  return growth;
}

function timeOf(run: () => unknown): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** Arguments by their size. */
interface Sample {
  readonly name: string;
  readonly at: (size: number) => readonly Value[];
}

/** One sample for each value of the first argument; the others are long only where they are strings. */
function argumentsOf(types: readonly CelType[]): readonly Sample[] {
  const [first, ...rest] = types;
  if (first === undefined) return [];
  const others = rest.map((type) => valuesOf(type).slice(0, 3));
  const counts = Math.max(1, ...others.map((values) => values.length));
  const firsts =
    rest.length > 0 && first.kind === "string" ? strings.filter(({ name }) => paired.has(name)) : valuesOf(first);
  return firsts.flatMap((value) =>
    Array.from({ length: counts }, (_, index) => {
      const chosen = [value, ...others.map((values) => values[index % values.length] ?? noValue)];
      return {
        name: chosen.map(({ name }) => name).join(", "),
        at: (size: number) => chosen.map(({ of }) => of(size)),
      };
    }),
  );
}

interface SizedValue {
  readonly name: string;
  readonly of: (size: number) => Value;
}

const noValue: SizedValue = { name: "null", of: () => null };

const texts: readonly (readonly [name: string, of: (size: number) => string])[] = [
  ["letters", (size) => "a".repeat(size)],
  ["one letter", () => "a"],
  ["no letter", () => ""],
  ["inner spaces", (size) => `a${" ".repeat(size)}b`],
  ["digits", (size) => "1".repeat(size)],
  ["zeros", (size) => `${"0".repeat(size)}x`],
  ["a fraction", (size) => `1.${"1".repeat(size)}`],
  ["an exponent", (size) => `1e${"9".repeat(size)}`],
  ["a hexadecimal fraction", (size) => `0x1.${"f".repeat(size)}p1`],
  ["underscores", (size) => "1_".repeat(size / 2)],
  ["dots", (size) => "1.".repeat(size / 2)],
  ["hyphens", (size) => `1.2.3-${"a-".repeat(size / 2)}`],
  ["identifiers", (size) => `1.2.3-${"a.".repeat(size / 2)}a`],
  ["colons", (size) => "1:".repeat(size / 2)],
  ["an address", (size) => `1.2.3.4/${"0".repeat(size)}`],
  ["units", (size) => "1h".repeat(size / 2)],
  ["a time", (size) => `2024-01-01T00:00:00.${"0".repeat(size)}Z`],
  ["a query with one key", (size) => `http://x/?${"a=1&".repeat(size / 4)}`],
  [
    "a query with many keys",
    (size) => `http://x/?${Array.from({ length: size / 10 }, (_, at) => `a${at}=1`).join("&")}`,
  ],
  ["a host with ports", (size) => `http://x${":1".repeat(size / 2)}`],
  ["a path with escapes", (size) => `http://x/${"%20\u00e9 ".repeat(size / 5)}`],
  ["clauses", (size) => "%s%d".repeat(size / 4)],
  ["emojis", (size) => "\u{1f600}".repeat(size / 2)],
  ["slashes", (size) => "/~".repeat(size / 2)],
  ["selectors", (size) => "a=b,".repeat(size / 4)],
];

/** A value that is made once for each size. */
function sized(name: string, of: (size: number) => Value): SizedValue {
  const made = new Map<number, Value>();
  return {
    name,
    of: (size) => {
      const value = made.get(size) ?? of(size);
      made.set(size, value);
      return value;
    },
  };
}

const strings: readonly SizedValue[] = texts.map(([name, of]) => sized(name, of));
const bytes: readonly SizedValue[] = texts
  .slice(0, 3)
  .map(([name, of]) => sized(name, (size) => new TextEncoder().encode(of(size))));
const map = sized("a map", (size) =>
  valueOfJson(Object.fromEntries(Array.from({ length: size / 10 }, (_, at) => [`k${at}`, at]))),
);

/** The strings that are combined with other arguments. */
const paired: ReadonlySet<string> = new Set(["letters", "inner spaces", "digits", "dots", "clauses", "emojis"]);

/** Values of a type. */
function valuesOf(type: CelType): readonly SizedValue[] {
  const fixed = (name: string, value: Value): SizedValue => ({ name, of: () => value });
  switch (type.kind) {
    case "string":
      return strings;
    case "bytes":
      return bytes;
    case "int":
      return [{ name: "the size", of: (size) => size - 1 }, fixed("1", 1), fixed("0", 0)];
    case "uint":
      return [fixed("1", new Uint(1n))];
    case "double":
      return [fixed("1.5", new Double(1.5))];
    case "bool":
      return [fixed("true", true)];
    case "duration":
      return [fixed("a second", new Duration(1_000_000_000n))];
    case "timestamp":
      return [fixed("1970", new Timestamp(0n))];
    case "list":
      return listsOf(type);
    case "map":
      return [map];
    case "struct":
      return opaqueValuesOf(type.name);
    default:
      return [...strings.slice(0, 2), fixed("1", 1)];
  }
}

/** Lists have a tenth of the size. */
function listsOf(type: CelType): readonly SizedValue[] {
  const [item] = type.parameters;
  const samples = item === undefined ? [] : valuesOf(item);
  const same = samples
    .slice(0, 1)
    .map(({ name, of }) =>
      sized(`a list of ${name}`, (size) => new ArrayList(Array.from({ length: size / 10 }, () => of(10)))),
    );
  const numbers = sized("a list of numbers", (size) => new ArrayList(Array.from({ length: size / 10 }, (_, at) => at)));
  return item?.kind === "int" || item?.kind === "dyn" || item?.kind === "typeParam" ? [...same, numbers] : same;
}

/** Values of the types of Kubernetes, made by the functions that convert strings. */
function opaqueValuesOf(name: string): readonly SizedValue[] {
  const make = { "kubernetes.URL": "url", "kubernetes.Quantity": "quantity", "kubernetes.Semver": "semver" }[name];
  const declaration = make === undefined ? undefined : environment.functions.get(make);
  const call = declaration?.overloads[0]?.call;
  if (call === undefined) return [];
  return strings.map(({ name: text, of }) => sized(text, (size) => call(of(size), false)));
}
