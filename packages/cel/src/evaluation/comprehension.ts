// Loops. The accumulator is computed at its first use, so that a binding that is never used costs nothing.

import { EntryMap } from "../values/containers.ts";
import { goTypeOfValue } from "../values/describe.ts";
import type { Value } from "../values/value.ts";
import { CelError, ListValue, MapValue } from "../values/value.ts";
import { countArgument, countIteration } from "./frame.ts";
import type { Evaluate, Frame } from "./frame.ts";

/** A planned loop. Slots are numbers of variables. */
export interface Loop {
  readonly range: Evaluate;
  readonly variable: number;
  readonly variable2: number | undefined;
  readonly accumulator: number;
  readonly condition: Evaluate;
  readonly step: Evaluate;
  readonly result: Evaluate;
}

/** Computes a loop. */
export function runLoop(loop: Loop): Evaluate {
  const { accumulator, result } = loop;
  return (frame) => {
    const range = loop.range(frame);
    if (range instanceof CelError) return range;
    frame.slots[accumulator] = undefined;
    if (!(range instanceof ListValue) && !(range instanceof MapValue)) {
      const type = goTypeOfValue(range);
      return new CelError(
        loop.variable2 === undefined
          ? `got '${type}', expected iterable type`
          : `unsupported comprehension range type: ${type}`,
      );
    }
    // A map lists its keys first, also for a loop that ends at once.
    countArgument(frame, range);
    if (loop.variable2 === undefined) runItems(loop, frame, range);
    else runPairs(loop, loop.variable2, frame, range);
    return result(frame);
  };
}

/** Reads the accumulator, computing its first value if nothing did. */
export function accumulatorOf(slot: number, initial: Evaluate): Evaluate {
  return (frame) => {
    const known = frame.slots[slot];
    if (known !== undefined) return known;
    const value = growable(initial(frame));
    frame.slots[slot] = value;
    return value;
  };
}

// The empty map of an expression is a constant, and the macros that make maps add to it in place. Each loop therefore needs a new map.
function growable(value: Value): Value {
  return value instanceof EntryMap && value.size === 0 ? new EntryMap() : value;
}

function runItems({ variable, accumulator, condition, step }: Loop, frame: Frame, range: ListValue | MapValue): void {
  const keys = range instanceof ListValue ? undefined : range.keys();
  const { size } = keys === undefined ? range : { size: keys.length };
  for (let index = 0; index < size; index++) {
    countIteration(frame);
    frame.slots[variable] = range instanceof ListValue ? range.at(index) : (keys?.[index] ?? null);
    const goesOn = condition(frame);
    if (goesOn === false) return;
    frame.slots[accumulator] = step(frame);
  }
}

function runPairs(
  { variable, accumulator, condition, step }: Loop,
  variable2: number,
  frame: Frame,
  range: ListValue | MapValue,
): void {
  const keys = range instanceof ListValue ? Array.from(range.items().keys()) : range.keys();
  const items = range instanceof ListValue ? range.items() : undefined;
  for (const [index, key] of keys.entries()) {
    countIteration(frame);
    frame.slots[variable] = key;
    frame.slots[variable2] = items?.[index] ?? (range instanceof MapValue ? (range.find(key) ?? null) : null);
    const goesOn = condition(frame);
    if (goesOn === false) return;
    frame.slots[accumulator] = step(frame);
  }
}
