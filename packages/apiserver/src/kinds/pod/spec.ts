/**
 * Checks of a Pod's spec, in a Pod and in the templates of workloads.
 *
 * Not looked into, beyond the types of their fields: affinity terms, DNS configs, security contexts, topology spread
 * constraints, resource claims, Windows and SELinux options.
 */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, isDns1123Subdomain, isLabelValue, isQualifiedName } from "@kubewright/apimachinery";
import type { PodSpec, Toleration } from "@kubewright/api/core/v1";
import { checkDnsLabel, checkLabels, checkOneOf, invalidFor } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkContainers } from "./containers.ts";
import { checkVolumes } from "./volumes.ts";

const int32Max = 2 ** 31 - 1;

export function checkPodSpec(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  const volumes = checkVolumes(spec.volumes ?? [], path.child("volumes"));
  return [
    ...volumes.errors,
    ...checkContainers(spec, volumes.byName, path),
    ...checkHostNetwork(spec, path),
    ...checkOneOf(spec.restartPolicy, ["Always", "OnFailure", "Never"], path.child("restartPolicy")),
    ...checkOneOf(
      spec.dnsPolicy,
      ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"],
      path.child("dnsPolicy"),
    ),
    ...checkLabels(spec.nodeSelector, path.child("nodeSelector")),
    ...(spec.imagePullSecrets ?? []).flatMap(({ name = "" }, index) =>
      name === "" ? [field.required(path.child("imagePullSecrets").index(index).child("name"), "")] : [],
    ),
    ...checkName(spec.serviceAccountName, path.child("serviceAccountName")),
    ...checkName(spec.nodeName, path.child("nodeName")),
    ...checkDeadline(spec.activeDeadlineSeconds, path.child("activeDeadlineSeconds")),
    ...(spec.hostname === undefined ? [] : checkDnsLabel(spec.hostname, path.child("hostname"))),
    ...(spec.subdomain === undefined ? [] : checkDnsLabel(spec.subdomain, path.child("subdomain"))),
    ...checkTolerations(spec.tolerations ?? [], path.child("tolerations")),
    ...checkName(spec.priorityClassName, path.child("priorityClassName")),
    ...checkName(spec.runtimeClassName, path.child("runtimeClassName")),
    ...(spec.preemptionPolicy === undefined
      ? []
      : checkOneOf(spec.preemptionPolicy, ["PreemptLowerPriority", "Never"], path.child("preemptionPolicy"))),
  ];
}

function checkName(name: string | undefined, path: FieldPath): readonly FieldError[] {
  return name === undefined ? [] : invalidFor(path, name, isDns1123Subdomain(name));
}

function checkDeadline(seconds: number | undefined, path: FieldPath): readonly FieldError[] {
  if (seconds === undefined || (seconds >= 1 && seconds <= int32Max)) return [];
  return [field.invalid(path, seconds, `must be between 1 and ${int32Max}, inclusive`)];
}

/** In the host's network a container's port is the host's port. */
function checkHostNetwork(spec: View<PodSpec>, path: FieldPath): readonly FieldError[] {
  if (spec.hostNetwork !== true) return [];
  return (["containers", "initContainers"] as const).flatMap((list) =>
    (spec[list] ?? []).flatMap((container, index) =>
      (container.ports ?? []).flatMap((port, portIndex) => {
        if (port.hostPort === undefined || port.hostPort === port.containerPort) return [];
        const at = path.child(list).index(index).child("ports").index(portIndex);
        return [
          field.invalid(at.child("hostPort"), port.hostPort, "must match `containerPort` when `hostNetwork` is true"),
        ];
      }),
    ),
  );
}

const taintEffects: readonly string[] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

export function checkTolerations(tolerations: readonly View<Toleration>[], path: FieldPath): readonly FieldError[] {
  return tolerations.flatMap((toleration, index) => checkToleration(toleration, path.index(index)));
}

function checkToleration(toleration: View<Toleration>, path: FieldPath): readonly FieldError[] {
  const { key = "", operator = "", value = "", effect = "" } = toleration;
  const errors: FieldError[] = [];
  if (key !== "") errors.push(...invalidFor(path.child("key"), key, isQualifiedName(key)));
  else if (operator !== "Exists") {
    const text = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    errors.push(field.invalid(path.child("operator"), operator, text));
  }
  if (toleration.tolerationSeconds !== undefined && effect !== "NoExecute") {
    const text = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    errors.push(field.invalid(path.child("effect"), effect, text));
  }
  switch (operator) {
    case "":
    case "Equal":
      if (isLabelValue(value).length > 0) {
        errors.push(field.invalid(path.child("operator"), value, isLabelValue(value).join(";")));
      }
      break;
    case "Exists":
      if (value !== "") {
        errors.push(field.invalid(path.child("operator"), value, "value must be empty when `operator` is 'Exists'"));
      }
      break;
    default:
      errors.push(field.notSupported(path.child("operator"), operator, ["Equal", "Exists"]));
  }
  if (effect !== "" && !taintEffects.includes(effect)) {
    errors.push(field.notSupported(path.child("effect"), effect, taintEffects));
  }
  return errors;
}
