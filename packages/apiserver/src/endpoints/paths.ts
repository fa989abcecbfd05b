// Requests that name no resource: discovery, health, version, OpenAPI, and the list of all of these.
import { methodNotAllowed, notAcceptable, resourceNotFound } from "@kubewright/apimachinery";
import { headerOf } from "@kubewright/transport";
import { aggregatedDiscovery, discoveryForm } from "../discovery/aggregated.ts";
import { coreVersions, groupDocument, groupList, resourceList } from "../discovery/classic.ts";
import type { HealthCheck } from "../discovery/health.ts";
import { health, healthPaths, isHealthEndpoint } from "../discovery/health.ts";
import { versionInfo } from "../discovery/version.ts";
import type { OpenApi } from "../openapi/openapi.ts";
import type { Registry } from "../registry/registry.ts";
import { isBuiltinGroup } from "./resource.ts";
import type { ServerRequest, ServerResponse } from "./server-request.ts";
import { jsonResponse, pathNotFound } from "./server-request.ts";

export interface PathServer {
  readonly registry: Registry;
  readonly openApi: OpenApi;
  readonly healthChecks: readonly HealthCheck[];
}

/** Serves a request to a path that is no resource. */
export function servePath(server: PathServer, segments: readonly string[], request: ServerRequest): ServerResponse {
  const { registry, openApi, healthChecks } = server;
  const [root, second, third, ...more] = segments;
  if (isHealthEndpoint(root)) return readOnly(request, () => health(root, segments.slice(1), request, healthChecks));
  switch (root) {
    case undefined:
      return readOnly(request, () => jsonResponse(200, { paths: allPaths(server) }));
    case "version":
      return second === undefined ? readOnly(request, () => jsonResponse(200, versionInfo())) : pathNotFound();
    case "api":
      return readOnly(request, () => {
        if (second === undefined) return discovery(registry, true, request);
        return found(resourceList(registry, "", second), registry, "");
      });
    case "apis":
      return readOnly(request, () => {
        if (second === undefined) return discovery(registry, false, request);
        const document = third === undefined ? groupDocument(registry, second) : resourceList(registry, second, third);
        return found(document, registry, second);
      });
    case "openapi":
      if (second === "v3")
        return readOnly(request, () =>
          openApi.serve(
            [third, ...more].filter((s) => s !== undefined),
            request,
          ),
        );
      return second === "v2" && third === undefined ? readOnly(request, refuseOpenApiV2) : pathNotFound();
    default:
      return pathNotFound();
  }
}

function discovery(registry: Registry, core: boolean, request: ServerRequest): ServerResponse {
  const form = discoveryForm(headerOf(request.headers, "accept"));
  if (form === "aggregated") return aggregatedDiscovery(registry, core, request);
  if (form === undefined) {
    throw notAcceptable("only the following media types are accepted: application/json, application/yaml");
  }
  return jsonResponse(200, core ? coreVersions(registry) : groupList(registry));
}

function found(document: object | undefined, registry: Registry, group: string): ServerResponse {
  if (document !== undefined) return jsonResponse(200, document);
  // A version that a built-in group lacks is answered by the group; what is custom, or not there, is answered by nobody.
  if (isBuiltinGroup(registry, group)) throw resourceNotFound();
  return pathNotFound();
}

/** OpenAPI v2 is asked for in protobuf by those who still ask, and they take a refusal as "see v3". */
function refuseOpenApiV2(): ServerResponse {
  return { status: 406, headers: { "content-type": "text/plain; charset=utf-8" }, body: new Uint8Array() };
}

function readOnly({ method }: ServerRequest, serve: () => ServerResponse): ServerResponse {
  if (method === "GET") return serve();
  if (method === "HEAD") return { ...serve(), body: new Uint8Array() };
  throw methodNotAllowed();
}

function allPaths({ registry, openApi, healthChecks }: PathServer): readonly string[] {
  const groups = registry.groups().filter((group) => group !== "");
  const paths = [
    "/api",
    ...registry.versions("").map((version) => `/api/${version}`),
    "/apis",
    ...groups.flatMap((group) => [
      `/apis/${group}`,
      ...registry.versions(group).map((version) => `/apis/${group}/${version}`),
    ]),
    ...healthPaths(healthChecks),
    "/openapi/v3",
    ...openApi.paths().map((path) => `/openapi/v3/${path}`),
    "/version",
  ];
  return paths.sort();
}
