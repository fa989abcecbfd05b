// Validates field managers and managedFields entries, with the messages of kube-apiserver.

import { append } from "../field/append.ts";
import type { FieldError } from "../field/field-error.ts";
import { field } from "../field/field-error.ts";
import type { FieldPath, FieldPathLike } from "../field/field-path.ts";
import type { Work } from "../json/steps.ts";
import { eachInSteps, finish, whenDone } from "../json/steps.ts";
import { byteLength } from "../names/messages.ts";
import type { ManagedFieldsEntry } from "../object/kubernetes-object.ts";

/** The longest name of a field manager, in bytes. */
export const fieldManagerBytesMax = 128;
const subresourceBytesMax = 256;

/** Checks the form of managedFields entries, but not their field sets. */
export function validateManagedFields(
  entries: readonly ManagedFieldsEntry[] | undefined,
  path: FieldPath,
): FieldError[] {
  return finish(managedFieldsErrors(entries, path));
}

/** In steps, the errors of `validateManagedFields`. */
export function managedFieldsErrors(
  entries: readonly ManagedFieldsEntry[] | undefined,
  path: FieldPath,
): Work<FieldError[]> {
  const errors: FieldError[] = [];
  const check = (entry: ManagedFieldsEntry, index: number): void =>
    append(errors, validateEntry(entry, path.index(index)));
  return whenDone(eachInSteps(entries ?? [], check), () => errors);
}

/** Checks the name of a field manager; an empty one counts as absent. */
export function validateFieldManager(manager: string, path: FieldPathLike): FieldError[] {
  const errors: FieldError[] = [];
  if (byteLength(manager) > fieldManagerBytesMax) errors.push(field.tooLong(path, fieldManagerBytesMax));
  if (/^[\x20-\x7e]*$/u.test(manager)) return errors;
  let position = 0;
  for (const character of manager) {
    if (!/^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u.test(character)) {
      const text = `invalid character ${formatCodePoint(character)} (at position ${position})`;
      errors.push(field.invalid(path, manager, text));
    }
    position += byteLength(character);
  }
  return errors;
}

function validateEntry(entry: ManagedFieldsEntry, path: FieldPath): FieldError[] {
  // A client may send other strings than the type permits.
  const operation: string = entry.operation ?? "";
  const fieldsType: string = entry.fieldsType ?? "";
  const errors: FieldError[] = [];
  if (operation !== "Apply" && operation !== "Update") {
    errors.push(field.invalid(path.child("operation"), operation, "must be `Apply` or `Update`"));
  }
  if (fieldsType !== "" && fieldsType !== "FieldsV1") {
    errors.push(field.invalid(path.child("fieldsType"), fieldsType, "must be `FieldsV1`"));
  }
  append(errors, validateFieldManager(entry.manager ?? "", path.child("manager")));
  if (byteLength(entry.subresource ?? "") > subresourceBytesMax) {
    errors.push(field.tooLong(path.child("subresource"), subresourceBytesMax));
  }
  return errors;
}

// As Go's %#U prints an unprintable character.
function formatCodePoint(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
