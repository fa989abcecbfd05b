/** ResourceSlices: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, fieldPath, formatTime, quoteGoString } from "@kubewright/apimachinery";
import type {
  Device,
  DeviceAttribute,
  ResourcePool,
  ResourceSlice,
  ResourceSliceSpec,
} from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { checkDnsSubdomain, checkImmutable } from "../field-checks.ts";
import { checkNodeSelector } from "../pod/affinity.ts";
import { checkDriverName } from "../storage/driver-name.ts";
import { nodeSelectorTermsInGo } from "../storage/volume-affinity.ts";
import { checkSet } from "./bounded-lists.ts";
import { checkCounters, checkDevice } from "./device.ts";
import { checkPoolName } from "./device-names.ts";

export const resourceSliceKind: BuiltinKind = builtinKind<ResourceSlice>({
  group: "resource.k8s.io",
  plural: "resourceslices",
  tracksGeneration: true,
  deletion: { returnsObject: true },
  prepareForCreate: ({ spec }, { clock }) => prepareDevices(spec?.devices, clock.wallTime()),
  prepareForUpdate: ({ spec }, _old, { clock }) => prepareDevices(spec?.devices, clock.wallTime()),
  validate: ({ spec }) => checkSliceSpec(spec ?? {}),
  validateUpdate: ({ spec }, old) => checkSliceSpec(spec ?? {}, old.spec ?? {}),
  warningsOnCreate: (slice) => warnings(slice),
  warningsOnUpdate: (slice) => warnings(slice),
  fields: {
    labels: ["spec.nodeName", "spec.driver"],
    valuesOf: (object) => {
      const { nodeName = "", driver = "" } = object.spec ?? {};
      return { "spec.nodeName": nodeName, "spec.driver": driver };
    },
    unsupportedText: (label) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${label}`,
  },
  cells: ({ spec: { nodeName = "", driver = "", pool } = {} }) => ({
    Node: nodeName,
    Driver: driver,
    Pool: pool?.name ?? "",
  }),
});

const listsOfValues = ["bools", "ints", "strings", "versions"] as const satisfies readonly (keyof DeviceAttribute)[];

/** Sets the time of new taints, and removes fields of features that are disabled: DRAListTypeAttributes and DRANodeAllocatableResources. */
function prepareDevices(devices: Draft<Device>[] | undefined, nowMs: number): void {
  for (const device of devices ?? []) {
    for (const taint of device.taints ?? []) taint.timeAdded ??= formatTime(nowMs);
    delete device.nodeAllocatableResourceMappings;
    for (const attribute of Object.values(device.attributes ?? {})) {
      for (const name of listsOfValues) delete attribute[name];
    }
  }
}

function warnings({ spec }: View<ResourceSlice>): readonly string[] {
  const driver = spec?.driver ?? "";
  if (driver === driver.toLowerCase()) return [];
  return [`spec.driver: driver names should be lowercase; ${quoteGoString(driver)} contains uppercase characters`];
}

type Spec = View<ResourceSliceSpec>;

const devicesMax = 128;
const devicesWithTaintsOrCountersMax = 64;
const counterSetsMax = 8;

function checkSliceSpec(spec: Spec, old?: Spec): readonly FieldError[] {
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
