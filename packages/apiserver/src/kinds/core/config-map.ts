/** ConfigMaps: https://kubernetes.io/docs/concepts/configuration/configmap/ */
import type { FieldError, Work } from "@kubewright/apimachinery";
import {
  append,
  eachInSteps,
  field,
  fieldPath,
  isConfigMapKey,
  isDeepEqual,
  joinedInSteps,
  whenDone,
} from "@kubewright/apimachinery";
import type { ConfigMap } from "@kubewright/api/core/v1";
import { checkConfigMapKey, invalidFor } from "../field-checks.ts";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";

/** The maximum size of all values together, in bytes. */
export const dataSizeMax: number = 1024 * 1024;

export const configMapKind: BuiltinKind = builtinKind<ConfigMap>({
  group: "",
  plural: "configmaps",
  metadataChecks: { wholeOnUpdate: true },
  validate: (object) => checkConfigMap(object),
  validateUpdate: (object, old) =>
    joinedInSteps([() => checkUnchanged(object, old, ["data", "binaryData"]), () => checkConfigMap(object)]),
  cells: (object) => {
    const { data, binaryData } = object;
    return { Data: Object.keys(data ?? {}).length + Object.keys(binaryData ?? {}).length };
  },
});

function checkConfigMap({ data = {}, binaryData = {} }: View<ConfigMap>): Work<readonly FieldError[]> {
  const errors: FieldError[] = [];
  let size = 0;
  const path = fieldPath("data");
  const checkingData = eachInSteps(Object.keys(data), (key) => {
    const problems = isConfigMapKey(key);
    if (problems.length > 0) append(errors, invalidFor(path.key(key), key, problems));
    if (Object.hasOwn(binaryData, key)) {
      errors.push(field.invalid(path.key(key), key, "duplicate of key present in binaryData"));
    }
    size += Buffer.byteLength(data[key] ?? "", "utf8");
  });
  const checkBinary = (key: string): void => {
    append(errors, checkConfigMapKey(key, fieldPath("binaryData").key(key)));
    size += Buffer.byteLength(binaryData[key] ?? "", "base64");
  };
  const checking = whenDone(checkingData, () => eachInSteps(Object.keys(binaryData), checkBinary));
  return whenDone(checking, () => {
    // The path of the object as a whole prints as [].
    if (size > dataSizeMax) errors.push(field.tooLong(fieldPath(""), dataSizeMax));
    return errors;
  });
}

/** Rejects changes of objects with `immutable: true`, which cannot be unset. */
export function checkUnchanged<T extends { readonly immutable?: boolean }>(
  object: T,
  old: T,
  names: readonly (keyof T & string)[],
): readonly FieldError[] {
  if (old.immutable !== true) return [];
  const text = "field is immutable when `immutable` is set";
  return [
    ...(object.immutable === true ? [] : [field.forbidden(fieldPath("immutable"), text)]),
    ...names
      .filter((name) => !isDeepEqual(object[name] ?? {}, old[name] ?? {}))
      .map((name) => field.forbidden(fieldPath(name), text)),
  ];
}
