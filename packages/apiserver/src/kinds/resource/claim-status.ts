/** The status of a ResourceClaim: the allocated devices, their state, and who uses them. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type {
  AllocatedDeviceStatus,
  AllocationResult,
  DeviceAllocationConfiguration,
  DeviceRequestAllocationResult,
  NetworkDeviceData,
  ResourceClaim,
  ResourceClaimConsumerReference,
  ResourceClaimStatus,
} from "@kubewright/api/resource.k8s.io/v1";
import { checkConditions } from "../condition-checks.ts";
import { checkDnsLabel, checkImmutable, checkOneOf, checkRequired } from "../field-checks.ts";
import { checkInterfaceAddress } from "../ip/ip-checks.ts";
import { checkNodeSelector } from "../pod/affinity.ts";
import { checkDriverName } from "../storage/driver-name.ts";
import type { Draft, View } from "../typed.ts";
import { checkItems, checkSet } from "./bounded-lists.ts";
import { checkReferences, configurationsMax, requestNamesOf } from "./device-claim.ts";
import { checkConfiguration, checkRawObject } from "./device-configuration.ts";
import type { RequestNames } from "./device-names.ts";
import { checkPoolName, checkRequestReference, checkShareId } from "./device-names.ts";
import { checkBindingConditions } from "./device-taints.ts";

const consumersMax = 256;
const resultsMax = 32;
const conditionsMax = 8;
const dataBytesMax = 10 * 1024;
const addressesMax = 16;
const interfaceNameBytesMax = 256;
const hardwareAddressBytesMax = 128;

interface AllocatedDevice {
  readonly driver?: string;
  readonly pool?: string;
  readonly device?: string;
  readonly shareID?: string;
}

/** The identity of an allocated device. */
export function deviceId({ driver = "", pool = "", device = "", shareID }: AllocatedDevice): string {
  return [driver, pool, device, ...(shareID === undefined ? [] : [shareID])].join("/");
}

/** Removes the state of devices that the update deallocates. */
export function dropDeallocated(status: Draft<ResourceClaimStatus>, old: View<ResourceClaimStatus>): void {
  if (status.devices === undefined) return;
  const kept = allocatedIn(status.allocation);
  const before = allocatedIn(old.allocation);
  status.devices = status.devices.filter((device) => kept.has(deviceId(device)) || !before.has(deviceId(device)));
  if (status.devices.length === 0) delete status.devices;
}

function allocatedIn(allocation: View<AllocationResult> | undefined): ReadonlySet<string> {
  return new Set(allocation?.devices?.results?.map(deviceId));
}

/** Errors of an update of the status. */
export function checkClaimStatus(claim: View<ResourceClaim>, old: View<ResourceClaim>): readonly FieldError[] {
  const status = claim.status ?? {};
  const before = old.status ?? {};
  const path = fieldPath("status");
  const allocated = allocatedIn(status.allocation);
  return [
    ...checkSet(status.reservedFor, consumersMax, checkConsumer, ({ uid = "" }) => uid, path.child("reservedFor")),
    ...checkSet(
      status.devices,
      Infinity,
      (device, at) => checkDeviceState(device, at, allocated),
      deviceId,
      path.child("devices"),
      deviceInGo,
    ),
    ...checkConsumers(claim, before, path.child("reservedFor")),
    ...checkAllocation(claim, before, path.child("allocation")),
  ];
}

/** Allocated devices cannot be changed, but deallocated. */
function checkAllocation(
  { spec, status }: View<ResourceClaim>,
  before: View<ResourceClaimStatus>,
  path: FieldPath,
): readonly FieldError[] {
  const allocation = status?.allocation;
  if (allocation === undefined) return [];
  if (before.allocation !== undefined) return checkImmutable(allocation, before.allocation, path);
  const { devices = {}, nodeSelector } = allocation;
  const names = requestNamesOf(spec?.devices ?? {});
  const at = path.child("devices");
  return [
    ...checkItems(
      devices.results,
      resultsMax,
      (result, itemAt) => checkResult(result, itemAt, names),
      at.child("results"),
    ),
    ...checkItems(
      devices.config,
      2 * configurationsMax, // Those of the class and of the claim.
      (configuration, itemAt) => checkAllocationConfiguration(configuration, itemAt, names),
      at.child("config"),
    ),
    ...(nodeSelector === undefined ? [] : checkNodeSelector(nodeSelector, path.child("nodeSelector"))),
  ];
}

function checkConsumers(
  { metadata, status = {} }: View<ResourceClaim>,
  before: View<ResourceClaimStatus>,
  path: FieldPath,
): readonly FieldError[] {
  const consumers = status.reservedFor ?? [];
  if (consumers.length === 0) return [];
  if (status.allocation === undefined) {
    return [field.forbidden(path, "may not be specified when `allocated` is not set")];
  }
  if (metadata?.deletionTimestamp === undefined) return [];
  const isKnown = (consumer: object): boolean =>
    (before.reservedFor ?? []).some((other) => isDeepEqual(other, consumer));
  if (consumers.every(isKnown)) return [];
  const text = "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
  return [field.forbidden(path, text)];
}

function checkConsumer(consumer: View<ResourceClaimConsumerReference>, path: FieldPath): readonly FieldError[] {
  return (["resource", "name", "uid"] as const).flatMap((name) => checkRequired(consumer[name], path.child(name)));
}

function checkResult(
  result: View<DeviceRequestAllocationResult>,
  path: FieldPath,
  names: RequestNames,
): readonly FieldError[] {
  return [
    ...checkRequestReference(result.request ?? "", path.child("request"), names),
    ...checkDeviceName(result, path),
    ...checkBindingConditions(result, path),
    ...checkShareId(result.shareID, path.child("shareID")),
  ];
}

function checkDeviceName(
  { driver = "", pool = "", device = "" }: AllocatedDevice,
  path: FieldPath,
): readonly FieldError[] {
  return [
    ...checkDriverName(driver, path.child("driver")),
    ...checkPoolName(pool, path.child("pool")),
    ...checkDnsLabel(device, path.child("device")),
  ];
}

const sources = ["FromClaim", "FromClass"];

function checkAllocationConfiguration(
  configuration: View<DeviceAllocationConfiguration>,
  path: FieldPath,
  names: RequestNames,
): readonly FieldError[] {
  return [
    ...checkOneOf(configuration.source, sources, path.child("source")),
    ...checkReferences(configuration.requests, names, path.child("requests")),
    ...checkConfiguration(configuration, path),
  ];
}

function checkDeviceState(
  state: View<AllocatedDeviceStatus>,
  path: FieldPath,
  allocated: ReadonlySet<string>,
): readonly FieldError[] {
  const conditions = state.conditions ?? [];
  return [
    ...checkDeviceName(state, path),
    ...checkShareId(state.shareID, path.child("shareID")),
    ...(allocated.has(deviceId(state))
      ? []
      : [field.invalid(path, deviceInGo(state), "must be an allocated device in the claim")]),
    ...(conditions.length > conditionsMax
      ? [field.tooMany(path.child("conditions"), conditions.length, conditionsMax)]
      : []),
    ...checkConditions(conditions, path.child("conditions")),
    ...((state.data ?? null) === null ? [] : checkRawObject(state.data, path.child("data"), dataBytesMax)),
    ...(state.networkData === undefined ? [] : checkNetwork(state.networkData, path.child("networkData"))),
  ];
}

function checkNetwork(network: View<NetworkDeviceData>, path: FieldPath): readonly FieldError[] {
  const { interfaceName = "", hardwareAddress = "", ips } = network;
  return [
    ...(Buffer.byteLength(interfaceName) > interfaceNameBytesMax
      ? [field.tooLong(path.child("interfaceName"), interfaceNameBytesMax)]
      : []),
    ...(Buffer.byteLength(hardwareAddress) > hardwareAddressBytesMax
      ? [field.tooLong(path.child("hardwareAddress"), hardwareAddressBytesMax)]
      : []),
    ...checkSet(ips, addressesMax, checkInterfaceAddress, (ip) => ip, path.child("ips")),
  ];
}

/** The identity of a device as kube-apiserver prints it in errors. */
function deviceInGo({ driver = "", pool = "", device = "", shareID = "" }: AllocatedDevice): object {
  return { Driver: driver, Pool: pool, Device: device, ShareID: shareID };
}
