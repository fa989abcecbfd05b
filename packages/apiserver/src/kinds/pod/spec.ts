/** Checks of a Pod's spec, in a Pod and in the templates of workloads. Errors have the order of kube-apiserver. */
import type { FieldError, FieldPath, ObjectMeta, Work } from "@kubewright/apimachinery";
import { field, joinedInSteps, repeatedIndexes } from "@kubewright/apimachinery";
import type { PodReadinessGate, PodSchedulingGate, PodSpec } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkDnsSubdomain, checkLabels, checkOneOf, checkQualifiedName } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkAffinity } from "./affinity.ts";
import { checkContainerResources } from "./container-resources.ts";
import { checkContainers } from "./containers.ts";
import { checkFileVolumes } from "./environment.ts";
import { checkDnsConfig, checkHostAliases, checkHostname } from "./network-names.ts";
import { checkOperatingSystem } from "./operating-system.ts";
import { checkPodResources } from "./pod-resources.ts";
import { checkPodClaims } from "./resource-claims.ts";
import { checkHostUsers, checkPodSecurityContext } from "./security-context.ts";
import { checkTolerations } from "./tolerations.ts";
import { checkTopologySpread } from "./topology-spread.ts";
import { checkVolumes } from "./volumes.ts";
import { checkHostProcesses } from "./windows.ts";

const int32Max = 2 ** 31 - 1;

/** In steps, the errors of a spec. `metadata` is `undefined` for a template: some rules apply only to Pods. */
export function checkPodSpec(
  spec: View<PodSpec>,
  path: FieldPath,
  metadata?: View<ObjectMeta>,
): Work<readonly FieldError[]> {
  const volumes = checkVolumes(spec.volumes ?? [], metadata, path.child("volumes"));
  const claimNames = new Set((spec.resourceClaims ?? []).map(({ name = "" }) => name).filter((name) => name !== ""));
  const context = { spec, volumes: volumes.byName, claimNames };
  return joinedInSteps([
    () => [...volumes.errors, ...checkPodClaims(spec.resourceClaims ?? [], metadata, path.child("resourceClaims"))],
    () => checkContainers(context, path),
    () => checkPodResources(spec, claimNames, path.child("resources")),
    () => [
      ...checkHostNetwork(spec, path.child("containers"), { inPod: metadata !== undefined }),
      ...checkOneOf(spec.restartPolicy, ["Always", "OnFailure", "Never"], path.child("restartPolicy")),
      ...checkOneOf(
        spec.dnsPolicy,
        ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
        path.child("dnsPolicy"),
      ),
    ],
    () => checkLabels(spec.nodeSelector, path.child("nodeSelector")),
    () => checkPodSecurityContext(spec, path),
    () => checkAffinity(spec.affinity, path.child("affinity")),
    () => [
      ...checkDnsConfig(spec.dnsConfig, spec.dnsPolicy, path.child("dnsConfig")),
      ...checkReadinessGates(spec.readinessGates ?? [], path.child("readinessGates")),
      ...checkSchedulingGates(spec.schedulingGates ?? [], path.child("schedulingGates")),
    ],
    () => checkTopologySpread(spec.topologySpreadConstraints ?? [], path.child("topologySpreadConstraints")),
    () => checkHostProcesses(spec, path),
    () => [
      ...checkHostUsers(spec, path),
      ...checkHostname(spec, path),
      ...checkName(spec.serviceAccountName, path.child("serviceAccountName")),
      ...checkName(spec.nodeName, path.child("nodeName")),
      ...checkDeadline(spec.activeDeadlineSeconds, path.child("activeDeadlineSeconds")),
      ...checkLabel(spec.hostname, path.child("hostname")),
      ...checkLabel(spec.subdomain, path.child("subdomain")),
      ...checkTolerations(spec.tolerations ?? [], path.child("tolerations")),
      ...checkHostAliases(spec.hostAliases ?? [], path.child("hostAliases")),
      ...checkName(spec.priorityClassName, path.child("priorityClassName")),
      ...(spec.runtimeClassName === undefined
        ? []
        : checkDnsSubdomain(spec.runtimeClassName, path.child("runtimeClassName"))),
      ...(spec.preemptionPolicy === undefined
        ? []
        : checkOneOf(spec.preemptionPolicy, ["PreemptLowerPriority", "Never"], path.child("preemptionPolicy"))),
    ],
    () => checkContainerResources({ limits: spec.overhead ?? {} }, new Set(), path.child("overhead")),
    () => checkOperatingSystem(spec, path),
    () => checkFileVolumes(spec, path),
  ]);
}

function checkName(name: string | undefined = "", path: FieldPath): readonly FieldError[] {
  return name === "" ? [] : checkDnsSubdomain(name, path);
}

function checkLabel(name: string | undefined = "", path: FieldPath): readonly FieldError[] {
  return name === "" ? [] : checkDnsLabel(name, path);
}

function checkDeadline(seconds: number | undefined, path: FieldPath): readonly FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= int32Max)) return [];
  return [field.invalid(path, seconds, `must be between 1 and ${int32Max}, inclusive`)];
}

/** With `hostNetwork`, the port of a container equals its host port. In a template the host port may be absent. */
function checkHostNetwork(
  spec: View<PodSpec>,
  path: FieldPath,
  { inPod }: { readonly inPod: boolean },
): readonly FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return (spec.containers ?? []).flatMap(({ ports = [] }, index) =>
    ports.flatMap(({ hostPort = 0, containerPort = 0 }, portIndex) => {
      if (hostPort === containerPort || (!inPod && hostPort === 0)) return [];
      const at = path.index(index).child("ports").index(portIndex).child("hostPort");
      return [field.invalid(at, hostPort, "must match `containerPort` when `hostNetwork` is true")];
    }),
  );
}

function checkReadinessGates(gates: readonly View<PodReadinessGate>[], path: FieldPath): readonly FieldError[] {
  return gates.flatMap(({ conditionType = "" }, index) =>
    checkQualifiedName(conditionType, path.index(index).child("conditionType")),
  );
}

function checkSchedulingGates(gates: readonly View<PodSchedulingGate>[], path: FieldPath): readonly FieldError[] {
  const repeated = repeatedIndexes(gates.map(({ name = "" }) => name));
  return gates.flatMap(({ name = "" }, index) => [
    ...checkQualifiedName(name, path.index(index)),
    ...(repeated.has(index) ? [field.duplicate(path.index(index), name)] : []),
  ]);
}
