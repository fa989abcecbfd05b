/** The valid Service of the cases, and changes of it. */
import type { Variation } from "../variations.ts";

export const services = "/api/v1/namespaces/{{namespace}}/services";
export const ownService = `${services}/a`;
const ports = [{ port: 80 }];
export const goodService = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "a" },
  spec: { ports, selector: { app: "a" } },
};

/** Changes of the spec only. */
export function specs(...changes: readonly object[]): readonly Variation[] {
  return changes.map((spec) => ({ spec }));
}

export function withPorts(...list: readonly (readonly object[])[]): readonly Variation[] {
  return list.map((items) => ({ spec: { ports: items } }));
}

export const balancer = { type: "LoadBalancer" };
export const localBalancer = { ...balancer, externalTrafficPolicy: "Local" };
