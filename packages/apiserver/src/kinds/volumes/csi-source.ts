/** Checks the CSI source of a PersistentVolume. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { CSIPersistentVolumeSource, SecretReference } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain, checkRequired } from "../field-checks.ts";
import { checkDriverName } from "../storage/driver-name.ts";
import type { View } from "../typed.ts";

const csiSecrets = [
  "controllerPublishSecretRef",
  "controllerExpandSecretRef",
  "nodePublishSecretRef",
  "nodeExpandSecretRef",
] as const;

export function checkCsiSource(csi: View<CSIPersistentVolumeSource>, path: FieldPath): readonly FieldError[] {
  return [
    ...checkDriverName(csi.driver ?? "", path.child("driver")),
    ...checkRequired(csi.volumeHandle, path.child("volumeHandle")),
    ...csiSecrets.flatMap((name) => {
      const reference = csi[name];
      return reference === undefined ? [] : checkSecretReference(reference, path.child(name));
    }),
  ];
}

function checkSecretReference(
  { name = "", namespace = "" }: View<SecretReference>,
  path: FieldPath,
): readonly FieldError[] {
  const [nameAt, namespaceAt] = [path.child("name"), path.child("namespace")];
  return [
    ...(name === "" ? [field.required(nameAt, "")] : checkDnsSubdomain(name, nameAt)),
    ...(namespace === "" ? [field.required(namespaceAt, "")] : checkDnsLabel(namespace, namespaceAt)),
  ];
}
