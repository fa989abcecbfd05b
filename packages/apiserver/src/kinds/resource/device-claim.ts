/** The requests for devices in a claim, constraints between the devices, and their configuration. */
import type { FieldError, FieldPath } from "@kubewright/apimachinery";
import { field } from "@kubewright/apimachinery";
import type {
  DeviceClaim,
  DeviceClaimConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSubRequest,
  ExactDeviceRequest,
} from "@kubewright/api/resource.k8s.io/v1";
import { checkDnsLabel, checkDnsSubdomain } from "../field-checks.ts";
import type { View } from "../typed.ts";
import { checkItems, checkSet } from "./bounded-lists.ts";
import { checkConfiguration } from "./device-configuration.ts";
import type { RequestNames } from "./device-names.ts";
import { checkFullAttributeName, checkRequestReference } from "./device-names.ts";
import { checkSelectors } from "./device-selector.ts";
import { checkToleration } from "./device-taints.ts";

/** The maximum of requests, and of references to requests. */
export const requestsMax = 32;
const alternativesMax = 8;
const constraintsMax = 32;
export const configurationsMax = 32;

const modes = ["All", "ExactCount"];

export function checkDeviceClaim(claim: View<DeviceClaim>, path: FieldPath): readonly FieldError[] {
  const names = requestNamesOf(claim);
  return [
    ...checkSet(claim.requests, requestsMax, checkRequest, ({ name = "" }) => name, path.child("requests")),
    ...checkItems(
      claim.constraints,
      constraintsMax,
      (constraint, at) => checkConstraint(constraint, at, names),
      path.child("constraints"),
    ),
    ...checkItems(
      claim.config,
      configurationsMax,
      (configuration, at) => checkClaimConfiguration(configuration, at, names),
      path.child("config"),
    ),
  ];
}

/** The names of the requests of a claim, and of their alternatives. */
export function requestNamesOf({ requests }: View<DeviceClaim>): RequestNames {
  const names = new Map<string, ReadonlySet<string>>();
  for (const { name = "", firstAvailable = [] } of requests ?? []) {
    names.set(name, new Set(firstAvailable.map((alternative) => alternative.name ?? "")));
  }
  return {
    has: (text) => {
      const [name = "", alternative, ...more] = text.split("/");
      const alternatives = names.get(name);
      if (more.length > 0 || alternatives === undefined) return false;
      return alternative === undefined || alternatives.has(alternative);
    },
  };
}

/** Checks references to requests. */
export function checkReferences(
  references: readonly string[] | undefined,
  names: RequestNames,
  path: FieldPath,
): readonly FieldError[] {
  return checkSet(
    references,
    requestsMax,
    (name, at) => checkRequestReference(name, at, names),
    (name) => name,
    path,
  );
}

function checkRequest(request: View<DeviceRequest>, path: FieldPath): readonly FieldError[] {
  const { name = "", exactly, firstAvailable = [] } = request;
  const errors = checkDnsLabel(name, path.child("name"));
  const text = "exactly one of `exactly` or `firstAvailable` is required";
  if (exactly !== undefined && firstAvailable.length > 0) {
    return [...errors, field.invalid(path, null, `${text}, but multiple fields are set`)];
  }
  if (exactly !== undefined) return [...errors, ...checkDevices(exactly, path.child("exactly"))];
  if (firstAvailable.length === 0) return [...errors, field.required(path, text)];
  return [
    ...errors,
    ...checkSet(
      firstAvailable,
      alternativesMax,
      checkAlternative,
      (alternative) => alternative.name ?? "",
      path.child("firstAvailable"),
    ),
  ];
}

function checkAlternative(alternative: View<DeviceSubRequest>, path: FieldPath): readonly FieldError[] {
  return [...checkDnsLabel(alternative.name ?? "", path.child("name")), ...checkDevices(alternative, path)];
}

function checkDevices(request: View<ExactDeviceRequest>, path: FieldPath): readonly FieldError[] {
  const { deviceClassName = "", selectors, tolerations } = request;
  const classPath = path.child("deviceClassName");
  return [
    ...(deviceClassName === "" ? [field.required(classPath, "")] : checkDnsSubdomain(deviceClassName, classPath)),
    ...checkSelectors(selectors, path.child("selectors")),
    ...checkCount(request, path),
    ...checkItems(tolerations, Infinity, checkToleration, path.child("tolerations")),
  ];
}

function checkCount({ allocationMode, count = 0 }: View<ExactDeviceRequest>, path: FieldPath): readonly FieldError[] {
  const at = path.child("count");
  switch (allocationMode) {
    case "All":
      if (count === 0) return [];
      return [field.invalid(at, count, "must not be specified when allocationMode is 'All'")];
    case "ExactCount":
      return count > 0 ? [] : [field.invalid(at, count, "must be greater than zero")];
    default:
      return [field.notSupported(path.child("allocationMode"), allocationMode ?? "", modes)];
  }
}

function checkConstraint(
  { requests, matchAttribute, distinctAttribute }: View<DeviceConstraint>,
  path: FieldPath,
  names: RequestNames,
): readonly FieldError[] {
  const errors = checkReferences(requests, names, path.child("requests"));
  if (matchAttribute !== undefined) {
    return [...errors, ...checkFullAttributeName(matchAttribute, path.child("matchAttribute"))];
  }
  if (distinctAttribute !== undefined) {
    return [...errors, ...checkFullAttributeName(distinctAttribute, path.child("distinctAttribute"))];
  }
  // The message is that of kube-apiserver, although no field is set.
  const text = 'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [...errors, field.required(path, text)];
}

function checkClaimConfiguration(
  configuration: View<DeviceClaimConfiguration>,
  path: FieldPath,
  names: RequestNames,
): readonly FieldError[] {
  return [
    ...checkReferences(configuration.requests, names, path.child("requests")),
    ...checkConfiguration(configuration, path),
  ];
}
