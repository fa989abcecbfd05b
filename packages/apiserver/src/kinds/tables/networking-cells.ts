/** Rows of the kinds of networking, besides Services and their endpoints. */
import type {
  Ingress,
  IngressClass,
  IPAddress,
  NetworkPolicy,
  ServiceCIDR,
} from "@kubewright/api/networking.k8s.io/v1";
import type { PodDisruptionBudget } from "@kubewright/api/policy/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import { viewOf } from "../typed.ts";
import { selectorText } from "./workload-cells.ts";

const none = "<none>";

/** How many hosts are shown by name. */
const hostsMax = 3;

/** Name, Class, Hosts, Address, Ports, Age. */
export function ingressCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<Ingress>(object);
  const addresses = (status.loadBalancer?.ingress ?? []).map(({ ip = "", hostname = "" }) =>
    ip === "" ? hostname : ip,
  );
  return [
    object.metadata.name,
    spec.ingressClassName ?? none,
    hostsText((spec.rules ?? []).map(({ host = "" }) => host)),
    [...new Set(addresses)]
      .filter((address) => address !== "")
      .toSorted()
      .join(","),
    (spec.tls ?? []).length > 0 ? "80, 443" : "80",
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

function hostsText(hosts: readonly string[]): string {
  const named = hosts.filter((host) => host !== "");
  if (named.length === 0) return "*";
  const shown = named.slice(0, hostsMax).join(",");
  // A rule behind the third named host makes "more", and all rules are counted.
  const third = hosts.indexOf(named[hostsMax - 1] ?? "");
  const isMore = named.length >= hostsMax && third < hosts.length - 1;
  return isMore ? `${shown} + ${hosts.length - hostsMax} more...` : shown;
}

/** Name, Controller, Parameters, Age. */
export function ingressClassCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { controller = "", parameters } = viewOf<IngressClass>(object).spec ?? {};
  const group = parameters?.apiGroup === undefined ? "" : `.${parameters.apiGroup}`;
  return [
    nameWithDefault(object, "ingressclass.kubernetes.io/is-default-class"),
    controller,
    parameters === undefined ? none : `${parameters.kind ?? ""}${group}/${parameters.name ?? ""}`,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** The name of a class, which says whether it is the one that objects without a class get. */
export function nameWithDefault(object: ReadonlyObject, ...annotations: readonly string[]): string {
  const { name = "", annotations: own = {} } = object.metadata;
  return annotations.some((annotation) => own[annotation] === "true") ? `${name} (default)` : name;
}

/** Name, Pod-Selector, Age. */
export function networkPolicyCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  return [
    object.metadata.name,
    selectorText(viewOf<NetworkPolicy>(object).spec?.podSelector ?? {}),
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, ParentRef; and an age for which there is no column. */
export function ipAddressCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { group = "", resource = "", namespace = "", name = "" } = viewOf<IPAddress>(object).spec?.parentRef ?? {};
  const kind = (group === "" ? resource : `${resource}.${group}`).toLowerCase();
  return [
    object.metadata.name,
    [kind, ...(namespace === "" ? [] : [namespace]), name].join("/"),
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

/** Name, CIDRs, Age. */
export function serviceCidrCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { cidrs = [] } = viewOf<ServiceCIDR>(object).spec ?? {};
  return [object.metadata.name, cidrs.join(","), formatAge(object.metadata.creationTimestamp, now)];
}

/** Name, Min Available, Max Unavailable, Allowed Disruptions, Age. */
export function podDisruptionBudgetCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec = {}, status = {} } = viewOf<PodDisruptionBudget>(object);
  return [
    object.metadata.name,
    String(spec.minAvailable ?? "N/A"),
    String(spec.maxUnavailable ?? "N/A"),
    status.disruptionsAllowed ?? 0,
    formatAge(object.metadata.creationTimestamp, now),
  ];
}
