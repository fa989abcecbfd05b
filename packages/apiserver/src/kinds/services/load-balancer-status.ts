/** The status of a Service: the addresses of its load balancer. */
import type { FieldError, FieldPath, Work } from "@kubewright/apimachinery";
import { append, field, fieldPath, flatMapInSteps } from "@kubewright/apimachinery";
import type { LoadBalancerIngress, Service } from "@kubewright/api/core/v1";
import { checkDnsSubdomain } from "../field-checks.ts";
import { checkIp, ipWarnings } from "../ip/ip-checks.ts";
import { readIp } from "../ip/ip-text.ts";
import type { View } from "../typed.ts";

const ingressPath = fieldPath("status", "loadBalancer", "ingress");
const modes: readonly string[] = ["Proxy", "VIP"];

export function checkServiceStatus(service: View<Service>, old: View<Service>): Work<readonly FieldError[]> {
  const ingress = ingressOf(service);
  if (service.spec?.type !== "LoadBalancer" && ingress.length > 0) {
    return [field.forbidden(ingressPath, "may only be used when `spec.type` is 'LoadBalancer'")];
  }
  const kept = new Set(ingressOf(old).map(({ ip = "" }) => ip));
  return flatMapInSteps(ingress, (each, index) => checkIngress(each, kept, ingressPath.index(index)));
}

function checkIngress(
  { ip = "", ipMode, hostname = "" }: View<LoadBalancerIngress>,
  kept: ReadonlySet<string>,
  path: FieldPath,
): readonly FieldError[] {
  const errors: FieldError[] = ip === "" ? [] : [...checkIp(ip, path.child("ip"), kept)];
  const modePath = path.child("ipMode");
  if (ipMode === undefined) {
    if (ip !== "") errors.push(field.required(modePath, "must be specified when `ip` is set"));
  } else if (ip === "") errors.push(field.forbidden(modePath, "may not be specified when `ip` is not set"));
  else if (!modes.includes(ipMode)) errors.push(field.notSupported(modePath, ipMode, modes));
  if (hostname === "") return errors;
  append(errors, checkDnsSubdomain(hostname, path.child("hostname")));
  if (readIp(hostname) !== undefined) {
    errors.push(field.invalid(path.child("hostname"), hostname, "must be a DNS name, not an IP address"));
  }
  return errors;
}

export function serviceStatusWarnings(service: View<Service>): Work<readonly string[]> {
  return flatMapInSteps(ingressOf(service), ({ ip = "" }, index) => ipWarnings(ip, ingressPath.index(index)));
}

function ingressOf(service: View<Service>): readonly View<LoadBalancerIngress>[] {
  return service.status?.loadBalancer?.ingress ?? [];
}
