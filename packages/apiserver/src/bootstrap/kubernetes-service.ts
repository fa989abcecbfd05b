/**
 * The Service `default/kubernetes`, by which Pods reach the API server, with the endpoints behind it. A server that nothing listens
 * for has no address of its own; it publishes one that documents use (RFC 5737) until a listener says better.
 */
import type { ApiObject } from "../registry/api-object.ts";

/** Where the server can be reached. */
export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

export const unreachableAddress: ServerAddress = { address: "192.0.2.1", port: 6443 };

const name = "kubernetes";
const namespace = "default";

/** The Service itself, on the first address of the range. */
export function kubernetesService(clusterIp: string, { port }: ServerAddress): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name, namespace, labels: { component: "apiserver", provider: "kubernetes" } },
    spec: {
      ports: [{ name: "https", protocol: "TCP", port: 443, targetPort: port }],
      clusterIP: clusterIp,
      clusterIPs: [clusterIp],
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilies: ["IPv4"],
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
    status: { loadBalancer: {} },
  };
}

/** The range that Services get their addresses from. */
export function kubernetesServiceCidr(cidr: string, createdAt: string): ApiObject {
  const message = "Kubernetes default Service CIDR is ready";
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "ServiceCIDR",
    metadata: { name },
    spec: { cidrs: [cidr] },
    status: { conditions: [{ type: "Ready", status: "True", lastTransitionTime: createdAt, reason: "", message }] },
  };
}

export function kubernetesEndpoints({ address, port }: ServerAddress): ApiObject {
  return {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name, namespace, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
    subsets: [{ addresses: [{ ip: address }], ports: [{ name: "https", port, protocol: "TCP" }] }],
  };
}

export function kubernetesEndpointSlice({ address, port }: ServerAddress): ApiObject {
  return {
    apiVersion: "discovery.k8s.io/v1",
    kind: "EndpointSlice",
    metadata: { name, namespace, labels: { "kubernetes.io/service-name": name } },
    addressType: "IPv4",
    endpoints: [{ addresses: [address], conditions: { ready: true } }],
    ports: [{ name: "https", protocol: "TCP", port }],
  };
}
