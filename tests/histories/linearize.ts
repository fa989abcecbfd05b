/**
 * Searches for an order of the calls to one object: each call takes effect at one moment between its invocation and its return, and each response is that
 * of the model. This is Wing and Gong's search, with Lowe's cache of visited configurations.
 *
 * Two rules make it nearly linear. A call that changes nothing is placed as soon as its response fits, because later places are not better. And the
 * revisions in responses order the writes: they are tried in that order, and a write can only follow a smaller revision.
 */
import type { Call, HistoryKind } from "./history.ts";
import { absent, contentKey } from "./model.ts";
import type { State } from "./model.ts";
import { isRemoval, statesAfter } from "./semantics.ts";
import type { Semantics } from "./semantics.ts";

/** A placed call, and the state after it. */
export interface Step {
  readonly call: Call;
  readonly state: State;
}

export interface LinearizeOptions {
  readonly semantics?: Semantics;
  /** The state before the first call. Default: the object is absent. */
  readonly initial?: State;
}

export type Linearization =
  | { readonly linearizable: true; readonly steps: readonly Step[] }
  /** `steps` is the longest partial order. */
  | { readonly linearizable: false; readonly steps: readonly Step[] };

/** More configurations than any history of the size in use has. */
const configurationsMax = 500_000;

/** Linearizes the calls to one object. */
export function linearize(kind: HistoryKind, calls: readonly Call[], options: LinearizeOptions = {}): Linearization {
  const search = new Search(kind, calls, options.semantics ?? "strict", () => true);
  const found = search.extend(options.initial ?? absent);
  return { linearizable: found, steps: search.longest };
}

/** All states that the object can be in after the calls. */
export function endStates(kind: HistoryKind, calls: readonly Call[], options: LinearizeOptions = {}): readonly State[] {
  const ends = new Map<string, State>();
  const search = new Search(kind, calls, options.semantics ?? "strict", (state) => {
    ends.set(stateKey(state), state);
    return false;
  });
  search.extend(options.initial ?? absent);
  return [...ends.values()];
}

class Search {
  longest: readonly Step[] = [];
  readonly #kind: HistoryKind;
  /** The calls, in the order in which they are tried. */
  readonly #calls: readonly Call[];
  readonly #semantics: Semantics;
  readonly #onEnd: (state: State) => boolean;
  readonly #placed: boolean[];
  readonly #steps: Step[] = [];
  /** Visited configurations without a solution. */
  readonly #seen = new Set<string>();

  constructor(kind: HistoryKind, calls: readonly Call[], semantics: Semantics, onEnd: (state: State) => boolean) {
    this.#kind = kind;
    this.#calls = calls.toSorted((one, other) => revisionOf(one) - revisionOf(other) || one.invoked - other.invoked);
    this.#semantics = semantics;
    this.#onEnd = onEnd;
    this.#placed = this.#calls.map(() => false);
  }

  /** Places the remaining calls after this state; true when `onEnd` has accepted an end. */
  extend(state: State): boolean {
    const stepsBefore = this.#steps.length;
    const placedHere = this.#placeReads(state);
    if (this.#steps.length > this.longest.length) this.longest = [...this.#steps];
    if (this.#isEnd() && this.#onEnd(state)) return true;
    const key = `${this.#placed.map(Number).join("")} ${stateKey(state)}`;
    if (!this.#seen.has(key)) {
      this.#seen.add(key);
      if (this.#seen.size > configurationsMax) throw new Error("Cannot check a history: too many orders are possible");
      if (this.#placeWrite(state)) return true;
    }
    for (const index of placedHere) this.#placed[index] = false;
    this.#steps.length = stepsBefore;
    return false;
  }

  #placeWrite(state: State): boolean {
    for (const index of this.#candidates()) {
      const call = this.#calls[index];
      if (call === undefined) continue;
      for (const after of statesAfter(this.#kind, state, call, this.#semantics)) {
        this.#placed[index] = true;
        this.#steps.push({ call, state: after });
        if (this.extend(after)) return true;
        this.#steps.pop();
        this.#placed[index] = false;
      }
    }
    return false;
  }

  /** Places every fitting call that changes nothing. Returns their indexes. */
  #placeReads(state: State): readonly number[] {
    const placedHere: number[] = [];
    for (let more = true; more;) {
      more = false;
      for (const index of this.#candidates()) {
        const call = this.#calls[index];
        // A late removal may be needed for another state.
        if (call === undefined || (this.#semantics !== "strict" && isRemoval(call))) continue;
        if (!statesAfter(this.#kind, state, call, this.#semantics).includes(state)) continue;
        this.#placed[index] = true;
        this.#steps.push({ call, state });
        placedHere.push(index);
        more = true;
      }
    }
    return placedHere;
  }

  /** The unplaced calls that may be next: no other unplaced call has returned before their invocation. */
  #candidates(): readonly number[] {
    const unplaced = this.#placed.flatMap((placed, index) => (placed ? [] : [index]));
    const firstReturn = Math.min(...unplaced.map((index) => this.#calls[index]?.returned ?? Infinity));
    return unplaced.filter((index) => (this.#calls[index]?.invoked ?? Infinity) < firstReturn);
  }

  #isEnd(): boolean {
    return this.#calls.every((call, index) => this.#placed[index] === true || call.returned === Infinity);
  }
}

function revisionOf({ outcome }: Call): number {
  return outcome.type === "object" ? outcome.object.revision : 0;
}

function stateKey({ revision, object }: State): string {
  return object === undefined ? `${revision}` : `${revision} ${object.uid} ${contentKey(object)}`;
}
