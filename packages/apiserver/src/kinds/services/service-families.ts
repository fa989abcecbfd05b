/**
 * The address families of a Service. This server has IPv4 only, so requests for more are rejected, unless the Service is headless and
 * has no selector: then the client that writes its endpoints chooses. https://kubernetes.io/docs/concepts/services-networking/dual-stack/
 */
import type { FieldError } from "@kubewright/apimachinery";
import { field, fieldPath, isDeepEqual } from "@kubewright/apimachinery";
import type { ServiceSpec } from "@kubewright/api/core/v1";
import type { Draft, View } from "../typed.ts";
import { checkClusterIps, familyOf } from "./cluster-ip-checks.ts";

const spec = fieldPath("spec");
const policyPath = spec.child("ipFamilyPolicy");

/** The only family that the server allocates addresses of. */
const ownFamily = "IPv4";

/** Sets `ipFamilies` and `ipFamilyPolicy`. Returns the errors of a combination that is not possible. */
export function initFamilies(next: Draft<ServiceSpec>, before: View<ServiceSpec> | undefined): readonly FieldError[] {
  if (next.type === "ExternalName" || prefersAsBefore(next, before)) return [];
  const isFree = next.clusterIP === "None" && Object.keys(next.selector ?? {}).length === 0;
  next.ipFamilyPolicy ??= before?.ipFamilyPolicy ?? (isFree ? "RequireDualStack" : "SingleStack");
  const wrong = checkClusterIps(next, before);
  if (wrong.length > 0) return wrong;
  const contradictions = [
    ...(before === undefined ? [] : releaseSecond(next, before)),
    ...checkPolicy(next),
    ...inferFamilies(next),
  ];
  if (contradictions.length > 0) return contradictions;
  if (isFree) {
    next.ipFamilies ??= [ownFamily];
    if (next.ipFamilies.length < 2 && next.ipFamilyPolicy !== "SingleStack") {
      next.ipFamilies.push(next.ipFamilies[0] === "IPv4" ? "IPv6" : "IPv4");
    }
    return [];
  }
  const errors = checkConfigured(next);
  if (errors.length === 0) next.ipFamilies ??= [ownFamily];
  return errors;
}

/** A Service that prefers two families keeps the ones it has. */
function prefersAsBefore(next: View<ServiceSpec>, before: View<ServiceSpec> | undefined): boolean {
  if (before === undefined || next.ipFamilyPolicy !== "PreferDualStack" || next.type !== before.type) return false;
  if (before.ipFamilyPolicy !== undefined && before.ipFamilyPolicy !== "PreferDualStack") return false;
  return isSame(next.clusterIPs, before.clusterIPs) && isSame(next.ipFamilies, before.ipFamilies);
}

/** `SingleStack` releases the second address. Other policies must keep it. */
function releaseSecond(next: Draft<ServiceSpec>, before: View<ServiceSpec>): readonly FieldError[] {
  const { clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = next;
  if (ipFamilyPolicy === "SingleStack") {
    if (isSame(clusterIPs, before.clusterIPs) && clusterIPs.length > 1) next.clusterIPs = clusterIPs.slice(0, 1);
    if (isSame(ipFamilies, before.ipFamilies) && ipFamilies.length > 1) next.ipFamilies = ipFamilies.slice(0, 1);
    return [];
  }
  const isReduced = (now: readonly string[], then: readonly string[] = []): boolean =>
    now.length > 0 && now.length < then.length;
  const forbid = (what: string): FieldError =>
    field.invalid(policyPath, ipFamilyPolicy, `must be 'SingleStack' to release the secondary ${what}`);
  return [
    ...(isReduced(clusterIPs, before.clusterIPs) ? [forbid("cluster IP")] : []),
    ...(isReduced(ipFamilies, before.ipFamilies) ? [forbid("IP family")] : []),
  ];
}

function checkPolicy({ ipFamilyPolicy, clusterIPs = [], ipFamilies = [] }: View<ServiceSpec>): readonly FieldError[] {
  if (ipFamilyPolicy !== "SingleStack") return [];
  const forbid = (what: string): FieldError =>
    field.invalid(
      policyPath,
      ipFamilyPolicy,
      `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`,
    );
  return [
    ...(clusterIPs.length === 2 ? [forbid("cluster IPs")] : []),
    ...(ipFamilies.length === 2 ? [forbid("IP families")] : []),
  ];
}

/** Adds the families of requested addresses. */
function inferFamilies(next: Draft<ServiceSpec>): readonly FieldError[] {
  const { clusterIPs = [] } = next;
  if (clusterIPs[0] === "None") return [];
  return clusterIPs.flatMap((address, index) => {
    if (index < (next.ipFamilies?.length ?? 0)) return [];
    const family = familyOf(address);
    if (family === ownFamily) {
      (next.ipFamilies ??= []).push(family);
      return [];
    }
    const path = spec.child("clusterIPs").index(index);
    return [field.invalid(path, clusterIPs, `${family} is not configured on this cluster`)];
  });
}

function checkConfigured({ ipFamilyPolicy, ipFamilies = [] }: View<ServiceSpec>): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (ipFamilyPolicy === "RequireDualStack") {
    errors.push(field.invalid(policyPath, ipFamilyPolicy, "this cluster is not configured for dual-stack services"));
  }
  for (const [index, family] of ipFamilies.entries()) {
    if (family === ownFamily) continue;
    errors.push(field.invalid(spec.child("ipFamilies").index(index), family, "not configured on this cluster"));
  }
  return errors;
}

function isSame(now: readonly string[] = [], then: readonly string[] = []): boolean {
  return isDeepEqual(now, then);
}
