/**
 * Errors of the fields that determine the addresses of a Service: `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy`, alone and
 * together. They are checked before addresses are allocated, and again in validation.
 */
import type { FieldError } from "@kubewright/apimachinery";
import { append, field, fieldPath, repeatedIndexes } from "@kubewright/apimachinery";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import { checkIp } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";
import { isHeadless } from "./service-predicates.ts";
import { checkSupported } from "../field-checks.ts";

const spec = fieldPath("spec");
const clusterIpsPath = spec.child("clusterIPs");
const familiesPath = spec.child("ipFamilies");
const policyPath = spec.child("ipFamilyPolicy");

const families: readonly string[] = ["IPv4", "IPv6"];
const policies: readonly string[] = ["PreferDualStack", "RequireDualStack", "SingleStack"];

/** A Service has at most one address of each family. */
const addressesMax = 2;

export function checkClusterIps(service: View<ServiceSpec>, old: View<ServiceSpec> | undefined): readonly FieldError[] {
  if (service.type === "ExternalName") return [];
  const { clusterIP = "", clusterIPs = [], ipFamilyPolicy } = service;
  const errors: FieldError[] = [];
  if (clusterIP === "" && clusterIPs.length > 0) {
    errors.push(field.invalid(clusterIpsPath, clusterIPs, "must be empty when `clusterIP` is not specified"));
  } else if (clusterIP !== "" && clusterIPs.length === 0) {
    errors.push(field.required(clusterIpsPath, ""));
  } else if (clusterIP !== "" && clusterIPs[0] !== clusterIP) {
    errors.push(field.invalid(clusterIpsPath, clusterIPs, "first value must match `clusterIP`"));
  }
  append(errors, checkFamilies(service.ipFamilies ?? []));
  append(errors, checkSupported(ipFamilyPolicy, policies, policyPath));
  const addressErrors = checkAddresses(clusterIPs, new Set(old?.clusterIPs));
  append(errors, addressErrors);
  if (clusterIPs.length > addressesMax) {
    errors.push(field.invalid(clusterIpsPath, clusterIPs, "may only hold up to 2 values"));
  }
  return addressErrors.length > 0 ? errors : [...errors, ...checkMatch(service)];
}

function checkFamilies(requested: readonly string[]): readonly FieldError[] {
  const repeated = repeatedIndexes(requested);
  return requested.flatMap((family, index) => [
    ...checkSupported(family, families, familiesPath.index(index)),
    ...(repeated.has(index) ? [field.duplicate(familiesPath.index(index), family)] : []),
  ]);
}

function checkAddresses(addresses: readonly string[], kept: ReadonlySet<string>): readonly FieldError[] {
  return addresses.flatMap((address, index) => {
    if (index > 0 || address !== "None") return checkIp(address, clusterIpsPath.index(index), kept);
    if (addresses.length === 1) return [];
    return [field.invalid(clusterIpsPath, addresses, "'None' must be the first and only value")];
  });
}

/** The addresses of a Service have different families, which match `ipFamilies`. */
function checkMatch(service: View<ServiceSpec>): readonly FieldError[] {
  const { clusterIPs = [], ipFamilies = [] } = service;
  const errors: FieldError[] = [];
  if (clusterIPs.length > 1 && new Set(clusterIPs.map(familyOf)).size < clusterIPs.length) {
    errors.push(field.invalid(clusterIpsPath, clusterIPs, "may specify no more than one IP for each IP family"));
  }
  if (isHeadless(service)) return errors;
  for (const [index, family] of ipFamilies.slice(0, clusterIPs.length).entries()) {
    const address = clusterIPs[index] ?? "";
    if (!families.includes(family) || familyOf(address) === family) continue;
    const article = "expected an";
    errors.push(
      field.invalid(
        clusterIpsPath.index(index),
        address,
        `${article} ${family} value as indicated by \`ipFamilies[${index}]\``,
      ),
    );
  }
  return errors;
}

/** The family of an address that was checked. */
export function familyOf(address: string): "IPv4" | "IPv6" {
  return readIp(address)?.family ?? "IPv6";
}

const unchangeable = "may not change once set";

/** The first address is immutable. The second one may be added, and removed explicitly. */
export function checkClusterIpsChange(next: View<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  if (next.type === "ExternalName" || before.type === "ExternalName") return [];
  return [...checkAddressesChange(next, before), ...checkFamiliesChange(next, before)];
}

function checkAddressesChange(next: View<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  if (isHeadless(next) && isHeadless(before)) return [];
  const { clusterIPs: now = [], ipFamilyPolicy = null } = next;
  const { clusterIPs: then = [] } = before;
  const first = clusterIpsPath.index(0);
  if (then.length === now.length) {
    return then.flatMap((address, index) =>
      address === now[index] ? [] : [field.invalid(clusterIpsPath.index(index), now, unchangeable)],
    );
  }
  const errors: FieldError[] = [];
  if (now.length === 0) errors.push(field.invalid(first, null, "primary clusterIP can not be unset"));
  else if (then.length > 0 && now[0] !== then[0]) errors.push(field.invalid(first, now, unchangeable));
  if (then.length > now.length && now.length === 1 && ipFamilyPolicy !== "SingleStack") {
    const text = "must be set to 'SingleStack' when releasing the secondary clusterIP";
    errors.push(field.invalid(policyPath, ipFamilyPolicy, text));
  }
  return errors;
}

function checkFamiliesChange(next: View<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  if (isHeadless(next) || isHeadless(before)) return [];
  const { ipFamilies: now = [], clusterIPs = [], ipFamilyPolicy = null } = next;
  const { ipFamilies: then = [] } = before;
  const first = familiesPath.index(0);
  if (then.length === now.length) {
    return then.flatMap((family, index) => (family === now[index] ? [] : [field.invalid(first, now, unchangeable)]));
  }
  const errors: FieldError[] = [];
  if (then.length > now.length && clusterIPs.length === 0) {
    errors.push(field.invalid(first, now, "primary ipFamily can not be unset"));
  }
  if (now.length > 0 && then.length > 0 && now[0] !== then[0]) {
    errors.push(field.invalid(first, clusterIPs, unchangeable));
  }
  if (then.length > now.length && now.length === 1 && ipFamilyPolicy !== "SingleStack") {
    const text = "must be set to 'SingleStack' when releasing the secondary ipFamily";
    errors.push(field.invalid(policyPath, ipFamilyPolicy, text));
  }
  return errors;
}
