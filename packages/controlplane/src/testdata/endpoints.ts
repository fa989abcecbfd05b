// Services and Pods for the endpoint controllers.

import type { Pod, Service } from "@kubewright/api/core/v1";
import type { Stored } from "@kubewright/apimachinery";

export function service(spec: Service["spec"] = {}, labels: Readonly<Record<string, string>> = {}): Stored<Service> {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { namespace: "default", name: "web", uid: "service", creationTimestamp: "2026-01-01T00:00:00Z", labels },
    spec: { clusterIP: "10.0.0.1", selector: { app: "web" }, ports: [{ port: 80, protocol: "TCP" }], ...spec },
  } as unknown as Stored<Service>;
}

export interface PodShape {
  readonly ips?: readonly string[];
  readonly ready?: boolean;
  readonly readySince?: string;
  readonly phase?: string;
  readonly deletionTimestamp?: string;
  readonly spec?: Partial<NonNullable<Pod["spec"]>>;
}

export function pod(name: string, shape: PodShape = {}): Stored<Pod> {
  const { ips = ["10.1.0.1"], ready = true, readySince = "2026-01-01T00:00:10Z", phase = "Running", spec = {} } = shape;
  const { deletionTimestamp } = shape;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "default", name, uid: name, ...(deletionTimestamp ? { deletionTimestamp } : {}) },
    spec: { containers: [], ...spec },
    status: {
      phase,
      podIP: ips[0],
      podIPs: ips.map((ip) => ({ ip })),
      conditions: [{ type: "Ready", status: ready ? "True" : "False", lastTransitionTime: readySince }],
    },
  } as unknown as Stored<Pod>;
}
