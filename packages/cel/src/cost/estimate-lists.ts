// The estimates of the extended list functions, whose results are new lists.

import type { Range } from "./range.ts";
import { add, exactly, factor, multiply, unbounded } from "./range.ts";
import { stringTraversalFactor } from "./runtime.ts";
import type { CallEstimate, EstimatedCall, SizedNode } from "./sized-call.ts";
import { sizeOfNode } from "./sized-call.ts";

const one = exactly(1);

/** The estimate of a list function; undefined for other functions. */
export function listEstimate(call: EstimatedCall): CallEstimate | undefined {
  const { args, id, target } = call;
  const [first] = args;
  switch (id) {
    case "list_slice": {
      const size = sizeOfNode(call, target);
      const start = literalInt(first, 0n);
      const end = literalInt(args[1], size.max);
      return newList(1, exactly(BigInt.asUintN(64, end - start)));
    }
    case "lists_range":
      return newList(1, exactly(literalInt(first, unbounded.max)));
    case "list_reverse":
      return newList(1, sizeOfNode(call, target));
    case "list_flatten":
      return newList(1, sizeOfNode(call, target));
    case "list_flatten_int":
      return newList(Number(literalInt(first, unbounded.max)), sizeOfNode(call, target));
    case "list_distinct":
      return newList(2, squared(sizeOfNode(call, target)));
    case "list_sets_contains_list":
    case "list_sets_intersects_list":
    case "list_sets_equivalent_list": {
      const pairs = multiply(sizeOfNode(call, first), sizeOfNode(call, args[1]));
      return { cost: add(factor(pairs, id === "list_sets_equivalent_list" ? 2 : 1), one) };
    }
    default:
      return sortEstimate(call);
  }
}

function sortEstimate(call: EstimatedCall): CallEstimate | undefined {
  const [, type, kind] = /^list_(.+)_(sort|sortByAssociatedKeys)$/.exec(call.id) ?? [];
  if (kind === undefined) return undefined;
  const keys = kind === "sort" ? call.target : call.args[0];
  const isText = type === "string" || type === "bytes";
  return newList(isText ? 2 + stringTraversalFactor : 2, squared(sizeOfNode(call, keys)));
}

function squared(size: Range): Range {
  return multiply(size, size);
}

function newList(costFactor: number, size: Range): CallEstimate {
  return { cost: add(factor(size, costFactor), exactly(11)), size };
}

function literalInt(node: SizedNode | undefined, otherwise: bigint): bigint {
  const expression = node?.expression;
  if (expression?.kind !== "literal") return otherwise;
  const { value } = expression;
  if (typeof value !== "number" && typeof value !== "bigint") return otherwise;
  return value < 0 ? 0n : BigInt(value);
}
