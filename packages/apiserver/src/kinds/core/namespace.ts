/** Namespaces: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, nameIsDnsLabel } from "@kubewright/apimachinery";
import type { Namespace } from "@kubewright/api/core/v1";
import type { ApiObject } from "../../objects/api-object.ts";
import type { ObjectSubresource } from "../../contracts/subresource.ts";
import { checkQualifiedName } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import { keepField } from "../keep-fields.ts";
import { viewOf } from "../typed.ts";

/** The finalizer of the namespace controller, which deletes the content of the namespace. */
const contentFinalizer = "kubernetes";

/** The label with the name of the namespace, for selectors. */
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
    draft.status = { phase: "Active" };
    const finalizers = ((draft.spec ??= {}).finalizers ??= []);
    if (!finalizers.includes(contentFinalizer)) finalizers.push(contentFinalizer);
    // A generated name is set after the defaults.
    labelWithName(draft);
  },
  prepareForUpdate: (draft, old) => {
    // Only `/finalize` changes the finalizers of the content.
    keepField(draft, old, "spec");
  },
  // The reference reports these errors without an index.
  validate: (object) => (object.spec?.finalizers ?? []).flatMap((name) => checkFinalizer(name, finalizersPath)),
  deletion: {
    returnsObject: true,
    describedAsStatus: true,
    begin: (draft) => {
      (draft.status ??= {}).phase = "Terminating";
      // The reference does not count the deletion of a namespace as a change, and sets no grace period.
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
  const errors = checkQualifiedName(name, path);
  if (name.includes("/") || standardFinalizers.includes(name)) return errors;
  const text = "name is neither a standard finalizer name nor is it fully qualified";
  return [...errors, field.invalid(path, name, text)];
}
