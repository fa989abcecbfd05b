/** Rows of APIServices. */
import type { APIService } from "@kubewright/api/apiregistration.k8s.io/v1";
import { formatAge } from "../../negotiation/age.ts";
import type { ReadonlyObject } from "../../objects/api-object.ts";
import type { View } from "../typed.ts";
import { viewOf } from "../typed.ts";

/** Name, Service, Available, Age. */
export function apiServiceCells(object: ReadonlyObject, now: Date): readonly unknown[] {
  const { spec, status } = viewOf<APIService>(object);
  const { service } = spec ?? {};
  return [
    object.metadata.name,
    service === undefined ? "Local" : `${service.namespace ?? ""}/${service.name ?? ""}`,
    availability(status),
    formatAge(object.metadata.creationTimestamp, now),
  ];
}

function availability(status: View<APIService>["status"]): string {
  const condition = status?.conditions?.find(({ type }) => type === "Available");
  if (condition === undefined) return "Unknown";
  const { status: value = "", reason = "" } = condition;
  return value === "True" || reason === "" ? value : `${value} (${reason})`;
}
