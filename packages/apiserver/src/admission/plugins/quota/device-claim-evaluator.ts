/** ResourceClaims: their number and the devices that they can get, by device class. An extended resource of a class counts, too. */
import type { DeviceClass, DeviceRequest, ResourceClaim } from "@kubewright/api/resource.k8s.io/v1";
import type { View } from "../../../kinds/typed.ts";
import { viewOf } from "../../../kinds/typed.ts";
import type { Evaluator, UsageContext } from "./evaluator.ts";
import { countName, isCreateOrUpdate } from "./evaluator.ts";
import { isExtendedRequest } from "./pod-evaluator.ts";
import { deviceClassPrefix } from "./pod-usage.ts";
import type { ResourceList } from "./resource-list.ts";

const resource = { group: "resource.k8s.io", resource: "resourceclaims" } as const;
/** `gpu.deviceclass.resource.k8s.io/devices`: the devices of one class. */
const devicesSuffix = ".deviceclass.resource.k8s.io/devices";
/** The maximum number of devices of a claim. The allocation mode `All` counts as this number. */
const devicesMax = 32;

export const deviceClaimEvaluator: Evaluator = {
  resource,
  handles: isCreateOrUpdate,
  matchingResources: (names, { deviceClasses }) =>
    names.filter((name) => {
      if (name === countName(resource) || name.endsWith(devicesSuffix)) return true;
      return isExtendedRequest(name) && hasClass(name.slice("requests.".length), deviceClasses());
    }),
  usage: (object, context) => usageOf(viewOf<ResourceClaim>(object), context),
};

function hasClass(extended: string, classes: Iterable<View<DeviceClass>>): boolean {
  for (const { metadata, spec } of classes) {
    if (spec?.extendedResourceName === extended || `${deviceClassPrefix}${metadata?.name}` === extended) return true;
  }
  return false;
}

function usageOf({ spec }: View<ResourceClaim>, { deviceClasses }: UsageContext): ResourceList {
  const devices = new Map<string, number>();
  for (const request of spec?.devices?.requests ?? []) {
    for (const [name, count] of devicesOf(request)) devices.set(name, (devices.get(name) ?? 0) + count);
  }
  const usage: Record<string, string> = { [countName(resource)]: "1" };
  for (const [name, count] of devices) {
    usage[name + devicesSuffix] = String(count);
    if (count === 0 || name === "") continue;
    usage[`requests.${deviceClassPrefix}${name}`] = String(count);
    for (const { metadata, spec: ofClass } of deviceClasses()) {
      const extended = metadata?.name === name ? ofClass?.extendedResourceName : undefined;
      if (extended !== undefined) usage[`requests.${extended}`] = String(count);
    }
  }
  return usage;
}

/** The devices of a request by class. Of alternatives, the one with the most devices counts for each class. */
function devicesOf({ exactly, firstAvailable }: View<DeviceRequest>): ReadonlyMap<string, number> {
  const alternatives =
    (firstAvailable ?? []).length > 0 ? (firstAvailable ?? []) : exactly === undefined ? [] : [exactly];
  const devices = new Map<string, number>();
  for (const { deviceClassName = "", allocationMode, count = 0 } of alternatives) {
    const most = allocationMode === "All" ? devicesMax : allocationMode === "ExactCount" ? Number(count) : 0;
    devices.set(deviceClassName, Math.max(devices.get(deviceClassName) ?? 0, most));
  }
  return devices;
}
