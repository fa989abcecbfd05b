/** The routes of logs, and of connections with containers and servers. */
import {
  attachOptions,
  execOptions,
  logOptions,
  nodeProxyOptions,
  podProxyOptions,
  portForwardOptions,
  prettyParameter,
  restParameter,
  serviceProxyOptions,
} from "./parameters.ts";
import type { Parameter } from "./parameters.ts";
import type { Place, Route } from "./route.ts";
import { baseRoute, mediaTypes } from "./route.ts";

const text = { type: "string" };

export function logRoute(place: Place): Route {
  return {
    ...baseRoute(place, "read"),
    method: "get",
    description: `read log of the specified ${place.resource.kind}`,
    parameters: [prettyParameter, ...logOptions, ...place.parameters],
    produces: ["text/plain", ...mediaTypes],
    responses: [["200", "OK", text]],
    action: "get",
  };
}

const options: Readonly<Record<string, readonly Parameter[]>> = {
  NodeProxyOptions: nodeProxyOptions,
  PodAttachOptions: attachOptions,
  PodExecOptions: execOptions,
  PodPortForwardOptions: portForwardOptions,
  PodProxyOptions: podProxyOptions,
  ServiceProxyOptions: serviceProxyOptions,
};

const streamMethods = ["get", "post"];
const proxyMethods = ["delete", "get", "head", "options", "patch", "post", "put"];

/** A proxy accepts all methods, also with more of a path. */
export function connectRoutes(place: Place): readonly Route[] {
  if (place.subresource !== "proxy") return streamMethods.map((method) => connectRoute(place, method));
  const below = { ...place, path: `${place.path}/{path}`, parameters: [...place.parameters, restParameter] };
  return [place, below].flatMap((each) => proxyMethods.map((method) => connectRoute(each, method)));
}

function connectRoute(place: Place, method: string): Route {
  const verb = `connect${method.charAt(0).toUpperCase()}${method.slice(1)}`;
  return {
    ...baseRoute(place, verb),
    method,
    description: `connect ${method.toUpperCase()} requests to ${place.subresource} of ${place.resource.kind}`,
    parameters: [...(options[place.gvk.kind] ?? []), ...place.parameters],
    produces: ["*/*"],
    responses: [["200", "OK", text]],
    action: "connect",
  };
}
