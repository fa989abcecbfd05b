/** Checks the security contexts of containers and of Pods. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, repeatedIndexes } from "@kubewright/apimachinery";
import type { PodSpec, SecurityContext, Sysctl } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { checkAppArmor, checkSeccomp } from "./profiles.ts";
import { containersOf } from "./spec-context.ts";
import { checkWindowsOptions } from "./windows.ts";
import { checkSupported } from "../field-checks.ts";

const idMax = 2 ** 31 - 1;

/** The number of a user or of a group. */
export function checkId(id: number | undefined, path: FieldPath): readonly FieldError[] {
  if (id === undefined || (id >= 0 && id <= idMax)) return [];
  return [field.invalid(path, id, `must be between 0 and ${idMax}, inclusive`)];
}

const procMounts: readonly string[] = ["Default", "Unmasked"];

export function checkSecurityContext(
  context: View<SecurityContext> | undefined,
  path: FieldPath,
  { hostUsers }: { readonly hostUsers: boolean },
): readonly FieldError[] {
  if (context === undefined) return [];
  const { procMount } = context;
  const errors = [
    ...checkId(context.runAsUser, path.child("runAsUser")),
    ...checkId(context.runAsGroup, path.child("runAsGroup")),
    ...checkSupported(procMount, procMounts, path.child("procMount")),
  ];
  if (procMount === "Unmasked" && hostUsers) {
    errors.push(field.invalid(path.child("procMount"), procMount, "`hostUsers` must be false to use `Unmasked`"));
  }
  return [
    ...errors,
    ...checkSeccomp(context.seccompProfile, path.child("seccompProfile")),
    ...checkEscalation(context, path),
    ...checkWindowsOptions(context.windowsOptions, path.child("windowsOptions")),
    ...checkAppArmor(context.appArmorProfile, path.child("appArmorProfile")),
  ];
}

/** Privileged containers must allow privilege escalation. The error has the whole context. */
function checkEscalation(context: View<SecurityContext>, path: FieldPath): readonly FieldError[] {
  if (context.allowPrivilegeEscalation !== false) return [];
  const invalid = (what: string): FieldError =>
    field.invalid(path, securityContextInGo(context), `cannot set \`allowPrivilegeEscalation\` to false and ${what}`);
  const added = (context.capabilities?.add ?? []).filter((capability) => capability === "CAP_SYS_ADMIN");
  return [
    ...(context.privileged === true ? [invalid("`privileged` to true")] : []),
    ...added.map(() => invalid("`capabilities.Add` CAP_SYS_ADMIN")),
  ];
}

/** `path` is that of the spec, because some checked fields are outside of the security context. */
export function checkPodSecurityContext(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const { securityContext: context } = spec;
  if (context === undefined) return [];
  const at = path.child("securityContext");
  const oneOf = (
    name: "fsGroupChangePolicy" | "seLinuxChangePolicy" | "supplementalGroupsPolicy",
    supported: readonly string[],
  ): readonly FieldError[] => {
    const value = context[name];
    return checkSupported(value, supported, at.child(name));
  };
  return [
    ...checkId(context.fsGroup, at.child("fsGroup")),
    ...checkId(context.runAsUser, at.child("runAsUser")),
    ...checkId(context.runAsGroup, at.child("runAsGroup")),
    ...(context.supplementalGroups ?? []).flatMap((id, index) =>
      checkId(id, at.child("supplementalGroups").index(index)),
    ),
    ...(spec.shareProcessNamespace === true && spec.hostPID === true
      ? [
          field.invalid(
            at.child("shareProcessNamespace"),
            true,
            "ShareProcessNamespace and HostPID cannot both be enabled",
          ),
        ]
      : []),
    ...checkSysctls(context.sysctls ?? [], spec, at.child("sysctls")),
    ...oneOf("fsGroupChangePolicy", ["Always", "OnRootMismatch"]),
    ...checkSeccomp(context.seccompProfile, at.child("seccompProfile")),
    ...checkWindowsOptions(context.windowsOptions, at.child("windowsOptions")),
    ...checkAppArmor(context.appArmorProfile, at.child("appArmorProfile")),
    ...oneOf("supplementalGroupsPolicy", ["Merge", "Strict"]),
    // The other policy requires a feature gate that is off.
    ...oneOf("seLinuxChangePolicy", ["Recursive"]),
  ];
}

const sysctlSegment = "[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
const sysctlName = String.raw`^(${sysctlSegment}[\./])*${sysctlSegment}$`;
const sysctlLengthMax = 253;

function checkSysctls(sysctls: readonly View<Sysctl>[], spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(sysctls.map(({ name = "" }) => name));
  return sysctls.flatMap(({ name = "" }, index) => {
    const at = path.index(index).child("name");
    const errors: FieldError[] = [];
    if (name === "") errors.push(field.required(at, ""));
    else if (name.length > sysctlLengthMax || !isSysctl(name)) {
      const text = `must have at most ${sysctlLengthMax} characters and match regex ${sysctlName}`;
      errors.push(field.invalid(at, name, text));
    } else if (repeated.has(index)) errors.push(field.duplicate(at, name));
    return [...errors, ...checkShared(name, spec, at)];
  });
}

/** Matches `sysctlName` segment by segment, so that no name takes long. */
function isSysctl(name: string): boolean {
  return name.split(/[./]/u).every((segment) => /^[a-z0-9](?:[-_a-z0-9]*[a-z0-9])?$/u.test(segment));
}

/** A Pod that shares the host's network or memory cannot have its own settings of them. */
function checkShared(name: string, spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const dotted = withDots(name);
  const invalid = (what: string): readonly FieldError[] => [
    field.invalid(path, name, `may not be specified when '${what}' is true`),
  ];
  if (spec.hostNetwork === true && dotted.startsWith("net.")) return invalid("hostNetwork");
  const isOfIpc = ["kernel.shm", "kernel.msg", "fs.mqueue."].some((start) => dotted.startsWith(start));
  return spec.hostIPC === true && (isOfIpc || dotted === "kernel.sem") ? invalid("hostIPC") : [];
}

/** The name with dots as separators. If slashes separate its parts, dots within a part become slashes. */
function withDots(name: string): string {
  const first = /[./]/u.exec(name)?.[0];
  if (first !== "/") return name;
  return name.replaceAll(/[./]/gu, (separator) => (separator === "/" ? "." : "/"));
}

/** A Pod with its own user namespace must not share other namespaces of its host. */
export function checkHostUsers(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  if (spec.hostUsers !== false) return [];
  const text = "when `hostUsers` is false";
  return [
    ...(spec.hostNetwork === true ? [field.forbidden(path.child("hostNetwork"), text)] : []),
    ...(spec.hostPID === true ? [field.forbidden(path.child("HostPID"), text)] : []),
    ...(spec.hostIPC === true ? [field.forbidden(path.child("HostIPC"), text)] : []),
    ...[...containersOf(spec, path)]
      .filter(([{ volumeDevices = [] }]) => volumeDevices.length > 0)
      .map(([, at]) => field.forbidden(at.child("volumeDevices"), text)),
  ];
}

/** As kube-apiserver prints it: with all fields, under their Go names. */
function securityContextInGo(context: View<SecurityContext>): unknown {
  const { capabilities, seLinuxOptions, windowsOptions, seccompProfile, appArmorProfile } = context;
  return {
    Capabilities:
      capabilities === undefined ? null : { Add: capabilities.add ?? null, Drop: capabilities.drop ?? null },
    Privileged: context.privileged ?? null,
    SELinuxOptions:
      seLinuxOptions === undefined
        ? null
        : {
            User: seLinuxOptions.user ?? "",
            Role: seLinuxOptions.role ?? "",
            Type: seLinuxOptions.type ?? "",
            Level: seLinuxOptions.level ?? "",
          },
    WindowsOptions:
      windowsOptions === undefined
        ? null
        : {
            GMSACredentialSpecName: windowsOptions.gmsaCredentialSpecName ?? null,
            GMSACredentialSpec: windowsOptions.gmsaCredentialSpec ?? null,
            RunAsUserName: windowsOptions.runAsUserName ?? null,
            HostProcess: windowsOptions.hostProcess ?? null,
          },
    RunAsUser: context.runAsUser ?? null,
    RunAsGroup: context.runAsGroup ?? null,
    RunAsNonRoot: context.runAsNonRoot ?? null,
    ReadOnlyRootFilesystem: context.readOnlyRootFilesystem ?? null,
    AllowPrivilegeEscalation: context.allowPrivilegeEscalation ?? null,
    ProcMount: context.procMount ?? null,
    SeccompProfile: profileInGo(seccompProfile),
    AppArmorProfile: profileInGo(appArmorProfile),
  };
}

function profileInGo(profile: { readonly type?: string; readonly localhostProfile?: string } | undefined): unknown {
  if (profile === undefined) return null;
  return { Type: profile.type ?? "", LocalhostProfile: profile.localhostProfile ?? null };
}
