// Health checks: /healthz, /livez, /readyz, each with ?verbose, ?exclude= and one path per check.
// https://kubernetes.io/docs/reference/using-api/health-checks/
import type { HealthMetrics } from "./health-metrics.ts";
import type { ServerRequest, ServerResponse } from "../http/server-request.ts";
import { pathNotFound, textResponse } from "../http/responses.ts";

export type HealthEndpoint = "healthz" | "livez" | "readyz";

export interface HealthCheck {
  readonly name: string;
  readonly isHealthy: () => boolean;
  /** Default: all endpoints. */
  readonly endpoints?: readonly HealthEndpoint[];
}

const noSniff = { "x-content-type-options": "nosniff" };

/** Whether the first segment of a path is that of a health check. */
export function isHealthEndpoint(segment: string | undefined): segment is HealthEndpoint {
  return segment === "healthz" || segment === "livez" || segment === "readyz";
}

/** Serves a health check. `rest` is the path after the endpoint. */
export function health(
  endpoint: HealthEndpoint,
  rest: readonly string[],
  request: ServerRequest,
  checks: readonly HealthCheck[],
  metrics: HealthMetrics,
): ServerResponse {
  const run = (check: HealthCheck): boolean => metrics.record(endpoint, check.name, check.isHealthy());
  const own = checksOf(endpoint, checks);
  if (rest.length > 0) {
    const check = own.find(({ name }) => name === rest.join("/"));
    if (check === undefined) return pathNotFound();
    if (run(check)) return textResponse(200, "ok");
    return textResponse(500, `internal server error: ${check.name} is not healthy\n`, noSniff);
  }
  const excluded = new Set(request.query.getAll("exclude"));
  const results = own.map((check) => ({ check, ok: excluded.has(check.name) || run(check) }));
  const passed = results.every(({ ok }) => ok);
  if (passed && !request.query.has("verbose")) return textResponse(200, "ok", noSniff);
  const lines = results.map(({ check, ok }) => {
    if (excluded.has(check.name)) return `[+]${check.name} excluded: ok`;
    return ok ? `[+]${check.name} ok` : `[-]${check.name} failed: reason withheld`;
  });
  const unknown = [...excluded].filter((name) => !own.some((check) => check.name === name)).sort();
  const warnings =
    unknown.length === 0
      ? []
      : [
          `warn: some health checks cannot be excluded: no matches for ${unknown.map((name) => JSON.stringify(name)).join(",")}`,
        ];
  const verdict = `${endpoint} check ${passed ? "passed" : "failed"}`;
  const text = `${[...lines, ...warnings, verdict].join("\n")}\n`;
  return textResponse(passed ? 200 : 500, text, noSniff);
}

/** The paths of all health checks. */
export function healthPaths(checks: readonly HealthCheck[]): readonly string[] {
  const endpoints: readonly HealthEndpoint[] = ["healthz", "livez", "readyz"];
  return endpoints.flatMap((endpoint) => [
    `/${endpoint}`,
    ...checksOf(endpoint, checks).map(({ name }) => `/${endpoint}/${name}`),
  ]);
}

function checksOf(endpoint: HealthEndpoint, checks: readonly HealthCheck[]): readonly HealthCheck[] {
  return checks.filter(({ endpoints }) => endpoints === undefined || endpoints.includes(endpoint));
}
