/** Applies the effects of markers to facts, and reads their arguments. */
import { isJsonArray } from "@kubewright/apimachinery";

import type { ProblemLog } from "../problem.ts";
import type { Complaint, EffectOn, Facts, Marker } from "./marker.ts";

/**
 * The facts after the effects of `markers`, by phase and then in the order of the source. A marker that does not fit is reported at its
 * position and skipped. `changed` is called with the facts before and after each effect.
 */
export function applyEffects<A extends keyof Facts>(
  aspect: A,
  facts: Facts[A],
  markers: readonly Marker[],
  log: ProblemLog,
  changed: (before: Facts[A], after: Facts[A], marker: Marker) => Facts[A] = (_before, after) => after,
): Facts[A] {
  return markers
    .toSorted((a, b) => (a.definition.phase ?? 0) - (b.definition.phase ?? 0))
    .reduce((before, marker) => {
      const after = effectOn(aspect, marker)?.(before, marker) ?? before;
      if (!isComplaint(after)) return after === before ? before : changed(before, after, marker);
      log.report(marker.position, `the marker "@${marker.written}" ${after.complaint}`);
      return before;
    }, facts);
}

/** The effect of a marker on some facts; `undefined` if it has another one. */
export function effectOn<A extends keyof Facts>(aspect: A, { definition }: Marker): EffectOn<A> | undefined {
  const effects: { readonly [B in keyof Facts]?: EffectOn<B> } = definition.effect;
  return effects[aspect];
}

function isComplaint(result: object): result is Complaint {
  return "complaint" in result;
}

/** A named argument that is a string; `undefined` if it is absent or empty. */
export function textOf(marker: Marker | undefined, argument: string): string | undefined {
  const value = marker?.named.get(argument);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A named argument that is a list of strings; empty if it is absent. */
export function textsOf(marker: Marker, argument: string): readonly string[] {
  const value = marker.named.get(argument);
  return isJsonArray(value) ? value.map(String) : [];
}
