// The cost of a call at run time, from the table of a kube-apiserver. Most calls cost one. Calls that traverse strings and lists cost in proportion to their
// size.

import { EvaluationPanic } from "../values/panic.ts";
import { goTypeOfValue, sizeOf, typeOfValue } from "../values/describe.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue, OpaqueValue } from "../values/value.ts";

/** The cost of a call: fixed, by its arguments, or by its result, too. */
export type CallCost = number | ArgumentCost | ResultCost;

/** Known before the call, so that a call above the budget is not evaluated. */
export type ArgumentCost = (args: readonly Value[]) => number;

/** Known after the call. */
export interface ResultCost {
  readonly ofResult: (args: readonly Value[], result: Value) => number;
}

/** The cost of one character of a string that is traversed. */
export const stringTraversalFactor = 0.1;
/** The cost of one character of a pattern. */
export const patternLengthFactor = 0.25;
/** The cost of a check of an authorizer. */
export const authorizerCheckCost = 350_000;

/** The cost of a call of the function `name` that is resolved to the overload `id`. */
export function callCost(name: string, id: string): CallCost {
  return byFunction.get(name) ?? byOverload.get(id) ?? sortCost(id) ?? 1;
}

function size(args: readonly Value[], index: number): number {
  const value = args[index];
  return value === undefined ? 1 : sizeOf(value);
}

function traverse(...indexes: readonly number[]): ArgumentCost {
  return (args) => {
    let sum = 0;
    for (const index of indexes) sum += size(args, index);
    return Math.ceil(sum * stringTraversalFactor);
  };
}

const traverseFirst: CallCost = traverse(0);
const traverseTwice: CallCost = traverse(0, 0);
const traverseAll: ArgumentCost = ([list]) => (list === undefined ? 0 : traversalCost(list));
const match: ArgumentCost = (args) =>
  Math.ceil((1 + size(args, 0)) * stringTraversalFactor) * Math.ceil(size(args, 1) * patternLengthFactor);
const compareSmaller: ArgumentCost = (args) =>
  Math.ceil(Math.min(size(args, 0), size(args, 1)) * stringTraversalFactor);

const selector: ArgumentCost = (args) => {
  const length = size(args, 1);
  return 10 + Math.ceil(length * stringTraversalFactor) + Math.ceil(Math.ceil(length * 0.5) * 50);
};

function contains(stringOverload: string): (id: string) => ArgumentCost {
  return (id) => (args) => {
    const cost = Math.ceil(2 * size(args, 0) * stringTraversalFactor);
    return cost + (id === stringOverload ? Math.ceil(size(args, 1) * stringTraversalFactor) : 0);
  };
}

const containsIp = contains("cidr_contains_ip_string");
const containsCidr = contains("cidr_contains_cidr_string");

function named(cost: CallCost, ...names: readonly string[]): readonly (readonly [string, CallCost])[] {
  return names.map((name) => [name, cost] as const);
}

const byFunction: ReadonlyMap<string, CallCost> = new Map([
  ...named(authorizerCheckCost, "check"),
  ...named(selector, "fieldSelector", "labelSelector"),
  ...named(traverseAll, "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"),
  ...named(traverseFirst, "url", "lowerAscii", "upperAscii", "substring", "trim", "jsonpatch.escapeKey"),
  ...named(traverseFirst, "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"),
  ...named(traverseTwice, "replace", "split", "ip.isCanonical"),
  ...named((args: readonly Value[]) => Math.ceil(joinedSize(args) * 2 * stringTraversalFactor), "join"),
  ...named(match, "find", "findAll"),
  ...named((args: readonly Value[]) => validationCost(args), "validate"),
]);

const listBaseCost = 11;

const orders = ["less", "less_equals", "greater", "greater_equals"];

const byOverload: ReadonlyMap<string, CallCost> = new Map([
  // `ip(text)` traverses the text; the address of a network is only read.
  ...named(traverseFirst, "string_to_ip"),
  ...named(containsIp("cidr_contains_ip_string"), "cidr_contains_ip_string"),
  ...named(containsIp(""), "cidr_contains_ip_ip"),
  ...["cidr_contains_cidr_string", "cidr_contains_cidr"].flatMap((id) => named(containsCidrCost(id), id)),
  ...named(traverseFirst, "starts_with_string", "ends_with_string", "string_to_bytes", "bytes_to_string"),
  ...named(traverseFirst, "strings_quote", "string_format"),
  ...named((args: readonly Value[]) => size(args, 1), "in_list"),
  ...named(compareSmaller, ...orders.flatMap((order) => [`${order}_string`, `${order}_bytes`]), "not_equals"),
  ...named(equalityCost, "equals"),
  ...named(traverse(0, 1), "add_string", "add_bytes"),
  ...named(match, "matches_string"),
  ...named(
    (args: readonly Value[]) =>
      Math.ceil(size(args, 0) * stringTraversalFactor) * Math.ceil(size(args, 1) * stringTraversalFactor),
    "contains_string",
  ),
  ...named({ ofResult: (_args, result) => sizeOf(result) + listBaseCost }, "list_slice", "list_reverse"),
  ...named(([count]: readonly Value[]) => rangeSize(count) + listBaseCost, "lists_range"),
  ...named(
    (args: readonly Value[]) => unsigned(Math.trunc(size(args, 0) * depthOf(args)) + 11),
    "list_flatten",
    "list_flatten_int",
  ),
  ...named((args: readonly Value[]) => selfCompareCost(args[0]), "list_distinct"),
  ...named(
    (args: readonly Value[]) => 1 + size(args, 0) * size(args, 1),
    "list_sets_contains_list",
    "list_sets_intersects_list",
  ),
  ...named((args: readonly Value[]) => 1 + 2 * size(args, 0) * size(args, 1), "list_sets_equivalent_list"),
]);

function containsCidrCost(id: string): ArgumentCost {
  const base = containsCidr(id);
  return (args) => base(args) + Math.ceil(size(args, 0) * stringTraversalFactor) + 1;
}

/** The size of the result of `join`; 1 if that is an error. */
function joinedSize([list, separator = ""]: readonly Value[]): number {
  if (!(list instanceof ListValue) || typeof separator !== "string") return 1;
  let size = Math.max(list.size - 1, 0) * sizeOf(separator);
  for (let index = 0; index < list.size; index++) {
    const item = list.at(index);
    if (typeof item !== "string") return 1;
    size += sizeOf(item);
  }
  return size;
}

/** The cost of `sort` and `sortBy`, whose overloads have the type of the items in their names. */
function sortCost(id: string): CallCost | undefined {
  if (/^list_[\w.]+_sort$/.test(id)) return (args) => selfCompareCost(args[0]);
  return id.endsWith("_sortByAssociatedKeys") ? (args) => selfCompareCost(args[1]) : undefined;
}

function equalityCost(args: readonly Value[]): number {
  return args[0] instanceof OpaqueValue && args[0].isComparedOnce
    ? 1
    : Math.ceil(Math.min(size(args, 0), size(args, 1)) * stringTraversalFactor);
}

/** The size of `lists.range(count)`. */
function rangeSize(count: Value | undefined): number {
  return typeof count === "number" || typeof count === "bigint" ? Math.max(Number(count), 0) : 1;
}

/** A cost below zero is a very high one, because the reference counts without a sign. */
function unsigned(cost: number): number {
  return cost < 0 ? 2 ** 64 + cost : cost;
}

function depthOf([, depth]: readonly Value[]): number {
  if (depth === undefined) return 1;
  if (typeof depth === "number" || typeof depth === "bigint") return Number(depth);
  const type = depth instanceof CelError ? "*types.Err" : goTypeOfValue(depth);
  throw new EvaluationPanic(`internal error: interface conversion: ref.Val is ${type}, not types.Int`);
}

function selfCompareCost(list: Value | undefined): number {
  if (list === undefined) return 11;
  if (!(list instanceof ListValue)) {
    const type = list instanceof CelError ? "*types.Err" : goTypeOfValue(list);
    const reason = `interface conversion: ${type} is not traits.Lister: missing method ${hasPlus(list) ? "Contains" : "Add"}`;
    throw new EvaluationPanic(`internal error: ${reason}`);
  }
  if (list.size === 0) return 11;
  const first = list.at(0);
  const factor = typeof first === "string" || first instanceof Uint8Array ? 2 + stringTraversalFactor : 2;
  return Math.trunc(list.size * list.size * factor) + 11;
}

/** Whether a value has `+`, the first method of lists that the reference requires. */
function hasPlus(value: Value): boolean {
  return ["bytes", "double", "duration", "int", "string", "timestamp", "uint"].includes(typeOfValue(value).kind);
}

function traversalCost(value: Value): number {
  if (typeof value === "string") return Math.trunc(Buffer.byteLength(value) * stringTraversalFactor);
  if (value instanceof Uint8Array) return Math.trunc(value.length * stringTraversalFactor);
  if (value instanceof ListValue) return value.items().reduce<number>((sum, item) => sum + traversalCost(item), 0);
  if (!(value instanceof MapValue)) return 1;
  const keys = value.keys();
  // Fields without a schema count as absent keys with absent values.
  return keys.reduce<number>(
    (sum, key) => sum + traversalCost(key) + traversalCost(value.find(key) ?? null),
    2 * (value.size - keys.length),
  );
}

function validationCost([format, text]: readonly Value[]): number {
  if (!(format instanceof OpaqueValue) || format.patternSize === undefined || text === undefined) return 1;
  const cost = Math.ceil((1 + sizeOf(text)) * stringTraversalFactor);
  return cost * Math.ceil(format.patternSize * patternLengthFactor);
}
