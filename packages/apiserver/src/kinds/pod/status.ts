/** The rules of `pods/status`, which kubelets and node simulators write. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { Pod, PodCondition, PodSpec, PodStatus } from "@kubewright/api/core/v1";
import { checkDnsSubdomain, checkImmutable, checkQualifiedName } from "../field-checks.ts";
import { checkIp } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";
import type { Draft, View } from "../typed.ts";
import { checkClaimStatuses, checkExtendedClaim } from "./claim-statuses.ts";
import { checkContainerStatuses } from "./container-statuses.ts";
import { checkTransitions } from "./transitions.ts";
import { checkAnnotations } from "./update.ts";

const statusPath = fieldPath("status");

/** Restores fields that a status write must not clear: the QoS class and the observed generations. */
export function preparePodStatus(pod: Draft<Pod>, old: View<Pod>): void {
  const status = (pod.status ??= {});
  if (old.status?.qosClass !== undefined) status.qosClass ||= old.status.qosClass;
  if (old.status?.observedGeneration !== undefined) status.observedGeneration ||= old.status.observedGeneration;
  // Several conditions may have the same type. They are matched in order.
  const before = [...(old.status?.conditions ?? [])];
  for (const condition of status.conditions ?? []) {
    const index = before.findIndex(({ type }) => type === condition.type);
    const [found] = index === -1 ? [] : before.splice(index, 1);
    if (found?.observedGeneration !== undefined) condition.observedGeneration ||= found.observedGeneration;
  }
  dropGatedStatus(status);
}

/** Drops status fields of features that are off by default in kube-apiserver. */
function dropGatedStatus(status: Draft<PodStatus>): void {
  delete status.nodeAllocatableResourceClaimStatuses;
  for (const list of ["containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses"] as const) {
    for (const mount of (status[list] ?? []).flatMap(({ volumeMounts = [] }) => volumeMounts))
      delete mount.volumeStatus;
  }
}

export function checkPodStatus(pod: View<Pod>, old: View<Pod>): readonly FieldError[] {
  const { spec = {}, status = {} } = pod;
  const before = old.status ?? {};
  return [
    ...checkAnnotations(pod, old),
    ...(status.conditions ?? []).flatMap((condition, index) =>
      checkCondition(condition, statusPath.child("conditions").index(index)),
    ),
    ...checkNomination(status, old, statusPath.child("nominatedNodeName")),
    ...checkGeneration(status.observedGeneration, statusPath.child("observedGeneration")),
    ...checkImmutable(status.qosClass ?? "", before.qosClass ?? "", statusPath.child("qosClass")),
    ...checkTransitions(status, old, statusPath),
    ...checkClaimStatuses(status.resourceClaimStatuses ?? [], spec, statusPath.child("resourceClaimStatuses")),
    ...checkExtendedClaim(status.extendedResourceClaimStatus, spec, statusPath.child("extendedResourceClaimStatus")),
    ...checkAddresses(status.podIPs ?? [], before.podIPs ?? [], statusPath.child("podIPs")),
    ...checkHostAddresses(status, before, statusPath.child("hostIPs")),
    ...checkContainerStatuses(status, spec, statusPath),
  ];
}

function checkGeneration(generation: number | undefined, path: FieldPath): readonly FieldError[] {
  if (generation === undefined || generation >= 0) return [];
  return [field.invalid(path, generation, "must be a non-negative integer")];
}

/** Conditions of the system itself, whose names need no check. */
const systemConditions: readonly string[] = ["PodScheduled", "Ready", "Initialized"];

function checkCondition({ type = "", observedGeneration }: View<PodCondition>, path: FieldPath): readonly FieldError[] {
  return [
    ...checkGeneration(observedGeneration, path.child("observedGeneration")),
    ...(systemConditions.includes(type) ? [] : checkQualifiedName(type, path.child("Type"))),
  ];
}

function checkNomination(status: View<PodStatus>, old: View<Pod>, path: FieldPath): readonly FieldError[] {
  const { nominatedNodeName: node = "" } = status;
  if (node === "" || node === old.status?.nominatedNodeName) return [];
  const errors = checkDnsSubdomain(node, path);
  if (old.spec?.nodeName === undefined) return errors;
  return [...errors, field.forbidden(path, "may not be set on pods that are already bound to a node")];
}

type Addresses = readonly { readonly ip?: string }[];

/** At most one address of each family. Unchanged addresses are not checked. */
function checkAddresses(addresses: Addresses, before: Addresses, path: FieldPath): readonly FieldError[] {
  const kept = new Set(before.map(({ ip = "" }) => ip));
  const texts = addresses.map(({ ip = "" }) => ip);
  const errors = texts.flatMap((ip, index) => checkIp(ip, path.index(index), kept));
  if (texts.length < 2) return errors;
  const families = texts.map((ip) => readIp(ip)?.family);
  const unread = families.indexOf(undefined);
  const list = texts.join(" ");
  if (unread !== -1) {
    const text = `failed to check for dual stack with error:invalid IP[${unread}]: ${texts[unread] ?? list}`;
    errors.push(field.internal(path, text));
  }
  if (unread === -1 && texts.length === 2 && new Set(families).size === 2) return errors;
  const shown = texts.map((IP) => ({ IP }));
  return [...errors, field.invalid(path, shown, "may specify no more than one IP for each IP family")];
}

function checkHostAddresses(
  { hostIP = "", hostIPs = [] }: View<PodStatus>,
  before: View<PodStatus>,
  path: FieldPath,
): readonly FieldError[] {
  const [first] = hostIPs;
  const errors = checkAddresses(hostIPs, before.hostIPs ?? [], path);
  if (first === undefined || (first.ip ?? "") === hostIP) return errors;
  return [field.invalid(path.index(0).child("ip"), first.ip ?? "", "must be equal to `hostIP`"), ...errors];
}

/** Whether two pods have the same spec. */
export function hasSameSpec(pod: { readonly spec?: View<PodSpec> }, old: { readonly spec?: View<PodSpec> }): boolean {
  return isDeepEqual(pod.spec, old.spec);
}
