/** Namespaces: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isQualifiedName, nameIsDnsLabel } from "@kubewright/apimachinery";
import type { Namespace } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { ObjectSubresource } from "../../registry/subresource.ts";
import { invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { keepField } from "../keep-fields.ts";
import { viewOf } from "../typed.ts";

/** Who empties the namespace before it goes: the namespace controller. */
const contentFinalizer = "kubernetes";

/** The label by which selectors find a namespace; always its name. */
const nameLabel = "kubernetes.io/metadata.name";

const standardFinalizers: readonly string[] = [contentFinalizer, "orphan", "foregroundDeletion"];

/** `namespaces/finalize`: the namespace controller removes its finalizer here. */
const finalizeSubresource: ObjectSubresource = {
  type: "object",
  name: "finalize",
  verbs: ["update"],
  strategy: {
    resetFields: [["status"]],
    prepareForUpdate: (draft, old) => keepField(draft, old, "status"),
    validateUpdate: (object) =>
      (viewOf<Namespace>(object).spec?.finalizers ?? []).flatMap((name, index) =>
        checkFinalizer(name, finalizersPath.index(index)),
      ),
  },
};

export const namespaceKind: BuiltinKind = builtinKind<Namespace>({
  group: "",
  plural: "namespaces",
  metadataChecks: { wholeOnUpdate: true },
  validateName: nameIsDnsLabel,
  fields: {
    labels: ["status.phase", "name"],
    valuesOf: (object) => ({
      "status.phase": object.status?.phase ?? "",
      name: object.metadata.name ?? "",
    }),
  },
  defaults: (draft) => {
    labelWithName(draft);
    (draft.status ??= {}).phase ??= "Active";
  },
  prepareForCreate: (draft) => {
    const namespace = draft;
    namespace.status = { phase: "Active" };
    const finalizers = ((namespace.spec ??= {}).finalizers ??= []);
    if (!finalizers.includes(contentFinalizer)) finalizers.push(contentFinalizer);
    // Only now a generated name is known.
    labelWithName(draft);
  },
  prepareForUpdate: (draft, old) => {
    // Finalizers of the content are the business of `/finalize`.
    keepField(draft, old, "spec");
  },
  // Here the reference does not say which of them it is.
  validate: (object) => (object.spec?.finalizers ?? []).flatMap((name) => checkFinalizer(name, finalizersPath)),
  deletion: {
    returnsObject: true,
    begin: (draft) => {
      const namespace = draft;
      (namespace.status ??= {}).phase = "Terminating";
      // The reference deletes namespaces in a way of its own, which neither counts as a change nor has a grace period.
      delete draft.metadata.deletionGracePeriodSeconds;
      if (draft.metadata.generation !== undefined) draft.metadata.generation -= 1;
      return "wait";
    },
    isDeletable: (object) => (object.spec?.finalizers ?? []).length === 0,
  },
  status: {
    validateUpdate: (object) => {
      const phase = object.status?.phase ?? "";
      const path = fieldPath("status", "Phase");
      if (object.metadata.deletionTimestamp === undefined) {
        if (phase === "Active") return [];
        return [field.invalid(path, phase, "may only be 'Active' if `deletionTimestamp` is empty")];
      }
      if (phase === "Terminating") return [];
      return [field.invalid(path, phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")];
    },
  },
  subresources: [finalizeSubresource],
  cells: (object) => ({ Status: object.status?.phase ?? "" }),
});

function labelWithName({ metadata }: ApiObject): void {
  if (metadata.name === undefined) return;
  metadata.labels = { ...metadata.labels, [nameLabel]: metadata.name };
}

const finalizersPath = fieldPath("spec", "finalizers");

function checkFinalizer(name: string, path: FieldPath): readonly FieldError[] {
  const errors = invalidFor(path, name, isQualifiedName(name));
  if (name.includes("/") || standardFinalizers.includes(name)) return errors;
  const text = "name is neither a standard finalizer name nor is it fully qualified";
  return [...errors, field.invalid(path, name, text)];
}
