/** Reads the markers of a field that are not keywords of its schema: required, immutable, type of number. */
import type { ValidationRule } from "@kubewright/schema";

import type { Marker } from "../markers/definition.ts";
import { has } from "../markers/read-markers.ts";

import { celSelect } from "./cel-names.ts";

/** The type and format that markers set for a plain `number`. */
export interface NumberMarkers {
  readonly type?: string;
  readonly format?: string;
  readonly ofItems?: NumberMarkers;
}

export function numberMarkersOf(markers: readonly Marker[]): NumberMarkers {
  const textOf = (name: string): string | undefined => {
    const value = markers.find(({ definition }) => definition.name === `kubebuilder:validation:${name}`)?.value;
    return typeof value === "string" ? value : undefined;
  };
  const of = (prefix: string): NumberMarkers => {
    const type = textOf(`${prefix}Type`);
    const format = textOf(`${prefix}Format`);
    return { ...(type !== undefined && { type }), ...(format !== undefined && { format }) };
  };
  return { ...of(""), ofItems: of("items:") };
}

/** Whether a field is required. Markers of kubebuilder have precedence over other markers, then `?` and the default of the folder. */
export function isRequired(markers: readonly Marker[], optional: boolean, optionalByDefault: boolean): boolean {
  if (has(markers, "kubebuilder:validation:Optional")) return false;
  if (has(markers, "kubebuilder:validation:Required")) return true;
  if (has(markers, "optional") || has(markers, "k8s:optional")) return false;
  if (has(markers, "required") || has(markers, "k8s:required")) return true;
  return !optional && !optionalByDefault;
}

/** The rule of the object that forbids the removal of an immutable field. The rule of the field applies only while the field is set. */
export function keepsRule(name: string): ValidationRule {
  const [before, after] = [celSelect("oldSelf", name), celSelect("self", name)];
  return { message: `field ${name} is immutable once set`, rule: `!has(${before}) || has(${after})` };
}
