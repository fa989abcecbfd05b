// The estimates of calls: the table of a kube-apiserver, by function and overload.

import { isSameType } from "../types/type.ts";
import type { Range } from "./range.ts";
import { add, between, exactly, factor, multiply, unbounded } from "./range.ts";
import { listEstimate } from "./estimate-lists.ts";
import { authorizerCheckCost, patternLengthFactor, stringTraversalFactor } from "./runtime.ts";
import type { CallEstimate, EstimatedCall, SizedNode } from "./sized-call.ts";
import { sizeOfNode } from "./sized-call.ts";

type Estimate = (call: EstimatedCall) => CallEstimate | undefined;

/** Estimates a call. The default cost is one. */
export function estimateCall(call: EstimatedCall): CallEstimate {
  const estimate = listEstimate(call) ??
    byFunction.get(call.name)?.(call) ??
    byOverload.get(call.id)?.(call) ?? { cost: one };
  return estimate;
}

const one = exactly(1);
const addressSize = between(4, 16);
/** The assumed length of the longest pattern of a named format. */
const formatPatternMax = 128;

function ownSize(node: SizedNode | undefined): Range {
  return node?.size ?? unbounded;
}

function traverse(size: Range, times = 1): Range {
  return factor(size, times * stringTraversalFactor);
}

/** Traverses the first argument. */
function traverseArgument(times: number, hasSize = false): Estimate {
  return (call) => {
    const size = sizeOfNode(call, call.args[0]);
    return { cost: traverse(size, times), ...(hasSize ? { size } : {}) };
  };
}

const traverseTarget: Estimate = (call) => {
  if (call.target === undefined) return undefined;
  const size = sizeOfNode(call, call.target);
  return { cost: traverse(size), size };
};

/** The items of a list, or undefined for a string. */
function itemNode({ path, type }: SizedNode): SizedNode | undefined {
  const [item] = type.parameters;
  if (item === undefined) return undefined;
  return { path: path.length === 0 ? path : path.append("@items"), type: item, size: undefined, expression: undefined };
}

const compareItems: Estimate = (call) => {
  const { target } = call;
  if (target === undefined) return undefined;
  const item = itemNode(target);
  const size = sizeOfNode(call, target);
  if (item === undefined) return { cost: traverse(size) };
  const isText = item.type.kind === "string" || item.type.kind === "bytes";
  return { cost: multiply(size, isText ? add(one, traverse(sizeOfNode(call, item))) : one) };
};

const selector: Estimate = (call) => {
  if (call.args.length !== 1) return undefined;
  const length = sizeOfNode(call, call.args[0]);
  return { cost: add(add(exactly(10), traverse(length)), factor(factor(length, 0.5), 50)) };
};

const split: Estimate = (call) => {
  if (call.target === undefined) return undefined;
  const size = sizeOfNode(call, call.target);
  const limit = call.args[1]?.expression;
  const value = limit?.kind === "literal" ? limit.value : undefined;
  const known = typeof value === "number" || typeof value === "bigint" ? value : undefined;
  const max = known === undefined ? size.max : BigInt.asUintN(64, BigInt(known));
  return { cost: traverse(size, 2), size: { min: 0n, max } };
};

const join: Estimate = (call) => {
  const { args, target } = call;
  if (target === undefined) return undefined;
  const count = sizeOfNode(call, target);
  const item = itemNode(target);
  let size = item === undefined ? exactly(0) : multiply(count, sizeOfNode(call, item));
  if (args.length > 0) {
    const gaps = { min: count.min > 0n ? count.min - 1n : 0n, max: count.max > 0n ? count.max - 1n : 0n };
    size = add(size, multiply(sizeOfNode(call, args[0]), gaps));
  }
  return { cost: traverse(size), size };
};

const replace: Estimate = (call) => {
  if (call.target === undefined || call.args.length < 2) return undefined;
  const text = sizeOfNode(call, call.target);
  const old = sizeOfNode(call, call.args[0]);
  const by = sizeOfNode(call, call.args[1]);
  const longest = replaced(text.max, old.min, by.max <= old.min);
  const shortest = replaced(text.min, old.max, old.max <= by.min);
  const counts = { min: shortest.count, max: longest.count };
  const size = add(multiply(counts, by), { min: shortest.kept, max: longest.kept });
  return { cost: traverse(text, 2), size };
};

// The number of replacements in a string of `length`, and the length that remains, for the shortest and the longest pattern.
function replaced(
  length: bigint,
  old: bigint,
  isUnchanged: boolean,
): { readonly count: bigint; readonly kept: bigint } {
  if (old === 0n) return { count: length < unbounded.max ? length + 1n : length, kept: length };
  if (isUnchanged) return { count: 0n, kept: length };
  return { count: times(length, old), kept: 0n };
}

// Computed in floating point, as everything that the reference divides.
function times(length: bigint, old: bigint): bigint {
  const count = BigInt(Math.ceil(Number(length) / Number(old)));
  return count > unbounded.max ? unbounded.max : count;
}

const find: Estimate = (call) => {
  if (call.target === undefined) return undefined;
  const size = sizeOfNode(call, call.target);
  const pattern = factor(sizeOfNode(call, call.args[0]), patternLengthFactor);
  return { cost: multiply(traverse(add(size, one)), pattern), size: { min: 0n, max: size.max } };
};

const containsIp: Estimate = (call) => {
  const cost = traverse(add(addressSize, addressSize));
  const isText = call.id === "cidr_contains_ip_string";
  return { cost: isText ? add(cost, traverse(sizeOfNode(call, call.args[0]))) : cost };
};

const containsCidr: Estimate = (call) => {
  const cost = add(add(traverse(add(addressSize, addressSize)), traverse(addressSize)), one);
  const isText = call.id === "cidr_contains_cidr_string";
  return { cost: isText ? add(cost, traverse(sizeOfNode(call, call.args[0]))) : cost };
};

const validate: Estimate = (call) => {
  const cost = traverse(sizeOfNode(call, call.args[0]));
  return { cost: factor(cost, formatPatternMax * patternLengthFactor) };
};

const compareOpaque: ReadonlyMap<string, (left: SizedNode, right: SizedNode) => Range> = new Map([
  ...["net.IP", "net.CIDR", "kubernetes.Quantity", "kubernetes.Semver"].map((name) => [name, () => one] as const),
  ...["Authorizer", "PathCheck", "GroupCheck", "ResourceCheck", "Decision"].map(
    (name) => [`kubernetes.authorization.${name}`, () => one] as const,
  ),
  ["kubernetes.NamedFormat", () => factor(between(1, 64), stringTraversalFactor)] as const,
  [
    "kubernetes.URL",
    (_left: SizedNode, right: SizedNode) => factor({ min: 1n, max: (right.size ?? one).max }, stringTraversalFactor),
  ] as const,
]);

const equality: Estimate = ({ args: [left, right] }) => {
  if (left === undefined || right === undefined || !isSameType(left.type, right.type)) return undefined;
  const compare = compareOpaque.get(left.type.name);
  return compare === undefined ? undefined : { cost: compare(left, right) };
};

const nominal: Estimate = () => ({ cost: one });

function named(estimate: Estimate, ...names: readonly string[]): readonly (readonly [string, Estimate])[] {
  return names.map((name) => [name, estimate] as const);
}

const byFunction: ReadonlyMap<string, Estimate> = new Map([
  ...named(() => ({ cost: exactly(authorizerCheckCost) }), "check"),
  ...named(nominal, "serviceAccount", "path", "group", "resource", "subresource", "namespace", "name", "allowed"),
  ...named(nominal, "reason", "error", "errored"),
  ...named(selector, "fieldSelector", "labelSelector"),
  ...named(compareItems, "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf"),
  ...named(traverseArgument(1, true), "url", "jsonpatch.escapeKey"),
  ...named(traverseTarget, "lowerAscii", "upperAscii", "substring", "trim"),
  ...named(replace, "replace"),
  ...named(split, "split"),
  ...named(join, "join"),
  ...named(find, "find", "findAll"),
  ...named(traverseArgument(1), "cidr", "isIP", "isCIDR", "quantity", "isQuantity", "semver", "isSemver"),
  ...named((call) => (call.id === "cidr_ip" ? { cost: one } : traverseArgument(1)(call)), "ip"),
  ...named(traverseArgument(2), "ip.isCanonical"),
  ...named(nominal, "masked", "prefixLength", "family", "isUnspecified", "isLoopback", "isLinkLocalMulticast"),
  ...named(nominal, "isLinkLocalUnicast", "isGlobalUnicast"),
  ...named(containsIp, "containsIP"),
  ...named(containsCidr, "containsCIDR"),
  ...named(validate, "validate"),
  ...named(equality, "_==_"),
]);

const compareSmaller: Estimate = ({ args: [left, right] }) => {
  const [first, second] = [ownSize(left).max, ownSize(right).max];
  const max = first < second ? first : second;
  return { cost: traverse({ min: max > 0n ? 1n : 0n, max }) };
};

const stringToBytes: Estimate = ({ args: [text] }) => {
  const size = ownSize(text);
  return { cost: traverse(size), size: { min: size.min, max: BigInt.asUintN(64, size.max * 4n) } };
};

const bytesToString: Estimate = ({ args: [bytes] }) => {
  const size = ownSize(bytes);
  return { cost: traverse(size), size: { min: size.min / 4n, max: size.max } };
};

const quote: Estimate = ({ args: [text] }) => {
  const size = ownSize(text);
  const max = BigInt.asUintN(64, size.max * 2n + 2n);
  return { cost: traverse(size), size: { min: BigInt.asUintN(64, size.min + 2n), max } };
};

const match: Estimate = ({ args, target }) => {
  if (target === undefined) return undefined;
  return { cost: multiply(traverse(add(ownSize(target), one)), factor(ownSize(args[0]), patternLengthFactor)) };
};

const contains: Estimate = ({ args, target }) => ({
  cost: multiply(traverse(ownSize(target)), traverse(ownSize(args[0]))),
});

const orders = ["less", "less_equals", "greater", "greater_equals"];

const byOverload: ReadonlyMap<string, Estimate> = new Map([
  ...named(({ target }) => ({ cost: traverse(ownSize(target)) }), "string_format"),
  ...named(stringToBytes, "string_to_bytes"),
  ...named(bytesToString, "bytes_to_string"),
  ...named(quote, "strings_quote"),
  ...named(({ args: [part] }) => ({ cost: traverse(ownSize(part)) }), "starts_with_string", "ends_with_string"),
  ...named(({ args: [, list] }) => ({ cost: factor(ownSize(list), 1) }), "in_list"),
  ...named(match, "matches_string"),
  ...named(contains, "contains_string"),
  ...named(compareSmaller, ...orders.flatMap((order) => [`${order}_string`, `${order}_bytes`])),
  ...named(compareSmaller, "equals", "not_equals"),
]);
