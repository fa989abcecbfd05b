/**
 * The Service `default/kubernetes`, by which Pods reach the API server, with the endpoints behind it. A server that nothing listens
 * for has no address of its own; it publishes one that documents use (RFC 5737) until a listener says better.
 */
import type { ApiObject } from "../objects/api-object.ts";

/** Where the server can be reached. */
export interface ServerAddress {
  readonly address: string;
  readonly port: number;
}

export const unreachableAddress: ServerAddress = { address: "192.0.2.1", port: 6443 };

/** The address as the host of a URL. */
export function hostOf({ address, port }: ServerAddress): string {
  return `${address}:${port}`;
}

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
      type: "ClusterIP",
      sessionAffinity: "None",
      ipFamilyPolicy: "SingleStack",
      internalTrafficPolicy: "Cluster",
    },
  };
}

/** What a Service gets of its address, and its status. */
export function fillService(draft: ApiObject): void {
  const spec = draft["spec"] as { readonly clusterIP?: string };
  Object.assign(draft, {
    spec: { ...spec, clusterIPs: [spec.clusterIP], ipFamilies: ["IPv4"] },
    status: { loadBalancer: {} },
  });
}

/** The range that Services get their addresses from. */
export function kubernetesServiceCidr(cidr: string): ApiObject {
  const apiVersion = "networking.k8s.io/v1";
  return { apiVersion, kind: "ServiceCIDR", metadata: { name }, spec: { cidrs: [cidr] } };
}

/** The status of a range in use, which its controller applies. */
export function serviceCidrStatus(time: string): (draft: ApiObject) => void {
  const message = "Kubernetes default Service CIDR is ready";
  const fields = { ".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:status": {}, "f:type": {} };
  return (draft) => {
    draft["status"] = {
      conditions: [{ type: "Ready", status: "True", lastTransitionTime: time, reason: "", message }],
    };
    draft.metadata.managedFields = [
      {
        manager: "kubernetes-service-cidr-controller",
        operation: "Apply",
        apiVersion: draft.apiVersion,
        time,
        fieldsType: "FieldsV1",
        fieldsV1: { "f:status": { "f:conditions": { 'k:{"type":"Ready"}': fields } } },
        subresource: "status",
      },
      ...(draft.metadata.managedFields ?? []),
    ];
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
