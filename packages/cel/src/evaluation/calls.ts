// Calls as closures: they compute their arguments, pass on errors, and charge what the call costs.

import type { Call } from "../checking/declarations.ts";
import type { CallCost } from "../cost/runtime.ts";
import { callCost } from "../cost/runtime.ts";
import { equal } from "../values/compare.ts";
import type { Value } from "../values/value.ts";
import { CelError, Optional } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { charge } from "./frame.ts";

/** `==` and `!=`. */
export function equality(name: string, left: Evaluate, right: Evaluate): Evaluate {
  const isNegated = name === "_!=_";
  const costOf = callCost(name, isNegated ? "not_equals" : "equals");
  return (frame) => {
    const first = left(frame);
    const second = right(frame);
    return pay(frame, costOf, [first, second], () => {
      if (first instanceof CelError) return first;
      if (second instanceof CelError) return second;
      return isNegated ? equal(first, second) !== true : equal(first, second);
    });
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
  { name, id, call, isStrict }: PlannedCall,
  evaluators: readonly Evaluate[],
  isSequential: boolean = evaluators.length > 2 || id === "string_format",
): Evaluate {
  const costOf = callCost(name, id);
  const [first, second] = evaluators;
  if (!isSequential && first !== undefined && second === undefined) return unary(call, isStrict, first, costOf);
  if (!isSequential && first !== undefined && second !== undefined) return binary(call, first, second, costOf);
  return (frame) => {
    const args: Value[] = [];
    for (const evaluate of evaluators) {
      const arg = evaluate(frame);
      args.push(arg);
      // Costs are computed from all arguments, so a call that fails before the last one costs nothing.
      if (arg instanceof CelError) return args.length === evaluators.length ? pay(frame, costOf, args, () => arg) : arg;
    }
    return pay(frame, costOf, args, () => call(...args));
  };
}

/** Charges a call and makes it. A cost that is known before the call is charged before, so that the budget bounds the time of a call. */
function pay(frame: Frame, cost: CallCost, args: readonly Value[], compute: () => Value): Value {
  if (typeof cost === "object") {
    const result = compute();
    charge(frame, cost.ofResult(args, result));
    return result;
  }
  charge(frame, typeof cost === "number" ? cost : cost(args));
  return compute();
}

function unary(call: Call, isStrict: boolean, argument: Evaluate, costOf: CallCost): Evaluate {
  return (frame) => {
    const value = argument(frame);
    if (typeof costOf === "number") {
      charge(frame, costOf);
      return isStrict && value instanceof CelError ? value : call(value);
    }
    return pay(frame, costOf, [value], () => (isStrict && value instanceof CelError ? value : call(value)));
  };
}

function binary(call: Call, first: Evaluate, second: Evaluate, costOf: CallCost): Evaluate {
  return (frame) => {
    const left = first(frame);
    const right = second(frame);
    const failure = left instanceof CelError ? left : right instanceof CelError ? right : undefined;
    if (typeof costOf === "number") {
      charge(frame, costOf);
      return failure ?? call(left, right);
    }
    return pay(frame, costOf, [left, right], () => failure ?? call(left, right));
  };
}
