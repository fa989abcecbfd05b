/** What an operator serves about itself: health probes for the kubelet, and metrics for those who may read them. */
import { ListenError } from "../errors.ts";
import type { HealthChecks } from "../health/health.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AccessGuard } from "./access-guard.ts";
import { isLoopback } from "./bind-address.ts";
import type { BindAddress } from "./bind-address.ts";
import type { Answer, Route, ServingCertificate, TelemetryServer } from "./listener.ts";
import { listenHttp, listenHttps, plainText } from "./listener.ts";

/**
 * Answers `/healthz` and `/readyz` (and `/healthz/{check}`, `?verbose`, `?exclude=check`) on `address`.
 *
 * @throws {ListenError} when the address cannot be used.
 */
export function startHealthServer(
  address: BindAddress,
  checks: { readonly healthz: HealthChecks; readonly readyz: HealthChecks },
): Promise<TelemetryServer> {
  const route: Route = ({ path, query }) => {
    const [, name = "", only] = /^\/(healthz|readyz)(?:\/([^/]+))?\/?$/.exec(path) ?? [];
    if (name !== "healthz" && name !== "readyz") return undefined;
    const options = { verbose: query.has("verbose"), exclude: query.getAll("exclude") };
    return answerHealth(checks[name], only === undefined ? options : { ...options, only });
  };
  return listenHttp({ what: "health probes", address, route });
}

/** How metrics are served to others than programs of this machine. */
export interface MetricsAccess {
  /** Such as `createSelfSignedCertificate` of `@kubewright/certificates` makes. It runs for as long as the server does. */
  readonly certificate: ServingCertificate;
  /** Who may read. */
  readonly guard: AccessGuard;
  /** Gets what ended the source of certificates; the present certificate serves on. Default: nobody is told. */
  readonly onCertificateFailure?: (error: unknown) => void;
  /** Ends the waiting for the first certificate. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Answers `/metrics` on `address`: with `access` over HTTPS, to those whom its guard lets through. Without it plain HTTP to everybody, and
 * so on a loopback address alone, since metrics tell much about a cluster.
 *
 * @throws {ListenError} when the address cannot be used, or is open to others without `access`.
 */
export async function startMetricsServer(
  address: BindAddress,
  metrics: Metrics,
  access?: MetricsAccess,
): Promise<TelemetryServer> {
  const what = "metrics";
  if (access) {
    const { guard, certificate, onCertificateFailure = () => {}, signal } = access;
    const route: Route = ({ method, path, authorization }) =>
      path === "/metrics"
        ? guard({ verb: method.toLowerCase(), path, authorization }).then((refusal) =>
            refusal
              ? { status: refusal.status, contentType: plainText, body: `${refusal.message}\n` }
              : answerMetrics(metrics),
          )
        : undefined;
    const tls = { what, address, route, certificate, onCertificateFailure };
    return listenHttps(signal ? { ...tls, signal } : tls);
  }
  if (!isLoopback(address)) {
    const open = `${address.host ?? ""}:${address.port}`;
    throw new ListenError(
      `Cannot serve metrics on "${open}": it is open to others and metrics are served without authentication: use HTTPS (--metrics-secure), "127.0.0.1:${address.port}", or "0" for off`,
    );
  }
  return listenHttp({ what, address, route: ({ path }) => (path === "/metrics" ? answerMetrics(metrics) : undefined) });
}

async function answerHealth(checks: HealthChecks, options: Parameters<HealthChecks["answer"]>[0]): Promise<Answer> {
  return { ...(await checks.answer(options)), contentType: plainText };
}

async function answerMetrics(metrics: Metrics): Promise<Answer> {
  return { status: 200, ...(await metrics.expose()) };
}
