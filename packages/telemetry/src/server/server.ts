/** The servers of an operator for health probes of the kubelet, for metrics and for profiles. */
import type { Clock } from "@kubewright/async";
import { isLoopback, ListenError } from "@kubewright/serving";
import type { BindAddress, ServingCertificate, TlsSettings } from "@kubewright/serving";
import type { HealthChecks } from "../health/health.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AccessGuard } from "./access-guard.ts";
import type { ServedResponse, ListenOptions, Route, ServedRequest, TelemetryServer } from "./listener.ts";
import { listenHttp, listenHttps, plainText } from "./listener.ts";
import { createProfilingRoute } from "./profiling.ts";

/**
 * Answers `/healthz` and `/readyz` (and `/healthz/{check}`, `?verbose`, `?exclude=check`) on `address`.
 *
 * @throws {ListenError} if the address cannot be used.
 */
export function startHealthServer(
  address: BindAddress,
  checks: { readonly healthz: HealthChecks; readonly readyz: HealthChecks },
): Promise<TelemetryServer> {
  const route: Route = ({ path, query }) => {
    const [, name = "", only] = /^\/(healthz|readyz)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
    if (name !== "healthz" && name !== "readyz") return undefined;
    const options = { verbose: query.has("verbose"), exclude: query.getAll("exclude") };
    return runHealthChecks(checks[name], only === undefined ? options : { ...options, only });
  };
  return listenHttp({ what: "health probes", address, route });
}

/** How metrics and profiles are served on addresses other than loopback. */
export interface MetricsAccess {
  /** For example `createSelfSignedCertificate` of `@kubewright/certificates`. It runs as long as the server. */
  readonly certificate: ServingCertificate;
  /** Authenticates and authorizes requests. */
  readonly guard: AccessGuard;
  /** Client certificates, TLS versions and cipher suites. */
  readonly tls?: TlsSettings | undefined;
  /** Called with the error that ended the source of certificates. The current certificate stays in use. Default: the error is ignored. */
  readonly onCertificateFailure?: (error: unknown) => void;
  /** Ends the wait for the first certificate. */
  readonly signal?: AbortSignal | undefined;
}

export interface MetricsServerOptions {
  /** Serves HTTPS to requests that its guard admits. Default: plain HTTP without authentication, on loopback addresses only. */
  readonly access?: MetricsAccess | undefined;
  /** Respond to GET and HEAD requests at further paths, which `access` protects as well. Default: none. */
  readonly extraHandlers?: Readonly<Record<string, MetricsHandler>> | undefined;
}

/** Returns the document of a path. If it throws or rejects, the response is 500 with the message of its error. */
export type MetricsHandler = (request: ServedRequest) => ServedResponse | Promise<ServedResponse>;

/**
 * Serves `/metrics` and the extra handlers on `address`. Without `access`, addresses other than loopback are rejected, because metrics reveal
 * much about a cluster.
 *
 * @throws {ListenError} if the address cannot be used, or is not a loopback address and `access` is absent.
 * @throws {TypeError} if the path of an extra handler does not begin with "/", or is "/metrics".
 */
export async function startMetricsServer(
  address: BindAddress,
  metrics: Metrics,
  { access, extraHandlers = {} }: MetricsServerOptions = {},
): Promise<TelemetryServer> {
  const handlers = handlersOf(metrics, extraHandlers);
  const route: Route = (request) => {
    const handler = handlers.get(request.path);
    return handler && Promise.try(handler, request);
  };
  return await startGuardedServer({ what: "metrics", address, route, hasPath: (path) => handlers.has(path) }, access);
}

function handlersOf(
  metrics: Metrics,
  extraHandlers: Readonly<Record<string, MetricsHandler>>,
): ReadonlyMap<string, MetricsHandler> {
  const handlers = new Map(Object.entries(extraHandlers));
  for (const path of handlers.keys()) {
    if (path.startsWith("/") && path !== "/metrics") continue;
    throw new TypeError(
      `Cannot serve metrics: path of extraHandlers is "${path}", must begin with "/" and not be "/metrics"`,
    );
  }
  return handlers.set("/metrics", () => answerMetrics(metrics));
}

/**
 * Serves profiles of the process under `/debug/pprof/` on `address`, with the same access as `startMetricsServer`: profiles contain values of the process.
 *
 * @throws {ListenError} if the address cannot be used, or is not a loopback address and `access` is absent.
 */
export async function startProfilingServer(
  address: BindAddress,
  { clock }: { readonly clock: Clock },
  access?: MetricsAccess,
): Promise<TelemetryServer> {
  const route = createProfilingRoute({ clock });
  return await startGuardedServer(
    { what: "profiles", address, route, hasPath: (path) => path.startsWith("/debug/pprof") },
    access,
  );
}

interface GuardedServer extends ListenOptions {
  /** Other paths are 404 for everyone, without a review. */
  readonly hasPath: (path: string) => boolean;
}

async function startGuardedServer(
  { what, address, route, hasPath }: GuardedServer,
  access: MetricsAccess | undefined,
): Promise<TelemetryServer> {
  if (access) {
    const { guard, onCertificateFailure = () => {}, ...serving } = access;
    return listenHttps({ ...serving, what, address, route: guarded(route, hasPath, guard), onCertificateFailure });
  }
  if (!isLoopback(address)) {
    const open = `${address.host ?? ""}:${address.port}`;
    throw new ListenError(
      `Cannot serve ${what} on "${open}": it is open to others and ${what} are served without authentication: use HTTPS (--metrics-secure), "127.0.0.1:${address.port}", or "0" for off`,
    );
  }
  return listenHttp({ what, address, route });
}

/** The route for requests that the guard admits. */
function guarded(route: Route, hasPath: (path: string) => boolean, guard: AccessGuard): Route {
  return (request) => {
    const { method, path, authorization } = request;
    if (!hasPath(path)) return undefined;
    return guard({ verb: method.toLowerCase(), path, authorization }).then(async (refusal) => {
      if (refusal) return { status: refusal.status, contentType: plainText, body: `${refusal.message}\n` };
      return (await route(request)) ?? { status: 404, contentType: plainText, body: "404 page not found\n" };
    });
  };
}

async function runHealthChecks(
  checks: HealthChecks,
  options: Parameters<HealthChecks["run"]>[0],
): Promise<ServedResponse> {
  return { ...(await checks.run(options)), contentType: plainText };
}

async function answerMetrics(metrics: Metrics): Promise<ServedResponse> {
  return { status: 200, ...(await metrics.expose()) };
}
