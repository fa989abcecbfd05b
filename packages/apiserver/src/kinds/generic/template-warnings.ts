/** Warnings about the templates of Pods in the kinds that make Pods. An update is warned of when it changes what is wanted. */
import { fieldPath, isJsonObject } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { podWarnings } from "../pod/warnings.ts";
import { templates, valueAt } from "./template-places.ts";

type Warnings = Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate">;

/** The kind's own warnings and those about its template; nothing for a kind without one. */
export function templateWarnings(resource: string, own: Warnings): Warnings {
  const steps = templates.get(resource);
  if (steps === undefined) return {};
  const path = fieldPath(...steps);
  // A StatefulSet tells its own after those of its template, the others before.
  const together = (ofKind: readonly string[], ofTemplate: readonly string[]): readonly string[] =>
    resource === "statefulsets.apps" ? [...ofTemplate, ...ofKind] : [...ofKind, ...ofTemplate];
  return {
    warningsOnCreate: (object, context) =>
      together(own.warningsOnCreate?.(object, context) ?? [], warningsAt(object, steps, path)),
    warningsOnUpdate: (object, old, context) => {
      const ofKind = own.warningsOnUpdate?.(object, old, context) ?? [];
      if (object.metadata.generation === old.metadata.generation) return ofKind;
      // The reference takes one of its arguments for the other here.
      const warned = resource === "replicationcontrollers" ? old : object;
      return together(ofKind, warningsAt(warned, steps, path));
    },
  };
}

function warningsAt(object: ReadonlyObject, steps: readonly string[], path: FieldPath): readonly string[] {
  const template = valueAt(object, steps);
  return isJsonObject(template) ? podWarnings(template, path) : [];
}
