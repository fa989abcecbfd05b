/** Checks a whole history: the calls of each object are linearizable, and lists and watches have the resulting versions. */
import type { Call, History, Watch } from "./history.ts";
import { linearize } from "./linearize.ts";
import type { Step } from "./linearize.ts";
import type { Semantics } from "./semantics.ts";
import {
  listProblem,
  objectsOf,
  orderProblem,
  repeatedUids,
  versionsOf,
  watchProblem,
  withRemovals,
} from "./versions.ts";
import type { Version } from "./versions.ts";

export type Finding =
  /** No order of the calls explains the responses. `steps` is the longest partial order. */
  | { readonly type: "not linearizable"; readonly object: string; readonly steps: readonly Step[] }
  | { readonly type: "watch"; readonly object: string | undefined; readonly watch: Watch; readonly problem: string }
  | { readonly type: "list" | "uid"; readonly problem: string };

/** The findings of the history. The first of its watches must begin before all calls. */
export function checkHistory(history: History, semantics: Semantics = "strict"): readonly Finding[] {
  const findings: Finding[] = [];
  const versions = new Map<string, readonly Version[]>();
  for (const object of objectsOf(history)) {
    const { linearizable, steps } = linearize(history.kind, callsOf(history, object), { semantics });
    if (linearizable) versions.set(object, versionsOf(steps));
    else findings.push({ type: "not linearizable", object, steps });
  }
  if (findings.length > 0) return findings;

  const [first, ...others] = history.watches;
  if (first === undefined) return findings;
  findings.push(...watchFindings(first, versions));
  if (findings.length > 0) return findings;

  const dated = new Map([...versions].map(([object, all]) => [object, withRemovals(all, object, first)]));
  for (const watch of others) findings.push(...watchFindings(watch, dated));
  for (const list of history.lists) {
    const problem = listProblem(list, dated);
    if (problem !== undefined) findings.push({ type: "list", problem });
  }
  for (const uid of repeatedUids(dated.values())) findings.push({ type: "uid", problem: `uid ${uid} was given twice` });
  return findings;
}

/** The calls to one object; a list is a read of each. */
export function callsOf({ calls, lists }: History, object: string): readonly Call[] {
  const reads = lists.filter(({ exact }) => exact === undefined);
  return [
    ...calls.filter((call) => call.object === object),
    ...reads.map(({ client, invoked, returned, items }): Call => {
      const item = items[object];
      const outcome: Call["outcome"] =
        item === undefined
          ? { type: "refused", code: 404, message: "not in the list" }
          : { type: "object", code: 200, object: item };
      return { client, object, operation: { verb: "get" }, invoked, returned, outcome };
    }),
  ];
}

function watchFindings(watch: Watch, versions: ReadonlyMap<string, readonly Version[]>): readonly Finding[] {
  for (const [object, all] of versions) {
    const problem = watchProblem(watch, object, all);
    if (problem !== undefined) return [{ type: "watch", object, watch, problem }];
  }
  const problem = orderProblem(watch);
  return problem === undefined ? [] : [{ type: "watch", object: undefined, watch, problem }];
}
