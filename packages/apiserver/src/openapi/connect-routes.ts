/** The routes of logs, and of connections with containers and servers. */
import { connectOptions, logOptions, prettyParameter, restParameter } from "./parameters.ts";
import type { Place, Route } from "./route.ts";
import { baseRoute, mediaTypes } from "./route.ts";

const text = { type: "string" };

export function logRoute(place: Place): Route {
  return {
    ...baseRoute(place, "read"),
    method: "get",
    description: `Read the log of one ${place.resource.kind}`,
    parameters: [prettyParameter, ...logOptions, ...place.parameters],
    produces: ["text/plain", ...mediaTypes],
    responses: [["200", "OK", text]],
    action: "get",
  };
}

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
    description: `Connect to the ${place.subresource} of one ${place.resource.kind} by ${method.toUpperCase()}`,
    parameters: [...(connectOptions[place.gvk.kind] ?? []), ...place.parameters],
    produces: ["*/*"],
    responses: [["200", "OK", text]],
    action: "connect",
  };
}
