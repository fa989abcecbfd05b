/** The name of a storage driver: a domain, short enough for a label. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isDns1123Subdomain } from "@kubewright/apimachinery";
import { invalidFor } from "../field-checks.ts";

const lengthMax = 63;

export function checkDriverName(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  const errors = invalidFor(path, name, isDns1123Subdomain(name.toLowerCase()));
  return name.length > lengthMax ? [field.tooLong(path, lengthMax), ...errors] : errors;
}
