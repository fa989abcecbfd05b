/**
 * Kinds that change what the server itself does, in ways this server does not know. Accepting them would be a lie: a policy that is
 * never evaluated lets everything pass. So they answer with an error that says so.
 */
import { field, fieldPath } from "@kubewright/apimachinery";
import type { FieldError } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";

const admission = "admissionregistration.k8s.io";

export const refusedKinds: readonly BuiltinKind[] = [
  refusing("mutatingadmissionpolicies", admission, "spec", "does not evaluate admission policies yet"),
  refusing("mutatingadmissionpolicybindings", admission, "spec", "does not evaluate admission policies yet"),
  refusing("validatingadmissionpolicies", admission, "spec", "does not evaluate admission policies yet"),
  refusing("validatingadmissionpolicybindings", admission, "spec", "does not evaluate admission policies yet"),
  refusing("apiservices", "apiregistration.k8s.io", "spec", "does not pass requests on to other API servers yet"),
];

/** A kind that is refused when it asks for something: one with an empty specification asks for nothing. */
function refusing(plural: string, group: string, name: string, what: string): BuiltinKind {
  return {
    group,
    plural,
    validate: (object: ReadonlyObject): readonly FieldError[] => {
      const value = object[name];
      const isEmpty = value === undefined || value === null || (Array.isArray(value) && value.length === 0);
      return isEmpty ? [] : [field.forbidden(fieldPath(name), `this server ${what}`)];
    },
  };
}
