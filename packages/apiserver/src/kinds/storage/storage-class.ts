/** StorageClasses: https://kubernetes.io/docs/concepts/storage/storage-classes/ */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import {
  field,
  fieldPath,
  flatMapInSteps,
  isQualifiedName,
  joinedInSteps,
  repeatedIndexes,
} from "@kubewright/apimachinery";
import { sortKeys } from "@kubewright/schema";
import type { TopologySelectorTerm } from "@kubewright/api/core/v1";
import type { StorageClass } from "@kubewright/api/storage.k8s.io/v1";
import { checkImmutable, checkQualifiedName, checkRequired, checkSupported, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { nameWithDefault } from "../cells.ts";

/** The maximum number of parameters, and their maximum total length in bytes. */
const parametersMax = 512;
const parametersBytesMax = 256 * 1024;

const bindingModes: readonly string[] = ["Immediate", "WaitForFirstConsumer"];
const reclaimPolicies: readonly string[] = ["Delete", "Retain"];

export const storageClassKind: BuiltinKind = builtinKind<StorageClass>({
  group: "storage.k8s.io",
  plural: "storageclasses",
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
  defaults: (draft) => {
    draft.reclaimPolicy ??= "Delete";
    draft.volumeBindingMode ??= "Immediate";
  },
  validate: (object) => checkClass(object),
  validateUpdate: (object, old) => {
    const { provisioner = "" } = object;
    return [
      ...checkRequired(provisioner, fieldPath("provisioner")),
      ...checkImmutable(sortKeys(object.parameters ?? null), old.parameters ?? null, fieldPath("parameters")),
      ...checkImmutable(provisioner, old.provisioner ?? "", fieldPath("provisioner")),
      ...checkImmutable(object.reclaimPolicy, old.reclaimPolicy, fieldPath("reclaimPolicy")),
      ...checkImmutable(object.volumeBindingMode, old.volumeBindingMode, fieldPath("volumeBindingMode")),
    ];
  },
  cells: (object) => ({
    Name: nameWithDefault(
      object,
      "storageclass.kubernetes.io/is-default-class",
      "storageclass.beta.kubernetes.io/is-default-class",
    ),
    Provisioner: object.provisioner ?? "",
    ReclaimPolicy: object.reclaimPolicy ?? "Delete",
    VolumeBindingMode: object.volumeBindingMode ?? "Immediate",
    AllowVolumeExpansion: object.allowVolumeExpansion ?? false,
  }),
});

function checkClass(storageClass: View<StorageClass>): Work<readonly FieldError[]> {
  const { provisioner = "", parameters = {}, reclaimPolicy = "", volumeBindingMode = "" } = storageClass;
  const { allowedTopologies = [] } = storageClass;
  return joinedInSteps([
    () => [
      ...checkProvisioner(provisioner, fieldPath("provisioner")),
      ...checkParameters(parameters),
      ...(reclaimPolicy === "" ? [] : checkSupported(reclaimPolicy, reclaimPolicies, fieldPath("reclaimPolicy"))),
      ...checkSupported(volumeBindingMode, bindingModes, fieldPath("volumeBindingMode")),
    ],
    () => checkTopologies(allowedTopologies),
  ]);
}

/** Checks the name of the provisioner. */
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

/** Each term is reported once for each equal term before it. The bound keeps the response small. */
const repetitionsMax = 10_000;

function checkTopologies(terms: readonly View<TopologySelectorTerm>[]): Work<readonly FieldError[]> {
  // kube-apiserver also compares with one empty term for each term, so an empty term always counts as repeated.
  const known = new Map([["[]", terms.length]]);
  let left = repetitionsMax;
  return flatMapInSteps(terms, (term, index) => {
    const path = fieldPath("allowedTopologies").index(index).child("matchLabelExpressions");
    const expressions = term.matchLabelExpressions ?? [];
    const byKey = new Map(expressions.map(({ key = "", values }) => [key, [...new Set(values ?? [])].toSorted()]));
    const meaning = JSON.stringify([...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const count = known.get(meaning) ?? 0;
    known.set(meaning, count + 1);
    const reported = Math.min(count, left);
    left -= reported;
    return [...checkTerm(expressions, path), ...Array.from({ length: reported }, () => field.duplicate(path, ""))];
  });
}

function checkTerm(
  expressions: NonNullable<View<TopologySelectorTerm>["matchLabelExpressions"]>,
  path: FieldPath,
): readonly FieldError[] {
  const repeated = repeatedIndexes(expressions.map(({ key = "" }) => key));
  return expressions.flatMap(({ key = "", ...expression }, index) => {
    const values = expression.values ?? [];
    const at = path.index(index);
    const repeatedValues = repeatedIndexes(values);
    return [
      ...(values.length === 0 ? [field.required(at.child("values"), "")] : []),
      ...values.flatMap((value, position) =>
        repeatedValues.has(position) ? [field.duplicate(at.child("values").index(position), value)] : [],
      ),
      ...checkQualifiedName(key, at.child("key")),
      ...(repeated.has(index) ? [field.duplicate(at.child("key"), key)] : []),
    ];
  });
}
