/** The sources of volumes with the checks of their fields, in the order of kube-apiserver. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, finish } from "@kubewright/apimachinery";
import type { ConfigMapVolumeSource, EphemeralVolumeSource, SecretVolumeSource, Volume } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain, checkOneOf, checkRequired } from "../field-checks.ts";
import { checkDriverName } from "../storage/driver-name.ts";
import type { View } from "../typed.ts";
import { checkDownwardFile } from "./downward-api.ts";
import { checkDescendingPath, checkKeyToPath, checkMode, checkNoBacksteps } from "./paths.ts";
import { checkProjectedVolume } from "./projected-volume.ts";
import {
  checkAzureDisk,
  checkFibreChannel,
  checkFlex,
  checkFlocker,
  checkIscsi,
  checkQuobyte,
} from "./storage-volumes.ts";
import { checkClaimMetadata } from "../claim-metadata.ts";
import { checkClaimSpec } from "../storage/claim-spec.ts";

export interface SourceCheck {
  readonly name: string;
  /** The field name in the error if the volume has more than one source. */
  readonly errorField: string;
  /** `undefined` if the volume does not have this source. `inPod` is false in a template. */
  readonly check: (volume: View<Volume>, path: FieldPath, inPod: boolean) => readonly FieldError[] | undefined;
}

type SourceName = Exclude<keyof Volume, "name" | "emptyDir">;

/** `at` is the field name in errors, if it differs from that of the source. */
function source<Name extends SourceName>(
  name: Name,
  check: (source: NonNullable<View<Volume>[Name]>, path: FieldPath, inPod: boolean) => readonly FieldError[],
  at: { readonly errors?: string; readonly forbidden?: string } = {},
): SourceCheck {
  return {
    name,
    errorField: at.forbidden ?? name,
    check: (volume, path, inPod) => {
      const value = volume[name];
      return value === undefined ? undefined : check(value, path.child(at.errors ?? name), inPod);
    },
  };
}

/** A source whose only rule is that these fields are required. */
function sourceWith<Name extends SourceName>(
  name: Name,
  fields: readonly (keyof NonNullable<Volume[Name]> & string)[],
  at: { readonly errors?: string; readonly forbidden?: string } = {},
): SourceCheck {
  return source(
    name,
    (value, path) => {
      const values = new Map<string, unknown>(Object.entries(value));
      return fields
        .filter((required) => isEmpty(values.get(required)))
        .map((required) => field.required(path.child(required), ""));
    },
    at,
  );
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

const hostPathTypes: readonly string[] = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

const partitionMax = 255;

function checkPartition(partition: number | undefined, path: FieldPath): readonly FieldError[] {
  if (partition === undefined || (partition >= 0 && partition <= partitionMax)) return [];
  return [field.invalid(path, partition, `must be between 1 and ${partitionMax}, inclusive`)];
}

export const sourceChecks: readonly SourceCheck[] = [
  source("hostPath", ({ path: folder = "", type = "" }, path) => {
    if (folder === "") return [field.required(path.child("path"), "")];
    const errors = checkNoBacksteps(folder, path.child("path"));
    return hostPathTypes.includes(type)
      ? errors
      : [...errors, field.notSupported(path.child("type"), type, hostPathTypes)];
  }),
  source("gitRepo", ({ repository, directory = "" }, path) => [
    ...checkRequired(repository, path.child("repository")),
    ...checkDescendingPath(directory, path.child("directory")),
  ]),
  source(
    "gcePersistentDisk",
    ({ pdName, partition }, path) => [
      ...checkRequired(pdName, path.child("pdName")),
      ...checkPartition(partition, path.child("partition")),
    ],
    { errors: "persistentDisk" },
  ),
  source("awsElasticBlockStore", ({ volumeID, partition }, path) => [
    ...checkRequired(volumeID, path.child("volumeID")),
    ...checkPartition(partition, path.child("partition")),
  ]),
  source("secret", (secret, path) => checkFiles(secret, "secretName", path)),
  source("nfs", ({ server, path: folder = "" }, path) => [
    ...checkRequired(server, path.child("server")),
    ...checkRequired(folder, path.child("path")),
    ...(folder.startsWith("/") ? [] : [field.invalid(path.child("path"), folder, "must be an absolute path")]),
  ]),
  source("iscsi", (iscsi, path) => checkIscsi(iscsi, path, false)),
  sourceWith("glusterfs", ["endpoints", "path"]),
  source("flocker", checkFlocker),
  sourceWith("persistentVolumeClaim", ["claimName"]),
  sourceWith("rbd", ["monitors", "image"]),
  source("cinder", ({ volumeID, secretRef }, path) => [
    ...checkRequired(volumeID, path.child("volumeID")),
    ...(secretRef === undefined ? [] : checkRequired(secretRef.name, path.child("secretRef", "name"))),
  ]),
  sourceWith("cephfs", ["monitors"], { forbidden: "cephFS" }),
  source("quobyte", checkQuobyte),
  source(
    "downwardAPI",
    ({ defaultMode, items = [] }, path) => [
      ...checkMode(defaultMode, path.child("defaultMode")),
      ...items.flatMap((item) => checkDownwardFile(item, path)),
    ],
    { forbidden: "downwarAPI" },
  ),
  source("fc", checkFibreChannel),
  source("flexVolume", checkFlex),
  source("configMap", (configMap, path) => checkFiles(configMap, "name", path)),
  sourceWith("azureFile", ["secretName", "shareName"]),
  sourceWith("vsphereVolume", ["volumePath"]),
  sourceWith("photonPersistentDisk", ["pdID"]),
  sourceWith("portworxVolume", ["volumeID"]),
  source("azureDisk", checkAzureDisk),
  source("storageos", ({ volumeName = "", volumeNamespace = "", secretRef }, path) => [
    ...(volumeName === ""
      ? [field.required(path.child("volumeName"), "")]
      : checkDnsLabel(volumeName, path.child("volumeName"))),
    ...(volumeNamespace === "" ? [] : checkDnsLabel(volumeNamespace, path.child("volumeNamespace"))),
    ...(secretRef === undefined ? [] : checkRequired(secretRef.name, path.child("secretRef", "name"))),
  ]),
  source("projected", checkProjectedVolume),
  sourceWith("scaleIO", ["gateway", "system", "volumeName"]),
  source("csi", ({ driver = "", nodePublishSecretRef }, path) => [
    ...checkDriverName(driver, path.child("driver")),
    ...(nodePublishSecretRef === undefined
      ? []
      : (nodePublishSecretRef.name ?? "") === ""
        ? [field.required(path.child("nodePublishSecretRef", "name"), "")]
        : checkDnsSubdomain(nodePublishSecretRef.name ?? "", path.child("name"))),
  ]),
  source("ephemeral", checkEphemeralVolume),
  source("image", ({ reference, pullPolicy }, path, inPod) => [
    ...(inPod ? checkRequired(reference, path.child("reference")) : []),
    ...checkOneOf(pullPolicy, ["Always", "IfNotPresent", "Never"], path.child("pullPolicy")),
  ]),
];

function checkFiles(
  files: View<SecretVolumeSource> & View<ConfigMapVolumeSource>,
  name: "name" | "secretName",
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkRequired(files[name], path.child(name)),
    ...checkMode(files.defaultMode, path.child("defaultMode")),
    ...(files.items ?? []).flatMap((item, index) => checkKeyToPath(item, path.child("items").index(index))),
  ];
}

function checkEphemeralVolume(volume: View<EphemeralVolumeSource>, path: FieldPath): readonly FieldError[] {
  const at = path.child("volumeClaimTemplate");
  const template = volume.volumeClaimTemplate;
  if (template === undefined) return [field.required(at, "")];
  const { metadata = {}, spec = {} } = template;
  return [
    ...finish(checkClaimMetadata(metadata, at.child("metadata"))),
    ...finish(checkClaimSpec(spec, at.child("spec"))),
  ];
}
