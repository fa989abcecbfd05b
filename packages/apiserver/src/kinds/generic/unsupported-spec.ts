/** Rejects objects that require a feature which this server lacks: a policy that is never evaluated would admit everything. */
import { field, fieldPath, isJsonObject } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";

/** The `validate` of a kind whose `spec` must be absent. `what` completes "this server …". */
export function rejectSpec(what: string): (object: ReadonlyObject) => readonly FieldError[] {
  return ({ spec }) => (isJsonObject(spec) ? [field.forbidden(fieldPath("spec"), `this server ${what}`)] : []);
}
