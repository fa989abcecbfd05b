/** A container's security context as kube-apiserver prints it: with all fields, under their Go names. */
import type { SecurityContext } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";

export function securityContextInGo(context: View<SecurityContext>): unknown {
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
