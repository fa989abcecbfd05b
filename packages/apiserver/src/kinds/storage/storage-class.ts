/** StorageClasses: https://kubernetes.io/docs/concepts/storage/storage-classes/ */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual, isQualifiedName } from "@kubewright/apimachinery";
import type { TopologySelectorTerm } from "@kubewright/api/core/v1";
import type { StorageClass } from "@kubewright/api/storage.k8s.io/v1";
import { checkImmutable, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { draftOf, viewOf } from "../typed.ts";

/** How many parameters there may be, and how long all of them, in bytes. */
const parametersMax = 512;
const parametersBytesMax = 256 * 1024;

const bindingModes: readonly string[] = ["Immediate", "WaitForFirstConsumer"];
const reclaimPolicies: readonly string[] = ["Delete", "Retain"];

export const storageClassKind: BuiltinKind = {
  group: "storage.k8s.io",
  plural: "storageclasses",
  defaults: (draft) => {
    const storageClass = draftOf<StorageClass>(draft);
    storageClass.reclaimPolicy ??= "Delete";
    storageClass.volumeBindingMode ??= "Immediate";
  },
  validate: (object) => checkClass(viewOf<StorageClass>(object)),
  validateUpdate: (object, old) => {
    const next = viewOf<StorageClass>(object);
    const before = viewOf<StorageClass>(old);
    return (["parameters", "provisioner", "reclaimPolicy", "volumeBindingMode"] as const).flatMap((name) =>
      checkImmutable(next[name], before[name], fieldPath(name)),
    );
  },
};

function checkClass(storageClass: View<StorageClass>): readonly FieldError[] {
  const { provisioner = "", parameters = {}, reclaimPolicy = "", volumeBindingMode = "" } = storageClass;
  const { allowedTopologies = [] } = storageClass;
  return [
    ...checkProvisioner(provisioner, fieldPath("provisioner")),
    ...checkParameters(parameters),
    ...(reclaimPolicy === "" || reclaimPolicies.includes(reclaimPolicy)
      ? []
      : [field.notSupported(fieldPath("reclaimPolicy"), reclaimPolicy, reclaimPolicies)]),
    ...(bindingModes.includes(volumeBindingMode)
      ? []
      : [field.notSupported(fieldPath("volumeBindingMode"), volumeBindingMode, bindingModes)]),
    ...checkTopologies(allowedTopologies),
  ];
}

/** The name of what makes volumes. */
export function checkProvisioner(name: string, path: FieldPath): readonly FieldError[] {
  if (name === "") return [field.required(path, "")];
  return invalidFor(path, name.toLowerCase(), isQualifiedName(name.toLowerCase()));
}

export function checkParameters(parameters: { readonly [name: string]: string }): readonly FieldError[] {
  const path = fieldPath("parameters");
  const entries = Object.entries(parameters);
  if (entries.length > parametersMax) return [field.tooLong(path, parametersMax)];
  const bytes = entries.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  return [
    ...entries.flatMap(([name]) => (name === "" ? [field.invalid(path, name, "field can not be empty.")] : [])),
    ...(bytes > parametersBytesMax ? [field.tooLong(path, parametersBytesMax)] : []),
  ];
}

function checkTopologies(terms: readonly View<TopologySelectorTerm>[]): readonly FieldError[] {
  // The reference compares with as many empty terms as there are terms, so that an empty one is always a repetition.
  const known: unknown[] = terms.map(() => ({}));
  return terms.flatMap((term, index) => {
    const path = fieldPath("allowedTopologies").index(index).child("matchLabelExpressions");
    const expressions = term.matchLabelExpressions ?? [];
    const meaning = Object.fromEntries(
      expressions.map(({ key = "", values }) => [key, [...new Set(values ?? [])].toSorted()]),
    );
    const repetitions = known.filter((other) => isDeepEqual(other, meaning));
    known.push(meaning);
    return [...checkTerm(expressions, path), ...repetitions.map(() => field.duplicate(path, ""))];
  });
}

function checkTerm(
  expressions: NonNullable<View<TopologySelectorTerm>["matchLabelExpressions"]>,
  path: FieldPath,
): readonly FieldError[] {
  return expressions.flatMap(({ key = "", ...expression }, index) => {
    const values = expression.values ?? [];
    const at = path.index(index);
    const isRepeated = expressions.slice(0, index).some((other) => (other.key ?? "") === key);
    return [
      ...(values.length === 0 ? [field.required(at.child("values"), "")] : []),
      ...values.flatMap((value, position) =>
        values.indexOf(value) < position ? [field.duplicate(at.child("values").index(position), value)] : [],
      ),
      ...invalidFor(at.child("key"), key, isQualifiedName(key)),
      ...(isRepeated ? [field.duplicate(at.child("key"), key)] : []),
    ];
  });
}
