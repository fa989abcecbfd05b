/** The checks of the level `baseline`, ordered by id. */
import { getOwn, quoteGoString } from "@kubewright/apimachinery";
import { appArmorPrefix, seccompContainerPrefix, seccompPodAnnotation } from "../../kinds/pod/annotations.ts";
import type { AnyContainer } from "../../kinds/pod/spec-context.ts";
import type { Check, CheckPod, PodUnderReview, SharedSecurityContext } from "./check.ts";
import {
  checkContainers,
  checkContexts,
  counted,
  findContexts,
  nameOf,
  plural,
  quoted,
  sortedSet,
  unless,
  uses,
} from "./check.ts";

const defaultCapabilities: ReadonlySet<string> = new Set([
  "AUDIT_WRITE",
  "CHOWN",
  "DAC_OVERRIDE",
  "FOWNER",
  "FSETID",
  "KILL",
  "MKNOD",
  "NET_BIND_SERVICE",
  "SETFCAP",
  "SETGID",
  "SETPCAP",
  "SETUID",
  "SYS_CHROOT",
]);

/** Profiles are those of the runtime or of the node. */
const profileTypes: readonly string[] = ["Localhost", "RuntimeDefault"];

const seLinuxTypes: readonly string[] = ["", "container_t", "container_init_t", "container_kvm_t"];

/** Kernel parameters that affect no other Pods. */
const sysctls0: readonly string[] = [
  "kernel.shm_rmid_forced",
  "net.ipv4.ip_local_port_range",
  "net.ipv4.tcp_syncookies",
  "net.ipv4.ping_group_range",
  "net.ipv4.ip_unprivileged_port_start",
];
const sysctls27: readonly string[] = [...sysctls0, "net.ipv4.ip_local_reserved_ports"];
const sysctls29: readonly string[] = [
  ...sysctls27,
  "net.ipv4.tcp_keepalive_time",
  "net.ipv4.tcp_fin_timeout",
  "net.ipv4.tcp_keepalive_intvl",
  "net.ipv4.tcp_keepalive_probes",
];
const sysctls32: readonly string[] = [...sysctls29, "net.ipv4.tcp_rmem", "net.ipv4.tcp_wmem"];

/** `/proc` keeps its default masks. */
export const checkProcMount: CheckPod = checkContainers({
  reason: "procMount",
  read: ({ securityContext: { procMount = "Default" } = {} }) => (procMount === "Default" ? [] : [procMount]),
  detail: ({ setters, values }) => `${setters} must not set securityContext.procMount to ${quoted(values)}`,
});

export const limitSeccompProfiles: CheckPod = checkContexts({
  reason: "seccompProfile",
  read: (context) => forbiddenTypes(seccompTypeOf(context)),
  detail: ({ setters, values }) => `${setters} must not set securityContext.seccompProfile.type to ${quoted(values)}`,
});

export const baselineChecks: readonly Check[] = [
  { id: "appArmorProfile", versions: [{ since: 0, check: checkAppArmorProfiles }] },
  {
    id: "capabilities_baseline",
    versions: [
      {
        since: 0,
        check: checkContainers({
          reason: "non-default capabilities",
          read: ({ securityContext }) =>
            (securityContext?.capabilities?.add ?? []).filter((capability) => !defaultCapabilities.has(capability)),
          detail: ({ setters, values }) =>
            `${setters} must not include ${quoted(values)} in securityContext.capabilities.add`,
        }),
      },
    ],
  },
  { id: "hostNamespaces", versions: [{ since: 0, check: checkHostNamespaces }] },
  { id: "hostPathVolumes", versions: [{ since: 0, check: checkHostPaths }] },
  {
    id: "hostPorts",
    versions: [
      {
        since: 0,
        check: checkContainers({
          reason: "hostPort",
          // kube-apiserver sorts the numbers as strings, too.
          read: ({ ports = [] }) => ports.flatMap(({ hostPort = 0 }) => (hostPort === 0 ? [] : [String(hostPort)])),
          detail: ({ setters, names, values }) =>
            `${setters} ${uses(names.length)} ${plural("hostPort", values.length)} ${values.join(", ")}`,
        }),
      },
    ],
  },
  {
    id: "hostProbesAndHostLifecycle",
    versions: [
      {
        // The kubelet could reach other hosts for a Pod.
        since: 34,
        check: checkContainers({
          reason: "probe or lifecycle host",
          read: hostsOf,
          detail: ({ names, values }) =>
            `${counted("container", sortedSet(names))} ${uses(names.length)} ` +
            `${plural("probe or lifecycle host", values.length)} ${quoted(values)}`,
        }),
      },
    ],
  },
  {
    id: "privileged",
    versions: [
      {
        since: 0,
        check: checkContainers({
          reason: "privileged",
          read: ({ securityContext }) => securityContext?.privileged === true,
          detail: ({ setters }) => `${setters} must not set securityContext.privileged=true`,
        }),
      },
    ],
  },
  {
    id: "procMount",
    versions: [
      { since: 0, check: checkProcMount },
      { since: 35, check: unless(hasOwnUsers, checkProcMount) },
    ],
  },
  {
    id: "seLinuxOptions",
    versions: [
      { since: 0, check: limitSeLinuxOptions(seLinuxTypes) },
      { since: 31, check: limitSeLinuxOptions([...seLinuxTypes, "container_engine_t"]) },
    ],
  },
  {
    id: "seccompProfile_baseline",
    versions: [
      { since: 0, check: checkSeccompAnnotations },
      { since: 19, check: limitSeccompProfiles },
    ],
  },
  {
    id: "sysctls",
    versions: [
      { since: 0, check: limitSysctls(sysctls0) },
      { since: 27, check: limitSysctls(sysctls27) },
      { since: 29, check: limitSysctls(sysctls29) },
      { since: 32, check: limitSysctls(sysctls32) },
    ],
  },
  {
    id: "windowsHostProcess",
    versions: [
      {
        since: 0,
        check: checkContexts({
          reason: "hostProcess",
          read: ({ windowsOptions }) => windowsOptions?.hostProcess === true,
          detail: ({ setters }) => `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
        }),
      },
    ],
  },
];

/** Whether the Pod has its own user namespace, so that its root has no rights on the host. */
export function hasOwnUsers({ spec }: PodUnderReview): boolean {
  return spec.hostUsers === false;
}

/** `undefined` without a profile. */
export function seccompTypeOf(context: SharedSecurityContext | undefined): string | undefined {
  const profile = context?.seccompProfile;
  return profile && (profile.type ?? "");
}

function forbiddenTypes(type: string | undefined): readonly string[] {
  return type === undefined || profileTypes.includes(type) ? [] : [type];
}

function checkAppArmorProfiles(pod: PodUnderReview): ReturnType<CheckPod> {
  const found = findContexts(pod, ({ appArmorProfile }) =>
    forbiddenTypes(appArmorProfile && (appArmorProfile.type ?? "")),
  );
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(appArmorPrefix) && !isProfileAnnotation(value, ["", "runtime/default"]))
    .map(([key, value]) => `${key}=${quoteGoString(value)}`);
  if (found === undefined && annotations.length === 0) return undefined;

  const values = [...(found?.values ?? []), ...annotations.toSorted()];
  const setters = [
    ...(found === undefined ? [] : [found.setters]),
    ...(annotations.length === 0 ? [] : [plural("annotation", annotations.length)]),
  ];
  return {
    reason: plural("forbidden AppArmor profile", values.length),
    detail: `${setters.join(" and ")} must not set AppArmor profile type to ${quoted(values)}`,
  };
}

function isProfileAnnotation(value: string, allowed: readonly string[]): boolean {
  return allowed.includes(value) || value.startsWith("localhost/");
}

function checkHostNamespaces({ spec }: PodUnderReview): ReturnType<CheckPod> {
  const shared = (["hostNetwork", "hostPID", "hostIPC"] as const).filter((field) => spec[field] === true);
  if (shared.length === 0) return undefined;
  return { reason: "host namespaces", detail: shared.map((field) => `${field}=true`).join(", ") };
}

function checkHostPaths({ spec }: PodUnderReview): ReturnType<CheckPod> {
  const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(nameOf);
  return names.length === 0 ? undefined : { reason: "hostPath volumes", detail: counted("volume", names) };
}

function hostsOf({ livenessProbe, readinessProbe, startupProbe, lifecycle }: AnyContainer): readonly string[] {
  return [livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop]
    .flatMap((handler) => [handler?.httpGet?.host ?? "", handler?.tcpSocket?.host ?? ""])
    .filter((host) => host !== "");
}

/** SELinux labels have one of the types for containers, and no users or roles. */
function limitSeLinuxOptions(allowedTypes: readonly string[]): CheckPod {
  return (pod) => {
    const types: string[] = [];
    const others = new Set<"user" | "role">();
    const found = findContexts(pod, ({ seLinuxOptions: label = {} }) => {
      const { type = "", user = "", role = "" } = label;
      const isAllowed = allowedTypes.includes(type);
      if (!isAllowed) types.push(type);
      if (user !== "") others.add("user");
      if (role !== "") others.add("role");
      return !isAllowed || user !== "" || role !== "";
    });
    if (found === undefined) return undefined;
    const badTypes = sortedSet(types);
    const bad = [
      ...(badTypes.length === 0 ? [] : [`${plural("type", badTypes.length)} ${quoted(badTypes)}`]),
      ...(["user", "role"] as const).filter((name) => others.has(name)).map((name) => `${name} may not be set`),
    ];
    return {
      reason: "seLinuxOptions",
      detail: `${found.setters} set forbidden securityContext.seLinuxOptions: ${bad.join("; ")}`,
    };
  };
}

/** Before 1.19, annotations set the profiles. */
function checkSeccompAnnotations({ annotations, containers }: PodUnderReview): ReturnType<CheckPod> {
  const keys = [
    seccompPodAnnotation,
    ...containers.map((container) => `${seccompContainerPrefix}${nameOf(container)}`),
  ];
  const bad = keys.flatMap((key) => {
    const value = getOwn(annotations, key);
    if (value === undefined || isProfileAnnotation(value, ["runtime/default", "docker/default"])) return [];
    return [`${key}=${quoteGoString(value)}`];
  });
  const all = sortedSet(bad);
  if (all.length === 0) return undefined;
  return { reason: "seccompProfile", detail: `forbidden ${plural("annotation", all.length)} ${all.join(", ")}` };
}

function limitSysctls(allowed: readonly string[]): CheckPod {
  return ({ spec }) => {
    const names = (spec.securityContext?.sysctls ?? []).map(({ name = "" }) => name);
    const bad = names.filter((name) => !allowed.includes(name));
    return bad.length === 0 ? undefined : { reason: "forbidden sysctls", detail: bad.join(", ") };
  };
}
