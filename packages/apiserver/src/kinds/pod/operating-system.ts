/** Rejects fields that the operating system of the Pod (`spec.os`) does not support. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type { PodSecurityContext, PodSpec, SecurityContext } from "@kubewright/api/core/v1";
import type { View } from "../typed.ts";
import { containersOf } from "./spec-context.ts";

const systems: readonly string[] = ["linux", "windows"];

export function checkOperatingSystem(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  if (spec.os === undefined) return [];
  const { name = "" } = spec.os;
  switch (name) {
    case "":
      return [field.required(path.child("os", "name"), "")];
    case "linux":
      return checkLinux(spec, path);
    case "windows":
      return checkWindows(spec, path);
    default:
      return [field.notSupported(path.child("os"), name, systems)];
  }
}

function checkLinux(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const contexts = [[spec, path] as const, ...containersOf(spec, path)];
  return contexts
    .filter(([{ securityContext }]) => securityContext?.windowsOptions !== undefined)
    .map(([, at]) =>
      field.forbidden(at.child("securityContext", "windowsOptions"), "windows options cannot be set for a linux pod"),
    );
}

/** In the order of kube-apiserver, which mixes fields of the Pod with those of its security context. */
const podFields: readonly (
  | { readonly ofContext: keyof PodSecurityContext }
  | { readonly ofPod: "hostIPC" | "hostPID" | "hostUsers" | "shareProcessNamespace" }
)[] = [
  { ofContext: "appArmorProfile" },
  { ofContext: "seLinuxOptions" },
  { ofPod: "hostUsers" },
  { ofPod: "hostPID" },
  { ofPod: "hostIPC" },
  { ofContext: "seccompProfile" },
  { ofContext: "fsGroup" },
  { ofContext: "fsGroupChangePolicy" },
  { ofContext: "sysctls" },
  { ofPod: "shareProcessNamespace" },
  { ofContext: "runAsUser" },
  { ofContext: "runAsGroup" },
  { ofContext: "supplementalGroups" },
  { ofContext: "supplementalGroupsPolicy" },
  { ofContext: "seLinuxChangePolicy" },
];

const containerFields: readonly (keyof SecurityContext)[] = [
  "appArmorProfile",
  "seLinuxOptions",
  "seccompProfile",
  "capabilities",
  "readOnlyRootFilesystem",
  "privileged",
  "allowPrivilegeEscalation",
  "procMount",
  "runAsUser",
  "runAsGroup",
];

function checkWindows(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const forbid = (at: FieldPath): FieldError => field.forbidden(at, "cannot be set for a windows pod");
  return [
    ...podFields.flatMap((each) => {
      if ("ofPod" in each) {
        const value = spec[each.ofPod];
        // `false` equals absent only for `hostPID` and the other host namespaces.
        const isOff = each.ofPod === "hostPID" || each.ofPod === "hostIPC" ? value !== true : value === undefined;
        return isOff ? [] : [forbid(path.child(each.ofPod))];
      }
      const isSet = spec.securityContext?.[each.ofContext] !== undefined;
      return isSet ? [forbid(path.child("securityContext", each.ofContext))] : [];
    }),
    ...[...containersOf(spec, path)].flatMap(([{ securityContext }, at]) =>
      containerFields
        .filter((name) => securityContext?.[name] !== undefined)
        .map((name) => forbid(at.child("securityContext", name))),
    ),
  ];
}
