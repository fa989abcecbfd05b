/** Checks the spec of a PersistentVolume. Its sources have the rules of the volumes of Pods, except those that differ in `persistentSources`. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, parseQuantity, quantityValue } from "@kubewright/apimachinery";
import type {
  ISCSIPersistentVolumeSource,
  PersistentVolume,
  PersistentVolumeSpec,
  SecretReference,
} from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain, checkRequired, checkSupported } from "../field-checks.ts";
import { checkNodeSelector } from "../pod/affinity.ts";
import { checkNoBacksteps } from "../pod/paths.ts";
import { checkIscsi } from "../pod/storage-volumes.ts";
import { sourceChecks } from "../pod/volume-sources.ts";
import { isNegativeQuantity, isPositiveQuantity } from "../quantities.ts";
import type { View } from "../typed.ts";
import { checkCsiSource } from "./csi-source.ts";

type Spec = View<PersistentVolumeSpec>;

const specPath = fieldPath("spec");
const accessModes: readonly string[] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];
const reclaimPolicies: readonly string[] = ["Delete", "Recycle", "Retain"];
const volumeModes: readonly string[] = ["Block", "Filesystem"];

/** Errors of a PersistentVolume, in the order of kube-apiserver. */
export function checkVolume(volume: View<PersistentVolume>): readonly FieldError[] {
  return [...checkVolumeSpec(volume), ...checkMountOptions(volume)];
}

/** Errors of the spec alone. */
export function checkVolumeSpec({ metadata, spec = {} }: View<PersistentVolume>): readonly FieldError[] {
  return [
    ...checkAccessModes(spec.accessModes ?? [], specPath.child("accessModes")),
    ...checkCapacity(spec.capacity ?? {}),
    ...checkReclaimPolicy(spec.persistentVolumeReclaimPolicy),
    ...checkAffinity(spec.nodeAffinity, specPath.child("nodeAffinity")),
    ...checkSources(spec, metadata?.name ?? "", specPath),
    ...checkRecycling(spec, specPath),
    ...checkClasses(spec),
    ...checkAttributesClass(spec, specPath),
  ];
}

/** Errors of the spec of a volume inside another object, which has a CSI source and nothing that binds claims. */
export function checkInlineVolumeSpec(spec: Spec, path: FieldPath): readonly FieldError[] {
  const forbid = (name: keyof PersistentVolumeSpec, isPresent: boolean, text: string): readonly FieldError[] =>
    isPresent ? [field.forbidden(path.child(name), `${text} in the context of inline volumes`)] : [];
  const {
    claimRef,
    capacity = {},
    csi,
    persistentVolumeReclaimPolicy: policy = "Retain",
    storageClassName = "",
  } = spec;
  const unspecified = "may not be specified";
  return [
    ...forbid("claimRef", claimRef !== undefined, unspecified),
    ...forbid("capacity", Object.keys(capacity).length > 0, unspecified),
    ...(csi === undefined
      ? [field.required(path.child("csi"), "has to be specified in the context of inline volumes")]
      : []),
    ...checkAccessModes(spec.accessModes ?? [], path.child("accessModes")),
    ...forbid("persistentVolumeReclaimPolicy", policy !== "Retain", "may only be Retain"),
    ...forbid("nodeAffinity", spec.nodeAffinity !== undefined, unspecified),
    ...checkSources(spec, "", path),
    ...checkRecycling(spec, path),
    ...forbid("storageClassName", storageClassName !== "", unspecified),
    ...forbid(
      "volumeMode",
      (spec.volumeMode ?? "Filesystem") !== "Filesystem",
      "may not specify volumeMode other than Filesystem",
    ),
  ];
}

function checkAccessModes(modes: readonly string[], at: FieldPath): readonly FieldError[] {
  const known = modes.filter((mode) => accessModes.includes(mode));
  const isAlone = !known.includes("ReadWriteOncePod") || known.every((mode) => mode === "ReadWriteOncePod");
  return [
    ...(modes.length === 0 ? [field.required(at, "")] : []),
    ...modes.filter((mode) => !accessModes.includes(mode)).map((mode) => field.notSupported(at, mode, accessModes)),
    ...(isAlone ? [] : [field.forbidden(at, "may not use ReadWriteOncePod with other access modes")]),
  ];
}

function checkCapacity(capacity: NonNullable<Spec["capacity"]>): readonly FieldError[] {
  const at = specPath.child("capacity");
  const names = Object.keys(capacity);
  const isStorageOnly = names.length === 1 && names[0] === "storage";
  return [
    ...(names.length === 0 ? [field.required(at, "")] : []),
    ...(isStorageOnly ? [] : [field.notSupported(at, names.length === 0 ? null : sortedByName(capacity), ["storage"])]),
    ...Object.entries(capacity).flatMap(([name, quantity]) => [
      ...(isNegativeQuantity(quantity)
        ? [
            field.invalid(
              at.key(name),
              Number(quantityValue(parseQuantity(String(quantity)))),
              "must be a valid resource quantity",
            ),
          ]
        : []),
      ...(isPositiveQuantity(quantity)
        ? []
        : [field.invalid(at.key(name), String(quantity), "must be greater than zero")]),
    ]),
  ];
}

/** As Go prints a map. */
function sortedByName(capacity: NonNullable<Spec["capacity"]>): object {
  return Object.fromEntries(Object.entries(capacity).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function checkReclaimPolicy(policy = ""): readonly FieldError[] {
  if (policy === "" || reclaimPolicies.includes(policy)) return [];
  return [field.notSupported(specPath.child("persistentVolumeReclaimPolicy"), policy, reclaimPolicies)];
}

function checkAffinity(affinity: Spec["nodeAffinity"], path: FieldPath): readonly FieldError[] {
  if (affinity === undefined) return [];
  const at = path.child("required");
  if (affinity.required === undefined) return [field.required(at, "must specify required node constraints")];
  return checkNodeSelector(affinity.required, at);
}

interface PersistentSource {
  readonly name: keyof PersistentVolumeSpec;
  /** The field name in the error if the volume has more than one source. Default: the name. */
  readonly errorField?: string;
  /** Checks the source. Default: the check of Pods. */
  readonly check?: (spec: Spec, path: FieldPath, volumeName: string) => readonly FieldError[];
  /** Checks what the sources of Pods do not have. */
  readonly more?: (spec: Spec, path: FieldPath) => readonly FieldError[];
}

/** The sources in the order of kube-apiserver. */
const persistentSources: readonly PersistentSource[] = [
  { name: "hostPath" },
  { name: "gcePersistentDisk" },
  { name: "awsElasticBlockStore" },
  { name: "glusterfs", more: ({ glusterfs }, path) => checkEndpointsNamespace(glusterfs?.endpointsNamespace, path) },
  { name: "flocker" },
  { name: "nfs" },
  { name: "rbd" },
  { name: "quobyte" },
  { name: "cephfs", errorField: "cephFS" },
  { name: "iscsi", check: ({ iscsi = {} }, path, name) => checkPersistentIscsi(iscsi, path.child("iscsi"), name) },
  { name: "cinder", more: ({ cinder }, path) => checkNamespaceOf(cinder?.secretRef, path) },
  { name: "fc" },
  { name: "flexVolume" },
  {
    name: "azureFile",
    more: ({ azureFile }, path) =>
      azureFile?.secretNamespace === "" ? [field.required(path.child("secretNamespace"), "")] : [],
  },
  { name: "vsphereVolume" },
  { name: "photonPersistentDisk" },
  { name: "portworxVolume" },
  { name: "azureDisk" },
  { name: "scaleIO" },
  { name: "local", check: checkLocal },
  { name: "storageos", more: ({ storageos }, path) => checkNamespaceOf(storageos?.secretRef, path) },
  { name: "csi", check: ({ csi = {} }, path) => checkCsiSource(csi, path.child("csi")) },
];

function checkSources(spec: Spec, volumeName: string, path: FieldPath): readonly FieldError[] {
  const present = persistentSources.filter(({ name }) => spec[name] !== undefined);
  if (present.length === 0) return [field.required(path, "must specify a volume type")];
  return present.flatMap(({ name, errorField = name, check = checkAsInPod(name), more = () => [] }, index) =>
    // A flexVolume is checked also beside another source.
    index === 0 || name === "flexVolume"
      ? [...check(spec, path, volumeName), ...more(spec, path.child(name))]
      : [field.forbidden(path.child(errorField), "may not specify more than 1 volume type")],
  );
}

/** The sources of Pods have the same fields, but for those that are checked separately. */
function checkAsInPod(name: string): (spec: Spec, path: FieldPath) => readonly FieldError[] {
  const found = sourceChecks.find((source) => source.name === name);
  return (spec, path) => found?.check({ [name]: spec[name as keyof Spec] }, path, true) ?? [];
}

function checkEndpointsNamespace(namespace: string | undefined, path: FieldPath): readonly FieldError[] {
  if (namespace === undefined) return [];
  const at = path.child("endpointsNamespace");
  if (namespace !== "") return checkDnsLabel(namespace, at);
  return [field.invalid(at, namespace, "if the endpointnamespace is set, it must be a valid namespace name")];
}

function checkNamespaceOf(reference: View<SecretReference> | undefined, path: FieldPath): readonly FieldError[] {
  return reference === undefined ? [] : checkRequired(reference.namespace, path.child("secretRef", "namespace"));
}

/** The kernel's limit for session names. */
const sessionNameLengthMax = 64;

function checkPersistentIscsi(
  iscsi: View<ISCSIPersistentVolumeSource>,
  path: FieldPath,
  volumeName: string,
): readonly FieldError[] {
  const { targetPortal = "", initiatorName } = iscsi;
  const isTooLong = initiatorName !== undefined && `${volumeName}:${targetPortal}`.length > sessionNameLengthMax;
  const text =
    "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
  return [
    ...(isTooLong ? [field.invalid(path.child("targetportal"), targetPortal, text)] : []),
    ...checkIscsi(iscsi, path, true),
  ];
}

function checkLocal({ local = {}, nodeAffinity }: Spec, path: FieldPath): readonly FieldError[] {
  const at = path.child("local", "path");
  const { path: folder = "" } = local;
  return [
    ...(folder === "" ? [field.required(at, "")] : checkNoBacksteps(folder, at)),
    ...(nodeAffinity === undefined
      ? [field.required(path.child("nodeAffinity"), "Local volume requires node affinity")]
      : []),
  ];
}

function checkRecycling({ hostPath, persistentVolumeReclaimPolicy }: Spec, path: FieldPath): readonly FieldError[] {
  const isRoot = hostPath?.path !== undefined && /^\/(?:\.?\/)*\.?$/u.test(hostPath.path);
  if (!isRoot || persistentVolumeReclaimPolicy !== "Recycle") return [];
  const at = path.child("persistentVolumeReclaimPolicy");
  return [field.forbidden(at, "may not be 'recycle' for a hostPath mount of '/'")];
}

function checkClasses(spec: Spec): readonly FieldError[] {
  const { storageClassName = "", volumeMode } = spec;
  return [
    ...(storageClassName === "" ? [] : checkDnsSubdomain(storageClassName, specPath.child("storageClassName"))),
    ...checkSupported(volumeMode, volumeModes, specPath.child("volumeMode")),
  ];
}

function checkAttributesClass({ volumeAttributesClassName, csi }: Spec, path: FieldPath): readonly FieldError[] {
  if (volumeAttributesClassName === undefined) return [];
  const at = path.child("volumeAttributesClassName");
  return [
    ...(volumeAttributesClassName === ""
      ? [field.required(at, "an empty string is disallowed")]
      : checkDnsSubdomain(volumeAttributesClassName, at)),
    ...(csi === undefined
      ? [field.required(path.child("csi"), "has to be specified when using volumeAttributesClassName")]
      : []),
  ];
}

const mountOptions = "volume.beta.kubernetes.io/mount-options";

const sourcesWithMountOptions: readonly (keyof PersistentVolumeSpec)[] = [
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "nfs",
  "rbd",
  "quobyte",
  "iscsi",
  "cinder",
  "cephfs",
  "azureFile",
  "vsphereVolume",
  "azureDisk",
  "photonPersistentDisk",
];

function checkMountOptions({ metadata, spec = {} }: View<PersistentVolume>): readonly FieldError[] {
  if (!Object.hasOwn(metadata?.annotations ?? {}, mountOptions)) return [];
  if (sourcesWithMountOptions.some((name) => spec[name] !== undefined)) return [];
  const at = fieldPath("metadata").child("annotations", mountOptions);
  return [field.forbidden(at, "may not specify mount options for this volume type")];
}
