/** What the markers of a field say beside its schema: whether it is required, whether it may change, which number it is. */
import type { ValidationRule } from "@kubewright/schema";

import type { Marker } from "../markers/definition.ts";
import { has } from "../markers/read-markers.ts";

import { celSelect } from "./cel-names.ts";

/** What markers say about a plain `number`, before anything else is known of it. */
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

/** Whether a field is required: markers have the say, those of kubebuilder before the others, then `?` and the folder. */
export function isRequired(markers: readonly Marker[], optional: boolean, optionalByDefault: boolean): boolean {
  if (has(markers, "kubebuilder:validation:Optional")) return false;
  if (has(markers, "kubebuilder:validation:Required")) return true;
  if (has(markers, "optional") || has(markers, "k8s:optional")) return false;
  if (has(markers, "required") || has(markers, "k8s:required")) return true;
  return !optional && !optionalByDefault;
}

/** The rule of the object that an immutable field is not removed. The rule of the field applies only while the field is set. */
export function keepsRule(name: string): ValidationRule {
  const [before, after] = [celSelect("oldSelf", name), celSelect("self", name)];
  return { message: `field ${name} is immutable once set`, rule: `!has(${before}) || has(${after})` };
}
