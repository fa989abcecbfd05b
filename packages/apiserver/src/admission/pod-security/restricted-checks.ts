/** The checks that the level `restricted` has in addition to those of `baseline`, ordered by id. */
import type { Volume } from "@kubewright/api/core/v1";
import type { View } from "../../kinds/typed.ts";
import { checkProcMount, hasOwnUsers, limitSeccompProfiles, seccompTypeOf } from "./baseline-checks.ts";
import type { Check, CheckPod, PodUnderReview } from "./check.ts";
import {
  checkContainers,
  checkContexts,
  counted,
  findContainers,
  findContexts,
  nameOf,
  plural,
  quoted,
  sortedSet,
  unless,
  uses,
} from "./check.ts";

type VolumeType = Exclude<keyof Volume, "name">;

/** Types of volumes without access to resources outside of the cluster. */
const allowedVolumes: readonly VolumeType[] = [
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
const restrictedVolumes: readonly VolumeType[] = [
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

/** Programs with set-user-ID could otherwise gain privileges. */
const forbidEscalation: CheckPod = checkContainers({
  reason: "allowPrivilegeEscalation != false",
  read: ({ securityContext }) => securityContext?.allowPrivilegeEscalation !== false,
  detail: ({ setters }) => `${setters} must set securityContext.allowPrivilegeEscalation=false`,
});

const forbidRoot: CheckPod = checkContexts({
  reason: "runAsUser=0",
  read: ({ runAsUser }) => runAsUser === 0,
  detail: ({ setters }) => `${setters} must not set runAsUser=0`,
});

export const restrictedChecks: readonly Check[] = [
  {
    id: "allowPrivilegeEscalation",
    versions: [
      { since: 8, check: forbidEscalation },
      { since: 25, check: unless(isWindows, forbidEscalation) },
    ],
  },
  {
    id: "capabilities_restricted",
    overrides: "capabilities_baseline",
    versions: [
      { since: 22, check: requireDropAll },
      { since: 25, check: unless(isWindows, requireDropAll) },
    ],
  },
  { id: "procMount_restricted", overrides: "procMount", versions: [{ since: 35, check: checkProcMount }] },
  { id: "restrictedVolumes", overrides: "hostPathVolumes", versions: [{ since: 0, check: limitVolumes }] },
  {
    id: "runAsNonRoot",
    versions: [
      { since: 0, check: requireNonRoot },
      { since: 35, check: unless(hasOwnUsers, requireNonRoot) },
    ],
  },
  {
    id: "runAsUser",
    versions: [
      { since: 23, check: forbidRoot },
      { since: 35, check: unless(hasOwnUsers, forbidRoot) },
    ],
  },
  {
    id: "seccompProfile_restricted",
    overrides: "seccompProfile_baseline",
    versions: [
      { since: 19, check: requireSeccompProfiles },
      { since: 25, check: unless(isWindows, requireSeccompProfiles) },
    ],
  },
];

function isWindows({ spec }: PodUnderReview): boolean {
  return spec.os?.name === "windows";
}

/** Containers drop all capabilities, and add none but `NET_BIND_SERVICE`. */
function requireDropAll(pod: PodUnderReview): ReturnType<CheckPod> {
  const field = "securityContext.capabilities";
  const keeping = findContainers(pod, ({ securityContext }) => {
    return !(securityContext?.capabilities?.drop ?? []).includes("ALL");
  });
  const adding = findContainers(pod, ({ securityContext }) =>
    (securityContext?.capabilities?.add ?? []).filter((capability) => capability !== "NET_BIND_SERVICE"),
  );
  const details = [
    ...(keeping === undefined ? [] : [`${keeping.setters} must set ${field}.drop=["ALL"]`]),
    ...(adding === undefined ? [] : [`${adding.setters} must not include ${quoted(adding.values)} in ${field}.add`]),
  ];
  return details.length === 0 ? undefined : { reason: "unrestricted capabilities", detail: details.join("; ") };
}

function limitVolumes({ spec }: PodUnderReview): ReturnType<CheckPod> {
  const volumes = (spec.volumes ?? []).filter((volume) => allowedVolumes.every((type) => volume[type] === undefined));
  if (volumes.length === 0) return undefined;
  const types = sortedSet(volumes.map(volumeTypeOf));
  const names = counted("volume", volumes.map(nameOf));
  return {
    reason: "restricted volume types",
    detail: `${names} ${uses(volumes.length)} ${plural("restricted volume type", types.length)} ${quoted(types)}`,
  };
}

function volumeTypeOf(volume: View<Volume>): string {
  return restrictedVolumes.find((type) => volume[type] !== undefined) ?? "unknown";
}

function requireNonRoot(pod: PodUnderReview): ReturnType<CheckPod> {
  const reason = "runAsNonRoot != true";
  const found = findContexts(pod, ({ runAsNonRoot }) => runAsNonRoot === false);
  if (found !== undefined) {
    return { reason, detail: `${found.setters} must not set securityContext.runAsNonRoot=false` };
  }
  if (pod.spec.securityContext?.runAsNonRoot === true) return undefined;
  const unset = findContainers(pod, ({ securityContext }) => securityContext?.runAsNonRoot === undefined);
  return unset && { reason, detail: `pod or ${unset.setters} must set securityContext.runAsNonRoot=true` };
}

function requireSeccompProfiles(pod: PodUnderReview): ReturnType<CheckPod> {
  const limited = limitSeccompProfiles(pod);
  if (limited !== undefined || seccompTypeOf(pod.spec.securityContext) !== undefined) return limited;
  const unset = findContainers(pod, ({ securityContext }) => seccompTypeOf(securityContext) === undefined);
  const values = '"RuntimeDefault" or "Localhost"';
  return (
    unset && {
      reason: "seccompProfile",
      detail: `pod or ${unset.setters} must set securityContext.seccompProfile.type to ${values}`,
    }
  );
}
