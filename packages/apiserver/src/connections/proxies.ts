/**
 * `pods/proxy`, `services/proxy`, `nodes/proxy` and `pods/portforward` connect to the network of a cluster. This server has no such network: valid
 * requests fail with 503, invalid ones with the errors of kube-apiserver.
 */
import { badRequest, notFound, serviceUnavailable } from "@kubewright/apimachinery";
import type { Pod } from "@kubewright/api/core/v1";
import { viewOf } from "../kinds/typed.ts";
import type { ReadonlyObject } from "../objects/api-object.ts";
import type { RequestContext } from "../contracts/server-context.ts";
import type { ConnectSubresource } from "../contracts/subresource.ts";
import { noHostError, targetOf } from "./container-target.ts";

/** `pods/portforward`. */
export const portForwardSubresource: ConnectSubresource = {
  type: "connect",
  name: "portforward",
  gvk: { group: "", version: "v1", kind: "PodPortForwardOptions" },
  verbs: ["create", "get"],
  needsCreate: true,
  options: {
    properties: { ports: { type: "array", items: { type: "integer", format: "int32" } } },
    parse: (query) => {
      const ports = query.getAll("ports").map(Number);
      return ports.length === 0 ? {} : { ports };
    },
  },
  connect: (request, pod, context) => {
    const { containers = [] } = viewOf<Pod>(pod).spec ?? {};
    const target = targetOf(pod, containers[0]?.name ?? "", { context, request });
    if (target === undefined) throw noHostError(pod);
    throw unreachable(`forward ports of pod ${JSON.stringify(context.name)}`);
  },
};

/** `pods/proxy`. */
export const podProxySubresource: ConnectSubresource = proxy("Pod", (pod) => {
  if ((viewOf<Pod>(pod).status?.podIP ?? "") === "") throw badRequest("address not allowed");
});

/** `services/proxy`. */
export const serviceProxySubresource: ConnectSubresource = proxy("Service", (service, { read }) => {
  const { name = "", namespace = "" } = service.metadata;
  // kube-apiserver cannot resolve a Service without endpoints.
  if (!read.has({ group: "", resource: "endpoints" }, { namespace, name })) {
    throw notFound({ group: "", resource: "services" }, name);
  }
});

/** `nodes/proxy`. */
export const nodeProxySubresource: ConnectSubresource = proxy("Node", () => undefined);

/** @param check throws for an object that has no address. */
function proxy(
  kind: "Pod" | "Service" | "Node",
  check: (object: ReadonlyObject, context: RequestContext) => void,
): ConnectSubresource {
  return {
    type: "connect",
    name: "proxy",
    gvk: { group: "", version: "v1", kind: `${kind}ProxyOptions` },
    verbs: ["create", "delete", "get", "patch", "update"],
    parentName: nameInAddress,
    options: {
      properties: { path: { type: "string" } },
      parse: (_query, path) => (path === "" ? {} : { path }),
    },
    connect: (_request, object, context) => {
      check(object, context);
      throw unreachable(`reach ${kind.toLowerCase()} ${JSON.stringify(context.name)}`);
    },
  };
}

/** The name in `name`, `name:port` or `scheme:name:port`. */
function nameInAddress(address: string): string {
  const parts = address.split(":");
  return (parts.length === 3 ? parts[1] : parts[0]) ?? "";
}

function unreachable(action: string): Error {
  return serviceUnavailable(`Cannot ${action}: this server is not connected to a network`);
}
