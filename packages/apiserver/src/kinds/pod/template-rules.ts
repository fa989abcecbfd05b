/** The rules of a Pod template, for the records of kinds that have one. */
import { fieldPath, getOwn, isJsonObject } from "@kubewright/apimachinery";
import type { PodTemplateRules } from "../generic/builtin-kind.ts";
import { dropGatedFields } from "./gated-fields.ts";
import { podWarnings } from "./warnings.ts";

/** The rules of the template at `path` in an object. */
export function podTemplateAt(
  ...path: readonly [string, ...string[]]
): Pick<PodTemplateRules, "dropGatedFields" | "templateOf" | "warnings"> {
  const templatePath = fieldPath(...path);
  return {
    templateOf: (object) => {
      const template = valueAt(object, path);
      return isJsonObject(template) ? template : undefined;
    },
    dropGatedFields: (draft) => {
      const spec = valueAt(draft, [...path, "spec"]);
      // The decoder has checked the types of present values.
      if (isJsonObject(spec)) dropGatedFields(spec);
    },
    warnings: (object) => {
      const template = valueAt(object, path);
      return isJsonObject(template) ? podWarnings(template, templatePath) : [];
    },
  };
}

function valueAt(object: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isJsonObject(value) ? getOwn(value, name) : undefined), object);
}
