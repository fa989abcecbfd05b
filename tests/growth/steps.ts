/**
 * Counts the steps of a program: how often each block of its JavaScript runs, and how many items and characters built-in functions visit.
 * The count is the same in each run, also on a loaded machine.
 */
import { Session } from "node:inspector";

export interface StepCounter extends Disposable {
  /** The steps since the last call. */
  take(): number;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly ranges: readonly { readonly count: number }[] }[];
  }[];
}

/** The sources whose blocks count: those of the packages, and the planted ones. */
const countedSources = /\/packages\/|\/growth\/plants\.ts$/u;

/**
 * Starts to count, and replaces built-in functions of this process until it is disposed. Modules that were loaded before only count their functions, so
 * call it before the imports.
 */
export function countSteps(): StepCounter {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  const visits = countVisits();
  return {
    take() {
      let steps = visits.take();
      session.post("Profiler.takePreciseCoverage", (error: Error | null, coverage?: unknown) => {
        if (error !== null) throw error;
        for (const { url, functions } of (coverage as Coverage).result) {
          if (!countedSources.test(url)) continue;
          for (const { ranges } of functions) for (const { count } of ranges) steps += count;
        }
      });
      visits.take(); // Those of this function.
      return steps;
    },
    [Symbol.dispose]() {
      visits[Symbol.dispose]();
      session.disconnect();
    },
  };
}

type Search = (this: { readonly length: number }, ...args: unknown[]) => unknown;

/** Counts the items that searches, copies and iterators of arrays visit, and the characters that searches of strings and new keys of maps visit. */
function countVisits(): StepCounter {
  let visits = 0;
  const restore: (() => void)[] = [];
  const replace = (
    holder: object,
    name: string,
    visited: (length: number, from: unknown, result: unknown, first: unknown) => number,
  ): void => {
    const functions = holder as Record<string, Search>; // The functions of a prototype by name.
    const original = functions[name] as Search;
    functions[name] = function (...args) {
      const result = Reflect.apply(original, this, args);
      visits += visited(this.length, args[1], result, args[0]);
      return result;
    };
    restore.push(() => (functions[name] = original));
  };
  const searched = (length: number, from: unknown, result: unknown): number =>
    Math.max((typeof result === "number" && result >= 0 ? result : length) - Number(from ?? 0), 0);
  for (const prototype of [String.prototype, Array.prototype]) {
    for (const name of ["indexOf", "includes"]) replace(prototype, name, searched);
  }
  for (const name of ["slice", "concat", "join"]) replace(Array.prototype, name, (length) => length);
  replace(Map.prototype, "set", (_length, _from, _result, key) => (typeof key === "string" ? key.length : 0));
  const iterator = Object.getPrototypeOf([][Symbol.iterator]()) as { next: () => unknown };
  const next = iterator.next;
  iterator.next = function () {
    visits += 1;
    return Reflect.apply(next, this, []);
  };
  restore.push(() => (iterator.next = next));
  return {
    take() {
      const taken = visits;
      visits = 0;
      return taken;
    },
    [Symbol.dispose]: () => restore.forEach((undo) => undo()),
  };
}
