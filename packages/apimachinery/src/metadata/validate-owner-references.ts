// Validates owner references and finalizers, with the messages of kube-apiserver. As there, errors have the path of the list, not of the item.

import { append } from "../field/append.ts";
import type { FieldError } from "../field/field-error.ts";
import { field } from "../field/field-error.ts";
import type { FieldPath } from "../field/field-path.ts";
import { quoteGoString } from "../go/go-format.ts";
import type { Work } from "../json/steps.ts";
import { eachInSteps, finish, whenDone } from "../json/steps.ts";
import { isQualifiedName } from "../names/label.ts";
import { foregroundDeletionFinalizer, orphanFinalizer } from "../object/finalizer.ts";
import type { OwnerReference } from "../object/kubernetes-object.ts";

/** Checks that references are complete and do not refer to Events, and that at most one is the controller. */
export function validateOwnerReferences(
  references: readonly OwnerReference[] | undefined,
  path: FieldPath,
): FieldError[] {
  return finish(ownerReferenceErrors(references, path));
}

/** In steps, the errors of `validateOwnerReferences`. */
export function ownerReferenceErrors(
  references: readonly OwnerReference[] | undefined,
  path: FieldPath,
): Work<FieldError[]> {
  const errors: FieldError[] = [];
  let controller = "";
  const checking = eachInSteps(references ?? [], (reference) => {
    append(errors, validateOwnerReference(reference, path));
    if (reference.controller !== true) return;
    const name = `${reference.kind}/${reference.name}`;
    if (controller === "") controller = name;
    else {
      const text = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`;
      errors.push(field.invalid(path, references, text));
    }
  });
  return whenDone(checking, () => errors);
}

/** Checks the form of finalizers, and that the orphan and foreground finalizers are not both present. */
export function validateFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): FieldError[] {
  return finish(finalizerErrors(finalizers, path));
}

/** In steps, the errors of `validateFinalizers`. */
export function finalizerErrors(finalizers: readonly string[] | undefined, path: FieldPath): Work<FieldError[]> {
  const errors: FieldError[] = [];
  const check = (finalizer: string): void => append(errors, validateFinalizerName(finalizer, path));
  return whenDone(eachInSteps(finalizers ?? [], check), () => {
    if (finalizers?.includes(foregroundDeletionFinalizer) && finalizers.includes(orphanFinalizer)) {
      const text = `finalizer ${orphanFinalizer} and ${foregroundDeletionFinalizer} cannot be both set`;
      errors.push(field.invalid(path, finalizers, text));
    }
    return errors;
  });
}

/** Checks the form of one finalizer. */
export function validateFinalizerName(finalizer: string, path: FieldPath): FieldError[] {
  return isQualifiedName(finalizer).map((message) => field.invalid(path, finalizer, message));
}

/**
 * Checks that finalizers of a built-in kind are either standard ones or have a domain in front. Upstream checks this for
 * the core group's kinds beside the general form.
 */
export function validateStandardFinalizers(finalizers: readonly string[] | undefined, path: FieldPath): FieldError[] {
  return (finalizers ?? []).flatMap((finalizer, index) => {
    if (finalizer.includes("/") || isStandardFinalizer(finalizer)) return [];
    const text = "name is neither a standard finalizer name nor is it fully qualified";
    return [field.invalid(path.index(index), finalizer, text)];
  });
}

/** Checks that no finalizer was added to a terminating object. */
export function validateNoNewFinalizers(
  finalizers: readonly string[] | undefined,
  oldFinalizers: readonly string[] | undefined,
  path: FieldPath,
): FieldError[] {
  const added = [...new Set(finalizers).difference(new Set(oldFinalizers))].toSorted();
  if (added.length === 0) return [];
  const shown = `[]string{${added.map((name) => quoteGoString(name)).join(", ")}}`;
  const text = `no new finalizers can be added if the object is being deleted, found new finalizers ${shown}`;
  return [field.forbidden(path, text)];
}

function isStandardFinalizer(finalizer: string): boolean {
  return ["kubernetes", orphanFinalizer, foregroundDeletionFinalizer].includes(finalizer);
}

function validateOwnerReference(reference: OwnerReference, path: FieldPath): FieldError[] {
  const { apiVersion = "", kind = "", name = "", uid = "" } = reference;
  const errors: FieldError[] = [];
  // kube-apiserver treats an invalid apiVersion as empty, and a group alone ("apps/") has no version.
  const version = apiVersion.split("/").length > 2 ? "" : (apiVersion.split("/").at(-1) ?? "");
  if (version === "") errors.push(field.invalid(path.child("apiVersion"), apiVersion, "version must not be empty"));
  if (kind === "") errors.push(field.invalid(path.child("kind"), kind, "must not be empty"));
  if (name === "") errors.push(field.invalid(path.child("name"), name, "must not be empty"));
  if (uid === "") errors.push(field.invalid(path.child("uid"), uid, "must not be empty"));
  if (apiVersion === "v1" && kind === "Event") {
    errors.push(field.invalid(path, reference, "/v1, Kind=Event is disallowed from being an owner"));
  }
  return errors;
}
