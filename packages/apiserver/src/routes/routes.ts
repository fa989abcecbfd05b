// Paths without resources: discovery, health, version, metrics, OpenAPI, and the index of all paths.
//
// kube-apiserver serves some of them by routes, which accept some methods only, and some by handlers, which accept every method.
import { methodNotAllowed, printYaml, resourceNotFound } from "@kubewright/apimachinery";
import type { Clock, Random } from "@kubewright/async";
import { headerOf } from "@kubewright/transport";
import { aggregatedDiscovery, prefersAggregation } from "../discovery/aggregated.ts";
import { coreVersions, groupDocument, groupList, resourceList } from "../discovery/classic.ts";
import type { HealthCheck } from "./health.ts";
import { health, healthPaths, isHealthEndpoint } from "./health.ts";
import type { IssuerDiscovery } from "./issuer-discovery.ts";
import { statuszPage } from "./statusz.ts";
import { versionInfo } from "../discovery/version.ts";
import type { ZPage } from "./z-pages.ts";
import { serveZPage } from "./z-pages.ts";
import type { HealthMetrics } from "./health-metrics.ts";
import type { ServerMetrics } from "../metrics/server-metrics.ts";
import { negotiateDocument } from "../negotiation/accept.ts";
import type { OpenApi } from "../openapi/openapi.ts";
import type { Registry } from "../registry/registry.ts";
import { isBuiltinGroup } from "../registry/builtin-group.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { jsonResponse, pathNotFound, textResponse } from "../http/responses.ts";

export interface RouteOptions {
  readonly registry: Registry;
  readonly openApi: OpenApi;
  readonly healthChecks: readonly HealthCheck[];
  readonly healthMetrics: HealthMetrics;
  readonly metrics: ServerMetrics;
  readonly clock: Clock;
  readonly random: Random;
  readonly flagz: ZPage;
  readonly issuerDiscovery: IssuerDiscovery;
}

/** Serves a request to a path without a resource. */
export function serveRoute(server: RouteOptions, segments: readonly string[], request: ServerRequest): ServerResponse {
  const { registry, openApi, healthChecks } = server;
  if (request.path === "" || request.path.startsWith("//")) return pathNotFound(); // The first is that of a URL without a path.
  const [root, second, ...more] = segments;
  const discovered = server.issuerDiscovery.serve(request);
  if (discovered !== undefined) return discovered;
  // Health checks and pages do not accept a slash at the end.
  const isExact = segments.length === 0 || !request.path.endsWith("/");
  if (isHealthEndpoint(root)) {
    return isExact ? health(root, segments.slice(1), request, healthChecks, server.healthMetrics) : pathNotFound();
  }
  switch (root) {
    case undefined:
      return jsonResponse(200, { paths: allPaths(server) });
    case "version":
      if (second !== undefined) throw resourceNotFound();
      assertGet(request);
      return jsonResponse(200, versionInfo(), {}, 2);
    case "api":
      return second === undefined ? coreDiscovery(registry, request) : groupVersion(registry, "", second, request);
    case "apis":
      return groupDiscovery(registry, segments.slice(1), request);
    case "openapi":
      if (!isExact) return { status: 404, headers: {}, body: new Uint8Array() };
      if (second === "v3") return openApi.serve(more, request);
      return second === "v2" && more.length === 0 ? openApi.serveSecondVersion(request) : pathNotFound();
    case "metrics":
      return isExact ? metricsOf(server, segments.slice(1)) : pathNotFound();
    case "statusz":
      return isExact && second === undefined ? serveZPage(statuszOf(server), request) : pathNotFound();
    case "flagz":
      return isExact && second === undefined ? serveZPage(server.flagz, request) : pathNotFound();
    default:
      return pathNotFound();
  }
}

function statuszOf(server: RouteOptions): ZPage {
  const { clock, random, metrics } = server;
  return statuszPage({ clock, random, startedAt: metrics.startedAt, paths: () => allPaths(server) });
}

function metricsOf({ metrics, healthMetrics }: RouteOptions, rest: readonly string[]): ServerResponse {
  const headers = {
    "content-type": "text/plain; version=0.0.4; charset=utf-8; escaping=underscores",
    "process-start-time-unix": String(Math.floor(metrics.startedAt / 1000)),
  };
  if (rest.length === 0) return textResponse(200, metrics.text(), headers);
  return rest.length === 1 && rest[0] === "slis" ? textResponse(200, healthMetrics.text(), headers) : pathNotFound();
}

function coreDiscovery(registry: Registry, request: ServerRequest): ServerResponse {
  assertGet(request);
  return prefersAggregation(headerOf(request.headers, "accept"))
    ? aggregatedDiscovery(registry, true, request)
    : document(coreVersions(registry), request, true);
}

function groupDiscovery(
  registry: Registry,
  [group, version]: readonly string[],
  request: ServerRequest,
): ServerResponse {
  // As in kube-apiserver, the list of groups has two paths, and a group two or more.
  if (group === "" || request.path === "/apis//") return pathNotFound();
  if (group === undefined) {
    return prefersAggregation(headerOf(request.headers, "accept"))
      ? aggregatedDiscovery(registry, false, request)
      : document(groupList(registry), request, false);
  }
  if (version !== undefined) return groupVersion(registry, group, version, request);
  const found = groupDocument(registry, group);
  return found === undefined ? pathNotFound() : document(found, request, false);
}

function groupVersion(registry: Registry, group: string, version: string, request: ServerRequest): ServerResponse {
  const found = resourceList(registry, group, version);
  const isRoute = isBuiltinGroup(registry, group);
  // The router of a built-in group returns a Status for an unknown version. Custom and unknown groups have no router.
  if (found === undefined && !isRoute) return pathNotFound();
  if (found === undefined) throw resourceNotFound();
  if (isRoute) assertGet(request);
  return document(found, request, isRoute);
}

/** A document of discovery, in JSON or YAML. Throws 406 for other media types. */
function document(value: object, request: ServerRequest, isRoute: boolean): ServerResponse {
  const format = negotiateDocument(headerOf(request.headers, "accept"), isRoute);
  if (format === "json") return jsonResponse(200, value);
  return { status: 200, headers: { "content-type": "application/yaml" }, body: Buffer.from(printYaml(value)) };
}

function assertGet({ method }: ServerRequest): void {
  if (method !== "GET") throw methodNotAllowed();
}

function allPaths({ registry, healthChecks, issuerDiscovery }: RouteOptions): readonly string[] {
  const groups = registry.groups().filter((group) => group !== "");
  const paths = [
    ...issuerDiscovery.paths,
    "/api",
    ...registry.versions("").map((version) => `/api/${version}`),
    "/apis",
    "/apis/",
    ...groups.flatMap((group) => [
      `/apis/${group}`,
      ...registry.versions(group).map((version) => `/apis/${group}/${version}`),
    ]),
    "/flagz",
    ...healthPaths(healthChecks),
    "/metrics",
    "/metrics/slis",
    "/openapi/v2",
    "/openapi/v3",
    "/openapi/v3/",
    "/statusz",
    "/version",
  ];
  return paths.sort();
}
