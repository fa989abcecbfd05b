/** ResourceSlices: https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/#resourceslice */
import { formatTime, quoteGoString } from "@kubewright/apimachinery";
import type { Device, DeviceAttribute, ResourceSlice } from "@kubewright/api/resource.k8s.io/v1";
import type { BuiltinKind } from "../generic/builtin-kind.ts";
import { builtinKind } from "../generic/builtin-kind.ts";
import type { Draft, View } from "../typed.ts";
import { checkSliceSpec } from "./slice-spec.ts";

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
