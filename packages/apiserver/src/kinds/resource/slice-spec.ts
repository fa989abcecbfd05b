/** The devices of a pool that a ResourceSlice publishes, or the counters that they share. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath } from "@kubewright/apimachinery";
import type { ResourcePool, ResourceSliceSpec } from "@kubewright/api/resource.k8s.io/v1";
import { checkDnsSubdomain, checkImmutable } from "../field-checks.ts";
import { checkNodeSelector } from "../pod/affinity.ts";
import { checkDriverName } from "../storage/driver-name.ts";
import { nodeSelectorTermsInGo } from "../storage/volume-affinity.ts";
import type { View } from "../typed.ts";
import { checkSet } from "./bounded-lists.ts";
import { checkCounters, checkDevice } from "./device.ts";
import { checkPoolName } from "./device-names.ts";

type Spec = View<ResourceSliceSpec>;

const devicesMax = 128;
const devicesWithTaintsOrCountersMax = 64;
const counterSetsMax = 8;

export function checkSliceSpec(spec: Spec, old?: Spec): readonly FieldError[] {
  const path = fieldPath("spec");
  const { driver = "", pool = {}, devices, sharedCounters } = spec;
  const nodes = checkNodes(spec, path);
  const oldDevices = new Map((old?.devices ?? []).toReversed().map((device) => [device.name, device]));
  const hasOwnNodes = spec.perDeviceNodeSelection === true;
  return [
    ...checkDriverName(driver, path.child("driver")),
    ...checkPool(pool, path.child("pool")),
    ...(old === undefined ? [] : checkChange(spec, old, path)),
    ...nodes,
    ...(sharedCounters !== undefined && devices !== undefined
      ? [field.invalid(path, "", "only one of `sharedCounters` or `devices` is allowed")]
      : []),
    ...checkSet(
      devices,
      usesAdvancedFeatures(spec) ? devicesWithTaintsOrCountersMax : devicesMax,
      (device, at) => checkDevice(device, oldDevices.get(device.name), at, hasOwnNodes),
      ({ name = "" }) => name,
      path.child("devices"),
    ),
    ...checkSet(
      sharedCounters,
      counterSetsMax,
      ({ name = "", counters }, at) => checkCounters(name, counters, at, "name"),
      ({ name = "" }) => name,
      path.child("sharedCounters"),
    ),
  ];
}

function usesAdvancedFeatures({ devices = [] }: Spec): boolean {
  return devices.some(({ taints = [], consumesCounters = [] }) => taints.length + consumesCounters.length > 0);
}

function checkPool(
  { name = "", resourceSliceCount = 0, generation = 0 }: View<ResourcePool>,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkPoolName(name, path.child("name")),
    ...(resourceSliceCount > 0
      ? []
      : [field.invalid(path.child("resourceSliceCount"), resourceSliceCount, "must be greater than zero")]),
    ...(generation >= 0
      ? []
      : [field.invalid(path.child("generation"), generation, "must be greater than or equal to zero")]),
  ];
}

function checkChange(spec: Spec, old: Spec, path: FieldPath): readonly FieldError[] {
  return [
    ...checkImmutable(spec.pool?.name ?? "", old.pool?.name ?? "", path.child("pool", "name")),
    ...checkImmutable(spec.driver ?? "", old.driver ?? "", path.child("driver")),
    ...checkImmutable(spec.nodeName, old.nodeName, path.child("nodeName")),
  ];
}

/** Checks that one field selects the nodes that can use the devices. */
function checkNodes(spec: Spec, path: FieldPath): readonly FieldError[] {
  const { nodeName, nodeSelector } = spec;
  const errors: FieldError[] = [];
  const set: string[] = [];
  if (nodeName === "") {
    errors.push(field.invalid(path.child("nodeName"), nodeName, "must be either unset or set to a non-empty string"));
  } else if (nodeName !== undefined) {
    set.push("`nodeName`");
    append(errors, checkDnsSubdomain(nodeName, path.child("nodeName")));
  }
  if (nodeSelector !== undefined) {
    set.push("`nodeSelector`");
    const at = path.child("nodeSelector");
    append(errors, checkNodeSelector(nodeSelector, at));
    const terms = nodeSelector.nodeSelectorTerms ?? [];
    if (terms.length !== 1) {
      const termsPath = at.child("nodeSelectorTerms");
      errors.push(
        field.invalid(
          termsPath,
          nodeSelectorTermsInGo(nodeSelector.nodeSelectorTerms),
          "must have exactly one node selector term",
        ),
      );
    }
  }
  for (const name of ["allNodes", "perDeviceNodeSelection"] as const) {
    if (spec[name] === true) set.push(`\`${name}\``);
    if (spec[name] === false) {
      errors.push(field.invalid(path.child(name), false, "must be either unset or set to true"));
    }
  }
  const text = "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required";
  if (set.length === 0) errors.push(field.required(path, text));
  if (set.length > 1) {
    errors.push(field.invalid(path, `{${set.join(", ")}}`, `${text}, but multiple fields are set`));
  }
  return errors;
}
