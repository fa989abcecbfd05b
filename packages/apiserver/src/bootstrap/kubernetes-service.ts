/**
 * The Service `default/kubernetes`, by which Pods reach the API server, with its endpoints. A server without a
 * listener has no address. It publishes a documentation address (RFC 5737) until a listener sets the real one.
 */
import type { ApiObject } from "../objects/api-object.ts";
import type { BootstrapObject } from "./bootstrap-object.ts";

/** The address of the server for clients. */
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

/** The Service, with the first address of the range. */
export function kubernetesService(clusterIp: string, { port }: ServerAddress): BootstrapObject {
  const portFields = { ".": {}, "f:name": {}, "f:port": {}, "f:protocol": {}, "f:targetPort": {} };
  return {
    resource: { group: "", resource: "services" },
    object: {
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
    },
    fieldsV1: {
      "f:metadata": { "f:labels": { ".": {}, "f:component": {}, "f:provider": {} } },
      "f:spec": {
        "f:clusterIP": {},
        "f:internalTrafficPolicy": {},
        "f:ipFamilyPolicy": {},
        "f:ports": { ".": {}, 'k:{"port":443,"protocol":"TCP"}': portFields },
        "f:sessionAffinity": {},
        "f:type": {},
      },
    },
    fillUnowned: fillService,
  };
}

function fillService(draft: ApiObject): void {
  const spec = draft["spec"] as { readonly clusterIP?: string };
  Object.assign(draft, {
    spec: { ...spec, clusterIPs: [spec.clusterIP], ipFamilies: ["IPv4"] },
    status: { loadBalancer: {} },
  });
}

/** The range of Service addresses, which is in use since `time`. */
export function kubernetesServiceCidr(cidr: string, time: string): BootstrapObject {
  const apiVersion = "networking.k8s.io/v1";
  return {
    resource: { group: "networking.k8s.io", resource: "servicecidrs" },
    object: { apiVersion, kind: "ServiceCIDR", metadata: { name }, spec: { cidrs: [cidr] } },
    fieldsV1: { "f:spec": { "f:cidrs": {} } },
    fillUnowned: (draft) => fillServiceCidrStatus(draft, time),
  };
}

/** Sets the status as the controller of ServiceCIDRs applies it. */
function fillServiceCidrStatus(draft: ApiObject, time: string): void {
  const message = "Kubernetes default Service CIDR is ready";
  const fields = { ".": {}, "f:lastTransitionTime": {}, "f:message": {}, "f:status": {}, "f:type": {} };
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
}

export function kubernetesEndpoints({ address, port }: ServerAddress): BootstrapObject {
  return {
    resource: { group: "", resource: "endpoints" },
    object: {
      apiVersion: "v1",
      kind: "Endpoints",
      metadata: { name, namespace, labels: { "endpointslice.kubernetes.io/skip-mirror": "true" } },
      subsets: [{ addresses: [{ ip: address }], ports: [{ name: "https", port, protocol: "TCP" }] }],
    },
    fieldsV1: {
      "f:metadata": { "f:labels": { ".": {}, "f:endpointslice.kubernetes.io/skip-mirror": {} } },
      "f:subsets": {},
    },
  };
}

export function kubernetesEndpointSlice({ address, port }: ServerAddress): BootstrapObject {
  return {
    resource: { group: "discovery.k8s.io", resource: "endpointslices" },
    object: {
      apiVersion: "discovery.k8s.io/v1",
      kind: "EndpointSlice",
      metadata: { name, namespace, labels: { "kubernetes.io/service-name": name } },
      addressType: "IPv4",
      endpoints: [{ addresses: [address], conditions: { ready: true } }],
      ports: [{ name: "https", protocol: "TCP", port }],
    },
    fieldsV1: {
      "f:addressType": {},
      "f:endpoints": {},
      "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/service-name": {} } },
      "f:ports": {},
    },
  };
}
