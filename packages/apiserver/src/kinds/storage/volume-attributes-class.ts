/** VolumeAttributesClasses: https://kubernetes.io/docs/concepts/storage/volume-attributes-classes/ */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { VolumeAttributesClass } from "@kubewright/api/storage.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { View } from "../typed.ts";
import { checkParameters, checkProvisioner } from "./storage-class.ts";

const driverPath = fieldPath("driverName");
const parametersPath = fieldPath("parameters");

export const volumeAttributesClassKind: BuiltinKind = builtinKind<VolumeAttributesClass>({
  group: "storage.k8s.io",
  plural: "volumeattributesclasses",
  metadataChecks: { wholeOnUpdate: true },
  deletion: { returnsObject: true },
  validate: (object) => checkClass(object),
  validateUpdate: (object, old) => {
    const forbidden = [
      ...(object.driverName === old.driverName
        ? []
        : [field.forbidden(driverPath, "updates to driverName are forbidden.")]),
      ...(isDeepEqual(object.parameters, old.parameters)
        ? []
        : [field.forbidden(parametersPath, "updates to parameters are forbidden.")]),
    ];
    return [...forbidden, ...checkClass(object)];
  },
  cells: (object) => ({ DriverName: object.driverName ?? "" }),
});

function checkClass({ driverName = "", parameters = {} }: View<VolumeAttributesClass>): readonly FieldError[] {
  const isEmpty = Object.keys(parameters).length === 0;
  return [
    ...checkProvisioner(driverName, driverPath),
    ...checkParameters(parameters),
    ...(isEmpty ? [field.required(parametersPath, "must contain at least one key/value pair")] : []),
  ];
}
