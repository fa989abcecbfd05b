/** Security contexts of Pods and containers, operating systems, sysctls. */
import { cases } from "../../case.ts";
import type { DifferentialCase } from "../../case.ts";
import { container, podOf, pods, tryContainers, trySpecs } from "./requests.ts";
import { post } from "../../case.ts";

const windowsOptions = [
  { gmsaCredentialSpecName: "A_", gmsaCredentialSpec: "", runAsUserName: "" },
  { gmsaCredentialSpec: "x".repeat(65 * 1024) },
  { runAsUserName: "a\tb" },
  { runAsUserName: "a\\b\\c" },
  { runAsUserName: `${"d".repeat(256)}\\u` },
  { runAsUserName: "a?b\\u" },
  { runAsUserName: "d\\" },
  { runAsUserName: "u".repeat(105) },
  { runAsUserName: ". ." },
  { runAsUserName: "a|b" },
];

const profiles = [
  {},
  { type: "Odd" },
  { type: "Localhost" },
  { type: "Localhost", localhostProfile: "/a/../b" },
  { type: "Localhost", localhostProfile: "" },
  { type: "Localhost", localhostProfile: " a" },
  { type: "RuntimeDefault", localhostProfile: "a" },
];

function tryAnnotations(annotations: object, securityContext: object = {}): ReturnType<typeof post> {
  return post(`${pods}?dryRun=All`, podOf({ containers: [{ ...container, securityContext }] }, { annotations }));
}

export const podSecurityCases: readonly DifferentialCase[] = cases("pod-security", {
  container: tryContainers(
    { securityContext: { runAsUser: -1, runAsGroup: -1 } },
    { securityContext: { procMount: "Odd" } },
    { securityContext: { procMount: "Unmasked" } },
    { securityContext: { allowPrivilegeEscalation: false, privileged: true } },
    { securityContext: { allowPrivilegeEscalation: false, capabilities: { add: ["CAP_SYS_ADMIN"] } } },
  ),
  pod: trySpecs(
    { securityContext: { fsGroup: -1, runAsUser: -1, runAsGroup: -1, supplementalGroups: [1, -1] } },
    { securityContext: { fsGroup: 2_147_483_648, runAsUser: 2_147_483_648 } },
    { shareProcessNamespace: true, hostPID: true },
    { securityContext: { fsGroupChangePolicy: "Odd", supplementalGroupsPolicy: "Odd", seLinuxChangePolicy: "Odd" } },
  ),
  sysctls: trySpecs(
    { securityContext: { sysctls: [{ name: "", value: "1" }] } },
    { securityContext: { sysctls: [{ name: "A B", value: "1" }] } },
    {
      securityContext: {
        sysctls: [
          { name: "kernel.msgmax", value: "1" },
          { name: "kernel.msgmax", value: "2" },
        ],
      },
    },
    { hostNetwork: true, securityContext: { sysctls: [{ name: "net.core.somaxconn", value: "1" }] } },
    { hostNetwork: true, securityContext: { sysctls: [{ name: "net/core/somaxconn", value: "1" }] } },
    { hostIPC: true, securityContext: { sysctls: [{ name: "kernel.shm_rmid_forced", value: "1" }] } },
    { hostIPC: true, securityContext: { sysctls: [{ name: "fs.mqueue.msg_max", value: "1" }] } },
  ),
  seccomp: trySpecs(...profiles.map((seccompProfile) => ({ securityContext: { seccompProfile } })), {
    containers: [{ ...container, securityContext: { seccompProfile: { type: "Localhost" } } }],
  }),
  "app-armor": trySpecs(
    ...[...profiles, { type: "Localhost", localhostProfile: "a".repeat(4096) }].map((appArmorProfile) => ({
      securityContext: { appArmorProfile },
    })),
    { containers: [{ ...container, securityContext: { appArmorProfile: { type: "Odd" } } }] },
  ),
  "windows-options": tryContainers(
    ...windowsOptions.map((options) => ({ securityContext: { windowsOptions: options } })),
  ),
  "host-process": trySpecs(
    { securityContext: { windowsOptions: { hostProcess: true } } },
    {
      securityContext: { windowsOptions: { hostProcess: true } },
      containers: [{ ...container, securityContext: { windowsOptions: { hostProcess: false } } }],
    },
    {
      hostNetwork: true,
      containers: [
        { ...container, securityContext: { windowsOptions: { hostProcess: true } } },
        { ...container, name: "d" },
      ],
    },
  ),
  "host-users": trySpecs(
    { hostUsers: false, hostNetwork: true, hostPID: true, hostIPC: true },
    {
      hostUsers: false,
      containers: [{ ...container, volumeDevices: [{ name: "c", devicePath: "/d" }] }],
      volumes: [{ name: "c", persistentVolumeClaim: { claimName: "c" } }],
    },
  ),
  os: trySpecs(
    { os: { name: "" } },
    { os: { name: "beos" } },
    {
      os: { name: "linux" },
      securityContext: { windowsOptions: { runAsUserName: "u" } },
      containers: [{ ...container, securityContext: { windowsOptions: { runAsUserName: "u" } } }],
    },
    {
      os: { name: "windows" },
      hostPID: true,
      hostIPC: true,
      hostUsers: true,
      shareProcessNamespace: true,
      securityContext: {
        appArmorProfile: { type: "Unconfined" },
        seLinuxOptions: { level: "a" },
        seccompProfile: { type: "Unconfined" },
        fsGroup: 1,
        fsGroupChangePolicy: "Always",
        sysctls: [{ name: "a.b", value: "1" }],
        runAsUser: 1,
        runAsGroup: 1,
        supplementalGroups: [1],
        supplementalGroupsPolicy: "Merge",
        seLinuxChangePolicy: "Recursive",
      },
    },
    {
      os: { name: "windows" },
      containers: [
        {
          ...container,
          securityContext: {
            appArmorProfile: { type: "Unconfined" },
            seLinuxOptions: { level: "a" },
            seccompProfile: { type: "Unconfined" },
            capabilities: {},
            readOnlyRootFilesystem: true,
            privileged: true,
            allowPrivilegeEscalation: true,
            procMount: "Default",
            runAsUser: 1,
            runAsGroup: 1,
          },
        },
      ],
    },
  ),
  annotations: [
    tryAnnotations({ "seccomp.security.alpha.kubernetes.io/pod": "odd" }),
    tryAnnotations({ "container.seccomp.security.alpha.kubernetes.io/c": "localhost//a/../b" }),
    tryAnnotations({ "container.apparmor.security.beta.kubernetes.io/c": "odd" }),
    tryAnnotations({ "container.apparmor.security.beta.kubernetes.io/nobody": "unconfined" }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": "[{" }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": '[{"key":"a b"}]' }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": '{"key":"a"}' }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": "[1]" }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": "[null]" }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": '[{"key":5}]' }),
    tryAnnotations({ "scheduler.alpha.kubernetes.io/tolerations": '[{"tolerationSeconds":"5"}]' }),
    tryAnnotations({ "controller.kubernetes.io/pod-deletion-cost": "cheap" }),
    tryAnnotations({ "controller.kubernetes.io/pod-deletion-cost": "+1" }),
    tryAnnotations({ "kubernetes.io/config.mirror": "x" }),
    tryAnnotations({ "a b": "c" }),
  ],
  "annotations-and-fields": [
    ...[
      [{ type: "Unconfined" }, "runtime/default"],
      [{ type: "RuntimeDefault" }, "unconfined"],
      [{ type: "Localhost", localhostProfile: "a" }, "unconfined"],
      [{ type: "Localhost", localhostProfile: "a" }, "localhost/b"],
    ].flatMap(([profile, annotation]) => [
      tryAnnotations({ "container.seccomp.security.alpha.kubernetes.io/c": annotation }, { seccompProfile: profile }),
      tryAnnotations({ "container.apparmor.security.beta.kubernetes.io/c": annotation }, { appArmorProfile: profile }),
    ]),
    post(
      `${pods}?dryRun=All`,
      podOf(
        { containers: [container], securityContext: { seccompProfile: { type: "Unconfined" } } },
        { annotations: { "seccomp.security.alpha.kubernetes.io/pod": "runtime/default" } },
      ),
    ),
  ],
});
