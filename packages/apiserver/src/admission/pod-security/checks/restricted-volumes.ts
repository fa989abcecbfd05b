/** Volumes have types without access to resources outside of the cluster. */
import type { Volume } from "@kubewright/api/core/v1";
import type { View } from "../../../kinds/typed.ts";
import type { Check, CheckPod } from "./check.ts";
import { counted, nameOf, plural, quoted, sortedSet } from "./check.ts";

type VolumeType = Exclude<keyof Volume, "name">;

const allowed: readonly VolumeType[] = [
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "image",
  "persistentVolumeClaim",
  "projected",
  "secret",
];

/** A volume with several types is reported as the first of these. */
const restricted: readonly VolumeType[] = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "gitRepo",
  "nfs",
  "iscsi",
  "glusterfs",
  "rbd",
  "flexVolume",
  "cinder",
  "cephfs",
  "flocker",
  "fc",
  "azureFile",
  "vsphereVolume",
  "quobyte",
  "azureDisk",
  "photonPersistentDisk",
  "portworxVolume",
  "scaleIO",
  "storageos",
];

const limitTypes: CheckPod = ({ spec }) => {
  const volumes = (spec.volumes ?? []).filter((volume) => allowed.every((type) => volume[type] === undefined));
  if (volumes.length === 0) return undefined;
  const types = sortedSet(volumes.map(typeOf));
  const verb = volumes.length === 1 ? "uses" : "use";
  return {
    reason: "restricted volume types",
    detail: `${counted("volume", volumes.map(nameOf))} ${verb} ${plural("restricted volume type", types.length)} ${quoted(types)}`,
  };
};

function typeOf(volume: View<Volume>): string {
  return restricted.find((type) => volume[type] !== undefined) ?? "unknown";
}

export const restrictedVolumes: Check = {
  id: "restrictedVolumes",
  level: "restricted",
  versions: [{ since: 0, check: limitTypes, overrides: "hostPathVolumes" }],
};
