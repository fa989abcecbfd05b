/** What holds for every kind that has a Pod template: fields of disabled features are dropped, and its warnings are sent. */
import { fieldPath, getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { FieldPath } from "@kubewright/apimachinery";
import type { ApiObject, ReadonlyObject } from "../../objects/api-object.ts";
import type { Strategy } from "../../registry/strategy.ts";
import { dropGatedFields } from "../pod/gated-fields.ts";
import { podWarnings } from "../pod/warnings.ts";
import type { BuiltinKind, PodTemplatePlace } from "./builtin-kind.ts";

type Warnings = Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate">;

/** Drops the fields of Pods whose features are disabled. Their field managers keep them. */
export function dropGatedTemplateFields(draft: ApiObject, { path }: Pick<PodTemplatePlace, "path">): void {
  const spec = valueAt(draft, [...path, "spec"]);
  // The decoder has proved the shape of present values.
  if (isJsonObject(spec)) dropGatedFields(spec);
}

/** The warnings of the kind and of its template. An update warns about the template if it changes the desired state. */
export function templateWarnings(kind: Partial<BuiltinKind>, place: PodTemplatePlace): Warnings {
  const { path, warnsFirst = false, warnedOf = (object) => object } = place;
  const templatePath = fieldPath(...path);
  const join = (ofKind: readonly string[] = [], ofTemplate: readonly string[]): readonly string[] =>
    warnsFirst ? [...ofTemplate, ...ofKind] : [...ofKind, ...ofTemplate];
  return {
    warningsOnCreate: (object, context) =>
      join(kind.warningsOnCreate?.(object, context), warningsAt(object, path, templatePath)),
    warningsOnUpdate: (object, old, context) => {
      const ofKind = kind.warningsOnUpdate?.(object, old, context);
      if (object.metadata.generation === old.metadata.generation) return ofKind ?? [];
      return join(ofKind, warningsAt(warnedOf(object, old), path, templatePath));
    },
  };
}

function warningsAt(object: ReadonlyObject, path: readonly string[], templatePath: FieldPath): readonly string[] {
  const template = valueAt(object, path);
  return isJsonObject(template) ? podWarnings(template, templatePath) : [];
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isJsonObject(value) ? getOwn(value, name) : undefined), object);
}
