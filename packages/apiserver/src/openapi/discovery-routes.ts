/** The routes of discovery, of the version, and of the issuer of service account tokens. */
import { referenceTo } from "./schemas.ts";
import type { Route } from "./route.ts";
import { mediaTypes, rootOf } from "./route.ts";

const meta = "io.k8s.apimachinery.pkg.apis.meta.v1.";

/** `/apis/apps/v1/`. */
export function resourceListRoute(group: string, version: string): Route {
  return discoveryRoute(
    `${rootOf(group, version)}/`,
    "getAPIResources",
    "List the resources of the version",
    "APIResourceList",
  );
}

/** The routes outside of group versions, by the name of their document: `apis/apps`. */
export function sharedRoutes(groups: readonly string[]): ReadonlyMap<string, Route> {
  const versions = "List the versions of the API";
  return new Map([
    ["api", discoveryRoute("/api/", "getAPIVersions", versions, "APIVersions")],
    ["apis", discoveryRoute("/apis/", "getAPIVersions", versions, "APIGroupList")],
    ...groups.map(
      (group) =>
        [
          `apis/${group}`,
          discoveryRoute(`/apis/${group}/`, "getAPIGroup", "List the versions of the group", "APIGroup"),
        ] as const,
    ),
    ["version", versionRoute],
    [".well-known/openid-configuration", issuerRoute("/.well-known/openid-configuration/", "OpenIDConfiguration")],
    ["openid/v1/jwks", issuerRoute("/openid/v1/jwks/", "OpenIDKeyset")],
  ]);
}

function discoveryRoute(path: string, name: string, description: string, type: string): Route {
  return {
    path,
    method: "get",
    name,
    description,
    parameters: [],
    consumes: mediaTypes,
    produces: mediaTypes,
    responses: [["200", "OK", referenceTo(`${meta}${type}`)]],
  };
}

const versionRoute: Route = {
  path: "/version/",
  method: "get",
  name: "getCodeVersion",
  description: "Read the version of the server",
  parameters: [],
  consumes: ["application/json"],
  produces: ["application/json"],
  responses: [["200", "OK", referenceTo("io.k8s.apimachinery.pkg.version.Info")]],
};

function issuerRoute(path: string, name: string): Route {
  const isKeyset = name === "OpenIDKeyset";
  return {
    path,
    method: "get",
    name: `getServiceAccountIssuer${name}`,
    description: isKeyset
      ? "Read the public keys for tokens of service accounts"
      : "Read the OpenID configuration of the issuer of service account tokens",
    parameters: [],
    consumes: [],
    produces: [isKeyset ? "application/jwk-set+json" : "application/json"],
    responses: [["200", "OK", { type: "string" }]],
  };
}
