/** The warnings of a kind that has a Pod template. */
import type { Work } from "@kubewright/apimachinery";
import { whenDone } from "@kubewright/apimachinery";
import type { Strategy } from "../../contracts/strategy.ts";
import type { BuiltinKind, PodTemplateRules } from "./builtin-kind.ts";

type Warnings = Pick<Strategy, "warningsOnCreate" | "warningsOnUpdate">;

/** The warnings of the kind and of its template. An update warns about the template if it changes the desired state. */
export function templateWarnings(kind: Partial<BuiltinKind>, rules: PodTemplateRules): Warnings {
  const { warnings, warnsFirst = false, warnedOf = (object) => object } = rules;
  const join = (found: Work<readonly string[]> = [], ofTemplate: readonly string[]): Work<readonly string[]> =>
    whenDone(found, (ofKind) => (warnsFirst ? [...ofTemplate, ...ofKind] : [...ofKind, ...ofTemplate]));
  return {
    warningsOnCreate: (object, context) => join(kind.warningsOnCreate?.(object, context), warnings(object)),
    warningsOnUpdate: (object, old, context) => {
      const ofKind = kind.warningsOnUpdate?.(object, old, context);
      if (object.metadata.generation === old.metadata.generation) return ofKind ?? [];
      return join(ofKind, warnings(warnedOf(object, old)));
    },
  };
}
