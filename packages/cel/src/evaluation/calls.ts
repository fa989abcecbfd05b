// Calls as closures: they compute their arguments, pass on errors, and charge what the call costs.

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
    let result: Value;
    if (first instanceof CelError) result = first;
    else if (second instanceof CelError) result = second;
    else result = isNegated ? equal(first, second) !== true : equal(first, second);
    charge(frame, typeof costOf === "number" ? costOf : costOf([first, second], result));
    return result;
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
  readonly call: (...args: Value[]) => Value;
  readonly isStrict: boolean;
}

/** A call of a function. Sequential calls stop at the first argument that fails. */
export function callEvaluator(
  { name, id, call, isStrict }: PlannedCall,
  evaluators: readonly Evaluate[],
  isSequential: boolean = evaluators.length > 2 || id === "string_format",
): Evaluate {
  const costOf = callCost(name, id);
  const pay = (frame: Frame, args: readonly Value[], result: Value): Value => {
    charge(frame, typeof costOf === "number" ? costOf : costOf(args, result));
    return result;
  };
  const [first, second] = evaluators;
  if (!isSequential && first !== undefined && second === undefined) {
    return (frame) => {
      const value = first(frame);
      return pay(frame, [value], isStrict && value instanceof CelError ? value : call(value));
    };
  }
  if (!isSequential && first !== undefined && second !== undefined) {
    return (frame) => {
      const left = first(frame);
      const right = second(frame);
      if (left instanceof CelError) return pay(frame, [left, right], left);
      if (right instanceof CelError) return pay(frame, [left, right], right);
      return pay(frame, [left, right], call(left, right));
    };
  }
  return (frame) => {
    const args: Value[] = [];
    for (const evaluate of evaluators) {
      const arg = evaluate(frame);
      args.push(arg);
      // Costs are computed from all arguments, so a call that fails before the last one costs nothing.
      if (arg instanceof CelError) return args.length === evaluators.length ? pay(frame, args, arg) : arg;
    }
    return pay(frame, args, call(...args));
  };
}
