/**
 * Shortens a history that is not linearizable. The rest is not linearizable either, for the same
 * reason.
 *
 * - It ends at the first return after which no order exists. Calls that have not returned by then may or may not have taken effect.
 * - It begins at a moment without calls in flight, when only one state of the object is possible there.
 * - Reads and rejected writes are removed as long as the rest has no order.
 */
import { callsOf } from "./check.ts";
import type { Call, History, HistoryKind } from "./history.ts";
import { endStates, linearize } from "./linearize.ts";
import { absent } from "./model.ts";
import type { State } from "./model.ts";
import type { Semantics } from "./semantics.ts";

export interface ShortHistory {
  readonly calls: readonly Call[];
  /** The state before the first call. */
  readonly initial: State;
}

/** The shortest part of the calls to this object that is not linearizable. */
export function shrinkCalls(history: History, object: string, semantics: Semantics): ShortHistory {
  const { kind } = history;
  const isWrong = ({ calls, initial }: ShortHistory): boolean =>
    !linearize(kind, calls, { semantics, initial }).linearizable;
  const all = callsOf(history, object).toSorted((one, other) => one.invoked - other.invoked);
  const early = endingEarly({ calls: all, initial: absent }, isWrong);
  const late = beginningLate(kind, early, semantics, isWrong);
  return withoutReads(late, isWrong);
}

type Test = (short: ShortHistory) => boolean;

function endingEarly(whole: ShortHistory, isWrong: Test): ShortHistory {
  const ends = whole.calls.map(({ returned }) => returned).toSorted((one, other) => one - other);
  for (const end of ends) {
    const calls = whole.calls
      .filter(({ invoked }) => invoked < end)
      .map((call) => (call.returned <= end ? call : { ...call, returned: Infinity }));
    const short = { ...whole, calls };
    if (isWrong(short)) return short;
  }
  return whole;
}

function beginningLate(kind: HistoryKind, whole: ShortHistory, semantics: Semantics, isWrong: Test): ShortHistory {
  for (let first = whole.calls.length - 1; first > 0; first--) {
    const before = whole.calls.slice(0, first);
    const calls = whole.calls.slice(first);
    const begin = calls[0]?.invoked ?? Infinity;
    if (before.some(({ returned }) => returned > begin)) continue;
    const [state, ...others] = endStates(kind, before, { semantics, initial: whole.initial });
    if (state === undefined || others.length > 0) continue;
    const short = { calls, initial: state };
    if (isWrong(short)) return short;
  }
  return whole;
}

function withoutReads(whole: ShortHistory, isWrong: Test): ShortHistory {
  let short = whole;
  for (const call of whole.calls) {
    if (call.operation.verb !== "get" && call.outcome.type !== "refused") continue;
    const without = { ...short, calls: short.calls.filter((other) => other !== call) };
    if (isWrong(without)) short = without;
  }
  return short;
}
