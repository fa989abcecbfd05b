/** A device of a ResourceSlice: attributes, capacity, consumed counters, taints and the nodes that can use it. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { append, field, isDeepEqual } from "@kubewright/apimachinery";
import type { Counter, Device, DeviceAttribute } from "@kubewright/api/resource.k8s.io/v1";
import { checkDnsLabel, checkDnsSubdomain } from "../field-checks.ts";
import { checkNodeSelector } from "../pod/affinity.ts";
import type { View } from "../typed.ts";
import { checkItems, checkMap, checkSet } from "./bounded-lists.ts";
import { checkOwnCapacity, checkSharedCapacity } from "./device-capacity.ts";
import { attributeNameBytesMax, checkAttributeName } from "./device-names.ts";
import { checkBindingConditions, checkTaint } from "./device-taints.ts";

const attributesAndCapacitiesMax = 32;
const attributeValuesMax = 48;
const attributeBytesMax = 64;
const consumptionsMax = 2;
const countersMax = 32;
const counterNameBytesMax = 63;
const taintsMax = 16;

export function checkDevice(
  device: View<Device>,
  old: View<Device> | undefined,
  path: FieldPath,
  hasOwnNodes: boolean,
): readonly FieldError[] {
  const { attributes, capacity, taints, consumesCounters } = device;
  const names = { max: Infinity, keyBytesMax: attributeNameBytesMax, checkKey: checkAttributeName };
  const checkCapacity = device.allowMultipleAllocations === true ? checkSharedCapacity : checkOwnCapacity;
  const hasOldTaints = old !== undefined && isDeepEqual(old.taints ?? [], taints ?? []);
  return [
    ...checkDnsLabel(device.name ?? "", path.child("name")),
    ...checkCounts(device, path),
    ...checkMap(attributes, { ...names, checkValue: checkAttribute }, path.child("attributes")),
    ...checkMap(capacity, { ...names, checkValue: checkCapacity }, path.child("capacity")),
    ...(hasOldTaints ? [] : checkItems(taints, taintsMax, checkTaint, path.child("taints"))),
    ...checkSet(
      consumesCounters,
      consumptionsMax,
      ({ counterSet = "", counters }, at) => checkCounters(counterSet, counters, at, "counterSet"),
      ({ counterSet = "" }) => counterSet,
      path.child("consumesCounters"),
    ),
    ...(hasOwnNodes ? checkNodes(device, path) : checkNoNodes(device, path)),
    ...checkBindingConditions(device, path),
  ];
}

/** Checks counters by name, and the name of their set, which is in the field `nameField`. */
export function checkCounters(
  name: string,
  counters: { readonly [name: string]: View<Counter> } | undefined,
  path: FieldPath,
  nameField: string,
): readonly FieldError[] {
  const at = path.child(nameField);
  const countersPath = path.child("counters");
  return [
    ...(name === "" ? [field.required(at, "")] : checkDnsLabel(name, at)),
    ...(Object.keys(counters ?? {}).length === 0
      ? [field.required(countersPath, "")]
      : checkMap(
          counters,
          { max: countersMax, keyBytesMax: counterNameBytesMax, checkKey: checkDnsLabel },
          countersPath,
        )),
  ];
}

function checkCounts({ attributes = {}, capacity = {} }: View<Device>, path: FieldPath): readonly FieldError[] {
  const values = Object.keys(attributes).length;
  const all = values + Object.keys(capacity).length;
  const tooMany = (of: string, max: number): string => `the total number of ${of} must not exceed ${max}`;
  return [
    ...(all > attributesAndCapacitiesMax
      ? [field.invalid(path, all, tooMany("attributes and capacities", attributesAndCapacitiesMax))]
      : []),
    ...(values > attributeValuesMax
      ? [field.invalid(path, values, tooMany("attribute values", attributeValuesMax))]
      : []),
  ];
}

const versionPattern =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*)?(?:\+[0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*)?$/u;

/** Checks an attribute with one value. Lists of values are removed before, because their feature is disabled. */
function checkAttribute(attribute: View<DeviceAttribute>, path: FieldPath): readonly FieldError[] {
  const { bool, int, string, version } = attribute;
  const errors: FieldError[] = [];
  const checkLength = (text: string, at: FieldPath): void => {
    if (Buffer.byteLength(text) > attributeBytesMax) errors.push(field.tooLong(at, attributeBytesMax));
  };
  if (string !== undefined) checkLength(string, path.child("string"));
  if (version !== undefined) {
    const at = path.child("version");
    if (!versionPattern.test(version)) {
      errors.push(field.invalid(at, version, "must be a string compatible with semver.org spec 2.0.0"));
    }
    checkLength(version, at);
  }
  const count = [bool, int, string, version].filter((value) => value !== undefined).length;
  const text = "exactly one value must be specified";
  if (count === 0) errors.push(field.invalid(path, "", text));
  if (count > 1) errors.push(field.invalid(path, attributeInGo(attribute), text));
  return errors;
}

/** An attribute as kube-apiserver prints it in errors. */
function attributeInGo({ bool, int, string, version }: View<DeviceAttribute>): object {
  return {
    IntValue: int ?? null,
    BoolValue: bool ?? null,
    StringValue: string ?? null,
    VersionValue: version ?? null,
    IntValues: null,
    BoolValues: null,
    StringValues: null,
    VersionValues: null,
  };
}

function checkNodes({ nodeName, nodeSelector, allNodes }: View<Device>, path: FieldPath): readonly FieldError[] {
  const errors: FieldError[] = [];
  const set: string[] = [];
  if (nodeName === "") errors.push(field.invalid(path.child("nodeName"), nodeName, "must not be empty"));
  else if (nodeName !== undefined) {
    set.push("`nodeName`");
    append(errors, checkDnsSubdomain(nodeName, path.child("nodeName")));
  }
  if (nodeSelector !== undefined) {
    set.push("`nodeSelector`");
    append(errors, checkNodeSelector(nodeSelector, path.child("nodeSelector")));
  }
  if (allNodes === false) {
    errors.push(field.invalid(path.child("allNodes"), allNodes, "must be either unset or set to true"));
  } else if (allNodes !== undefined) set.push("`allNodes`");
  const text =
    "exactly one of `nodeName`, `nodeSelector`, or `allNodes` is required when `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  if (set.length === 0) errors.push(field.required(path, text));
  if (set.length > 1) errors.push(field.invalid(path, `{${set.join(", ")}}`, text));
  return errors;
}

function checkNoNodes({ nodeName, nodeSelector, allNodes }: View<Device>, path: FieldPath): readonly FieldError[] {
  if (nodeName === undefined && nodeSelector === undefined && allNodes === undefined) return [];
  const text =
    "`nodeName`, `nodeSelector` and `allNodes` can only be set if `perDeviceNodeSelection` is set to true in the ResourceSlice spec";
  return [field.invalid(path, null, text)];
}
