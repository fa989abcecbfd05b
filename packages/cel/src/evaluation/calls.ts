// Calls as closures: they compute their arguments, pass on errors, and charge what the call costs.

import type { Call } from "../checking/declarations.ts";
import type { CallCost } from "../cost/runtime.ts";
import { callCost, stringTraversalFactor } from "../cost/runtime.ts";
import { equal } from "../values/compare.ts";
import type { Value } from "../values/value.ts";
import { CelError, Optional } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { charge, countArgument, countCreated } from "./frame.ts";

/** `==` and `!=`. */
export function equality(name: string, left: Evaluate, right: Evaluate): Evaluate {
  const isNegated = name === "_!=_";
  const costOf = callCost(name, isNegated ? "not_equals" : "equals");
  const compare: Call = (first = null, second = null) => {
    if (first instanceof CelError) return first;
    if (second instanceof CelError) return second;
    return isNegated ? equal(first, second) !== true : equal(first, second);
  };
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    if (hasUnitCost(first, second)) {
      charge(frame, 1);
      return (first === second) !== isNegated;
    }
    return pay(frame, costOf, compare, [first, second]);
  };
}

/** Whether comparing costs one, and `===` compares: numbers of one form and short strings. */
function hasUnitCost(left: Value, right: Value): boolean {
  if (typeof left === "string" && typeof right === "string") {
    const length = Math.min(left.length, right.length);
    return length > 0 && length <= 1 / stringTraversalFactor;
  }
  return typeof left === "number" && typeof right === "number";
}

const intOrders: ReadonlyMap<string, (left: number, right: number) => boolean> = new Map([
  ["_<_", (left: number, right: number) => left < right],
  ["_<=_", (left: number, right: number) => left <= right],
  ["_>_", (left: number, right: number) => left > right],
  ["_>=_", (left: number, right: number) => left >= right],
]);
const intOverloads: ReadonlySet<string> = new Set(
  ["less", "less_equals", "greater", "greater_equals"].map((order) => `${order}_int64`),
);

/** `<`, `<=`, `>` and `>=` of ints; undefined for other calls. */
export function intOrdering({ name, id, call }: PlannedCall, [left, right]: readonly Evaluate[]): Evaluate | undefined {
  const holds = intOrders.get(name);
  if (holds === undefined || left === undefined || right === undefined || !intOverloads.has(id)) return undefined;
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    charge(frame, 1);
    if (typeof first === "number" && typeof second === "number") return holds(first, second);
    return failureOf(first, second) ?? call(first, second);
  };
}

/** `optional.or(other)` and `optional.orValue(value)`; the other operand is computed only when it is needed. */
export function alternative(isValue: boolean, left: Evaluate, right: Evaluate): Evaluate {
  return (frame) => {
    const first = left(frame);
    if (!(first instanceof Optional)) return first;
    if (first.value === undefined) return right(frame);
    return isValue ? first.value : first;
  };
}

/** A call whose computation is known. */
export interface PlannedCall {
  readonly name: string;
  readonly id: string;
  readonly call: Call;
  readonly isStrict: boolean;
}

/** A call of a function. Sequential calls stop at the first argument that fails. */
export function callEvaluator(
  planned: PlannedCall,
  evaluators: readonly Evaluate[],
  isSequential: boolean = evaluators.length > 2 || planned.id === "string_format",
): Evaluate {
  const evaluate = evaluatorOfCall(planned, evaluators, isSequential);
  if (!createsMoreThanItCosts(planned)) return evaluate;
  return (frame) => {
    const result = evaluate(frame);
    countCreated(frame, result);
    return result;
  };
}

/** Whether the cost of a call does not bound the length of its result. `+` on lists costs one, and the others cost by the size of one argument. */
function createsMoreThanItCosts({ name, id }: PlannedCall): boolean {
  return id === "add_list" || (name === "_+_" && id === "") || name === "replace" || name === "format";
}

function evaluatorOfCall(
  { name, id, call, isStrict }: PlannedCall,
  evaluators: readonly Evaluate[],
  isSequential: boolean,
): Evaluate {
  const costOf = callCost(name, id);
  const [first, second] = evaluators;
  if (!isSequential && first !== undefined && second === undefined) return unary(call, isStrict, first, costOf);
  if (!isSequential && first !== undefined && second !== undefined) return binary(call, first, second, costOf);
  return sequential(call, evaluators, costOf);
}

function sequential(call: Call, evaluators: readonly Evaluate[], costOf: CallCost): Evaluate {
  return (frame) => {
    const args: Value[] = [];
    for (const evaluate of evaluators) {
      const arg = evaluate(frame);
      args.push(arg);
      // Costs are computed from all arguments, so a call that fails before the last one costs nothing.
      if (arg instanceof CelError) return args.length === evaluators.length ? pay(frame, costOf, () => arg, args) : arg;
    }
    return pay(frame, costOf, call, args);
  };
}

/** Charges a call and makes it. A cost that is known before the call is charged before, so that the budget bounds the time of a call. */
function pay(frame: Frame, cost: CallCost, call: Call, args: readonly Value[]): Value {
  for (const arg of args) countArgument(frame, arg);
  if (typeof cost === "object") {
    const result = call(...args);
    charge(frame, cost.ofResult(args, result));
    return result;
  }
  charge(frame, typeof cost === "number" ? cost : cost(args));
  return args.length === 2 ? call(args[0] ?? null, args[1] ?? null) : call(...args);
}

/** The first error of two arguments. */
function failureOf(first: Value, second: Value): CelError | undefined {
  return first instanceof CelError ? first : second instanceof CelError ? second : undefined;
}

function unary(call: Call, isStrict: boolean, argument: Evaluate, costOf: CallCost): Evaluate {
  const compute: Call = (value = null) => (isStrict && value instanceof CelError ? value : call(value));
  return (frame) => {
    const value = argument(frame);
    if (typeof costOf !== "number") return pay(frame, costOf, compute, [value]);
    charge(frame, costOf);
    countArgument(frame, value);
    return compute(value);
  };
}

function binary(call: Call, first: Evaluate, second: Evaluate, costOf: CallCost): Evaluate {
  const compute: Call = (left = null, right = null) => failureOf(left, right) ?? call(left, right);
  return (frame) => {
    const left = first(frame);
    const right = second(frame);
    if (typeof costOf !== "number") return pay(frame, costOf, compute, [left, right]);
    charge(frame, costOf);
    countArgument(frame, left);
    countArgument(frame, right);
    return compute(left, right);
  };
}
