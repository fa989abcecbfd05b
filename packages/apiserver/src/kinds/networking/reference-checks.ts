/** References to objects of any kind, also of kinds that the server does not have. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isPathSegmentName } from "@kubewright/apimachinery";
import { checkDnsSubdomain, invalidFor } from "../field-checks.ts";

/** Checks a group, a kind and a name: each must be valid in a path. */
export function checkReference(
  {
    apiGroup,
    kind = "",
    name = "",
  }: { readonly apiGroup?: string | null; readonly kind?: string; readonly name?: string },
  path: FieldPath,
): readonly FieldError[] {
  const segment = (value: string, part: string): readonly FieldError[] =>
    value === ""
      ? [field.required(path.child(part), "")]
      : invalidFor(path.child(part), value, isPathSegmentName(value));
  return [
    ...(apiGroup === undefined || apiGroup === null ? [] : checkDnsSubdomain(apiGroup, path.child("apiGroup"))),
    ...segment(kind, "kind"),
    ...segment(name, "name"),
  ];
}
