/** All checks, and the ones of a level and version. */
import { allowPrivilegeEscalation } from "./allow-privilege-escalation.ts";
import { appArmorProfile } from "./app-armor-profile.ts";
import { capabilitiesBaseline } from "./capabilities-baseline.ts";
import { capabilitiesRestricted } from "./capabilities-restricted.ts";
import type { Check, CheckPod, VersionedCheck } from "./check.ts";
import { hostNamespaces } from "./host-namespaces.ts";
import { hostPathVolumes } from "./host-path-volumes.ts";
import { hostPorts } from "./host-ports.ts";
import { hostProbesAndHostLifecycle } from "./host-probes.ts";
import { privileged } from "./privileged.ts";
import { procMount, procMountRestricted } from "./proc-mount.ts";
import { restrictedVolumes } from "./restricted-volumes.ts";
import { runAsNonRoot } from "./run-as-non-root.ts";
import { runAsUser } from "./run-as-user.ts";
import { seLinuxOptions } from "./se-linux-options.ts";
import { seccompProfileBaseline, seccompProfileRestricted } from "./seccomp-profile.ts";
import { sysctls } from "./sysctls.ts";
import { windowsHostProcess } from "./windows-host-process.ts";

/** By level, then by id: the order of violations in messages. */
const checks: readonly Check[] = [
  appArmorProfile,
  capabilitiesBaseline,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndHostLifecycle,
  privileged,
  procMount,
  seLinuxOptions,
  seccompProfileBaseline,
  sysctls,
  windowsHostProcess,
  allowPrivilegeEscalation,
  capabilitiesRestricted,
  procMountRestricted,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccompProfileRestricted,
];

/** The checks of the policy version `v1.MINOR`; `Infinity` for the latest one. A check replaces the baseline check that it overrides. */
export function checksOf(level: Check["level"], minor: number): readonly CheckPod[] {
  const current = checks
    .filter((check) => level === "restricted" || check.level === "baseline")
    .flatMap(({ id, versions }): readonly (VersionedCheck & { readonly id: string })[] => {
      const version = versions.findLast(({ since }) => since <= minor);
      return version === undefined ? [] : [{ id, ...version }];
    });
  const overridden = new Set(current.map(({ overrides }) => overrides));
  return current.filter(({ id }) => !overridden.has(id)).map(({ check }) => check);
}
