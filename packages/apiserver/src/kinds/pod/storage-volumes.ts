/** Checks volumes of storage systems. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field } from "@kubewright/apimachinery";
import type {
  AzureDiskVolumeSource,
  FCVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  ISCSIVolumeSource,
  QuobyteVolumeSource,
} from "@kubewright/api/core/v1";
import { checkRequired, checkSupported } from "../field-checks.ts";
import type { View } from "../typed.ts";

const lunMax = 255;

function checkLun(lun: number, path: FieldPath): readonly FieldError[] {
  return lun >= 0 && lun <= lunMax ? [] : [field.invalid(path, lun, `must be between 0 and ${lunMax}, inclusive`)];
}

/** The three formats of iSCSI names, by prefix. */
const iscsiNames: readonly (readonly [prefix: string, form: RegExp])[] = [
  ["iqn", /iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:[^,;*&$|\s]+$/u],
  ["eui", /^eui.[A-Za-z0-9]{16}$/u],
  ["naa", /^naa.[A-Za-z0-9]{32}$/u],
];

function checkIscsiName(name: string, path: FieldPath, isPersistent: boolean): readonly FieldError[] {
  const kind = iscsiNames.find(([prefix]) => name.startsWith(prefix));
  if (kind === undefined) {
    const text = isPersistent ? "must be valid format" : "must be valid format starting with iqn, eui, or naa";
    return [field.invalid(path, name, text)];
  }
  return kind[1].test(name) ? [] : [field.invalid(path, name, "must be valid format")];
}

/** Checks an iSCSI volume. `isPersistent`: the source of a PersistentVolume, whose secret is in another namespace. */
export function checkIscsi(
  iscsi: View<ISCSIVolumeSource>,
  path: FieldPath,
  isPersistent: boolean,
): readonly FieldError[] {
  const { iqn = "", initiatorName } = iscsi;
  const needsSecret = iscsi.chapAuthDiscovery === true || iscsi.chapAuthSession === true;
  return [
    ...checkRequired(iscsi.targetPortal, path.child("targetPortal")),
    ...(iqn === "" ? [field.required(path.child("iqn"), "")] : checkIscsiName(iqn, path.child("iqn"), isPersistent)),
    ...checkLun(iscsi.lun ?? 0, path.child("lun")),
    ...(needsSecret && iscsi.secretRef === undefined ? [field.required(path.child("secretRef"), "")] : []),
    ...(isPersistent && iscsi.secretRef !== undefined
      ? checkRequired(iscsi.secretRef.name, path.child("secretRef", "name"))
      : []),
    ...(initiatorName === undefined ? [] : checkIscsiName(initiatorName, path.child("initiatorname"), isPersistent)),
  ];
}

export function checkFibreChannel(channel: View<FCVolumeSource>, path: FieldPath): readonly FieldError[] {
  const { targetWWNs = [], wwids = [], lun } = channel;
  const errors: FieldError[] = [];
  if (targetWWNs.length === 0 && wwids.length === 0) {
    const text = "must specify either targetWWNs or wwids, but not both";
    errors.push(field.required(path.child("targetWWNs"), text));
  }
  if (targetWWNs.length > 0 && wwids.length > 0) {
    const text = "targetWWNs and wwids can not be specified simultaneously";
    errors.push(field.invalid(path.child("targetWWNs"), targetWWNs, text));
  }
  if (targetWWNs.length === 0) return errors;
  if (lun === undefined)
    return [...errors, field.required(path.child("lun"), "lun is required if targetWWNs is specified")];
  return [...errors, ...checkLun(lun, path.child("lun"))];
}

export function checkFlocker(flocker: View<FlockerVolumeSource>, path: FieldPath): readonly FieldError[] {
  const { datasetName = "", datasetUUID = "" } = flocker;
  const errors: FieldError[] = [];
  if (datasetName === "" && datasetUUID === "") {
    errors.push(field.required(path, "one of datasetName and datasetUUID is required"));
  }
  if (datasetName !== "" && datasetUUID !== "") {
    errors.push(field.invalid(path, "resource", "datasetName and datasetUUID can not be specified simultaneously"));
  }
  if (datasetName.includes("/")) {
    errors.push(field.invalid(path.child("datasetName"), datasetName, "must not contain '/'"));
  }
  return errors;
}

const tenantLengthMax = 64;

export function checkQuobyte(quobyte: View<QuobyteVolumeSource>, path: FieldPath): readonly FieldError[] {
  const { registry = "", tenant = "" } = quobyte;
  const pairs = "must be a host:port pair or multiple pairs separated by commas";
  const errors: FieldError[] = [];
  if (registry === "") errors.push(field.required(path.child("registry"), pairs));
  else if (tenant.length > tenantLengthMax) {
    errors.push(field.required(path.child("tenant"), "must be a UUID and may not exceed a length of 64 characters"));
  } else {
    const wrong = registry.split(",").filter((pair) => !/^(?:[^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/u.test(pair));
    append(
      errors,
      wrong.map(() => field.invalid(path.child("registry"), registry, pairs)),
    );
  }
  return [...errors, ...checkRequired(quobyte.volume, path.child("volume"))];
}

/** Rejects options in namespaces that are reserved for Kubernetes. */
export function checkFlex(flex: View<FlexVolumeSource>, path: FieldPath): readonly FieldError[] {
  const reserved = Object.keys(flex.options ?? {}).filter((key) => {
    const [namespace = ""] = key.split("/");
    return /\.(?:kubernetes|k8s)\.io$/u.test(`.${namespace.toLowerCase()}`);
  });
  return [
    ...checkRequired(flex.driver, path.child("driver")),
    ...reserved.map((key) =>
      field.invalid(path.child("options").key(key), key, "kubernetes.io and k8s.io namespaces are reserved"),
    ),
  ];
}

const cachingModes: readonly string[] = ["None", "ReadOnly", "ReadWrite"];
const diskKinds: readonly string[] = ["Dedicated", "Managed", "Shared"];
const managedUri = "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
const blobUri = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";

export function checkAzureDisk(disk: View<AzureDiskVolumeSource>, path: FieldPath): readonly FieldError[] {
  const { diskURI = "", cachingMode, kind } = disk;
  const errors = [
    ...checkRequired(disk.diskName, path.child("diskName")),
    ...checkRequired(diskURI, path.child("diskURI")),
  ];
  append(errors, checkSupported(cachingMode, cachingModes, path.child("cachingMode")));
  if (kind === undefined) return errors;
  if (!diskKinds.includes(kind)) errors.push(field.notSupported(path.child("kind"), kind, diskKinds));
  const [start, form] = kind === "Managed" ? ["/subscriptions/", managedUri] : ["https://", blobUri];
  if (!diskURI.startsWith(start)) errors.push(field.notSupported(path.child("diskURI"), diskURI, [form]));
  return errors;
}
