/** Validation of access reviews. The messages show Go structs. */
import type { FieldError, JsonObject } from "@kubewright/apimachinery";
import { field, invalid, isJsonArray, isJsonObject } from "@kubewright/apimachinery";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { checkSelectors } from "./access-selectors.ts";

/** Throws 422 with all errors of a SubjectAccessReview, or of its forms for the requester and for one namespace. */
export function assertAccessReview({ kind, metadata, spec }: ReadonlyObject): void {
  const fields = isJsonObject(spec) ? spec : {};
  const errors = [
    ...checkAttributes(fields),
    ...(kind === "SelfSubjectAccessReview" ? [] : checkSubject(fields)),
    ...checkSelectors(fields["resourceAttributes"]),
    ...checkMetadata(metadata, kind === "LocalSubjectAccessReview"),
    ...(kind === "LocalSubjectAccessReview" ? checkNamespace(fields, metadata.namespace ?? "") : []),
  ];
  // A kube-apiserver leaves the kind out.
  if (errors.length > 0) throw invalid({ group: "authorization.k8s.io", kind: "" }, "", errors);
}

function checkAttributes({ resourceAttributes, nonResourceAttributes }: JsonObject): readonly FieldError[] {
  if (isJsonObject(resourceAttributes) && isJsonObject(nonResourceAttributes)) {
    const text = "cannot be specified in combination with resourceAttributes";
    return [field.invalid("spec.nonResourceAttributes", pathInGo(nonResourceAttributes), text)];
  }
  if (isJsonObject(resourceAttributes) || isJsonObject(nonResourceAttributes)) return [];
  const text = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  return [field.invalid("spec.resourceAttributes", null, text)];
}

function checkSubject({ user = "", groups = [] }: JsonObject): readonly FieldError[] {
  if (user !== "" || (isJsonArray(groups) && groups.length > 0)) return [];
  return [field.invalid("spec.user", "", "at least one of user or group must be specified")];
}

/** Errors of the metadata of a review, which must be empty. The error shows all of it, with the managed fields. */
function checkMetadata(metadata: ReadonlyObject["metadata"], isLocal: boolean): readonly FieldError[] {
  const { managedFields: _, ...sent } = metadata;
  const names = Object.keys(sent).filter((name) => !(isLocal && name === "namespace"));
  if (names.length === 0) return [];
  return [
    field.invalid("metadata", inOrderOfGo(metadata), isLocal ? "must be empty except for namespace" : "must be empty"),
  ];
}

/** The order of the fields in the Go type. */
const metadataFields = [
  "name",
  "generateName",
  "namespace",
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
];

function inOrderOfGo(metadata: ReadonlyObject["metadata"]): object {
  const first = Object.entries(metadata).filter(([name]) => metadataFields.includes(name));
  const ordered = first.toSorted(([a], [b]) => metadataFields.indexOf(a) - metadataFields.indexOf(b));
  return { ...Object.fromEntries(ordered), ...metadata };
}

function checkNamespace(
  { resourceAttributes, nonResourceAttributes }: JsonObject,
  namespace: string,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  const requested = isJsonObject(resourceAttributes) ? (resourceAttributes["namespace"] ?? "") : namespace;
  if (requested !== namespace) {
    errors.push(field.invalid("spec.resourceAttributes.namespace", requested, "must match metadata.namespace"));
  }
  if (isJsonObject(nonResourceAttributes)) {
    const text = "disallowed on this kind of request";
    errors.push(field.invalid("spec.nonResourceAttributes", pathInGo(nonResourceAttributes), text));
  }
  return errors;
}

function pathInGo({ path = "", verb = "" }: JsonObject): JsonObject {
  return { Path: path, Verb: verb };
}
