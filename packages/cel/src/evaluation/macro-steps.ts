// The loops of macros: `all`, `exists`, `map` and `filter` expand to a condition and a step of several calls, which are computed here at once. Each
// charge is made where the expansion makes it, so that an evaluation costs the same and ends at the same place.

import type { CallExpression, ComprehensionExpression, Expression } from "../syntax/expression.ts";
import { ArrayList } from "../values/containers.ts";
import type { Value } from "../values/value.ts";
import { CelError, noSuchOverload } from "../values/value.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { charge } from "./frame.ts";
import { literalCosts } from "./literals.ts";
import type { Planned } from "./planned.ts";
import { evaluatorOf } from "./planned.ts";

/** The condition and the step of a loop. */
export interface LoopBody {
  readonly condition: Evaluate;
  readonly step: Evaluate;
}

/** Plans the expressions inside a loop. */
export interface LoopPlanning {
  readonly accumulator: number;
  readonly plan: (expression: Expression) => Planned;
}

/** The body of a loop that a macro made; undefined for other loops. */
export function macroBody(loop: ComprehensionExpression, planning: LoopPlanning): LoopBody | undefined {
  return quantifier(loop, planning) ?? collection(loop, planning);
}

function quantifier(loop: ComprehensionExpression, { accumulator, plan }: LoopPlanning): LoopBody | undefined {
  const { condition, initial, step } = loop;
  // No expression can write this name, so the loop is one of a macro.
  if (!isCall(condition, "@not_strictly_false") || !isCall(step) || initial.kind !== "literal") return undefined;
  const [, predicate] = step.args;
  if (predicate === undefined || typeof initial.value !== "boolean") return undefined;
  const initially = initial.value;
  const evaluate = evaluatorOf(plan(predicate));
  // The condition of `exists` negates the accumulator first.
  const conditionCalls = initially ? 2 : 3;
  return {
    condition: (frame) => {
      for (let count = 0; count < conditionCalls; count++) charge(frame, 1);
      return (frame.slots[accumulator] ?? initially) !== !initially;
    },
    step: (frame) => {
      const before = frame.slots[accumulator] ?? initially;
      charge(frame, 1);
      if (before === !initially) return before;
      const verdict = evaluate(frame);
      if (verdict === !initially) return verdict;
      if (typeof before !== "boolean") return before instanceof CelError ? before : noSuchOverload();
      if (typeof verdict !== "boolean") return verdict instanceof CelError ? verdict : noSuchOverload();
      return initially;
    },
  };
}

function collection(loop: ComprehensionExpression, planning: LoopPlanning): LoopBody | undefined {
  const { accumulator, condition, initial, step } = loop;
  if (initial.kind !== "list" || initial.elements.length > 0 || condition.kind !== "literal") return undefined;
  const isAccumulator = (expression: Expression | undefined): boolean =>
    expression?.kind === "ident" && expression.name === accumulator;
  const filtered = isCall(step, "_?_:_") ? step : undefined;
  const [filter, addition, otherwise] = filtered?.args ?? [undefined, step];
  if (filtered !== undefined && !isAccumulator(otherwise)) return undefined;
  if (addition === undefined || !isCall(addition, "_+_")) return undefined;
  const [list, added] = addition.args;
  if (!isAccumulator(list) || added?.kind !== "list" || added.optionals.size > 0) return undefined;
  const [element] = added.elements;
  if (element === undefined || added.elements.length > 1) return undefined;
  const slot = planning.accumulator;
  const test = filter === undefined ? undefined : evaluatorOf(planning.plan(filter));
  const append = appending(slot, planning.plan(element));
  return { condition: () => true, step: test === undefined ? append : whenTrue(test, append, slot) };
}

/** Adds an item to the list in the slot. */
function appending(slot: number, planned: Planned): Evaluate {
  const element = evaluatorOf(planned);
  const literalCost = planned.kind === "constant" ? 0 : literalCosts.list;
  return (frame) => {
    charge(frame, 1);
    const item = element(frame);
    charge(frame, literalCost);
    charge(frame, 1);
    const list = listIn(frame, slot);
    if (list instanceof CelError) return list;
    if (item instanceof CelError) return item;
    if (!(list instanceof ArrayList)) return noSuchOverload();
    list.push(item);
    return list;
  };
}

function whenTrue(test: Evaluate, append: Evaluate, slot: number): Evaluate {
  return (frame) => {
    const verdict = test(frame);
    if (verdict === true) return append(frame);
    if (verdict === false) return listIn(frame, slot);
    return verdict instanceof CelError ? verdict : noSuchOverload();
  };
}

/** The list that the loop makes, which nothing else refers to before the loop ends. */
function listIn(frame: Frame, slot: number): Value {
  return (frame.slots[slot] ??= new ArrayList([]));
}

function isCall(expression: Expression, name?: string): expression is CallExpression {
  return expression.kind === "call" && (name === undefined || expression.name === name);
}
