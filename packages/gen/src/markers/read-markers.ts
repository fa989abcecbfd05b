/** Queries parsed markers. */
import { isJsonArray } from "@kubewright/apimachinery";

import type { Marker } from "./definition.ts";

/** Whether there is a marker of this name. */
export function has(markers: readonly Marker[], name: string): boolean {
  return markers.some(({ definition }) => definition.name === name);
}

/** All markers of this name, in their order. */
export function all(markers: readonly Marker[], name: string): readonly Marker[] {
  return markers.filter(({ definition }) => definition.name === name);
}

/** The last marker of this name, which overrides the others. */
export function last(markers: readonly Marker[], name: string): Marker | undefined {
  return markers.findLast(({ definition }) => definition.name === name);
}

/** A named argument that is a string; `undefined` if it is absent or empty. */
export function textOf(marker: Marker | undefined, argument: string): string | undefined {
  const value = marker?.named.get(argument);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A named argument that is a list of strings; empty if it is absent. */
export function textsOf(marker: Marker | undefined, argument: string): readonly string[] {
  const value = marker?.named.get(argument);
  return isJsonArray(value) ? value.map(String) : [];
}
