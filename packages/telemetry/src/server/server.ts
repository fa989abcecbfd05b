/** The servers of an operator for health probes of the kubelet and for metrics. */
import { isLoopback, ListenError } from "@kubewright/serving";
import type { BindAddress, ServingCertificate } from "@kubewright/serving";
import type { HealthChecks } from "../health/health.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { AccessGuard } from "./access-guard.ts";
import type { Answer, Route, TelemetryServer } from "./listener.ts";
import { listenHttp, listenHttps, plainText } from "./listener.ts";

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
    return answerHealth(checks[name], only === undefined ? options : { ...options, only });
  };
  return listenHttp({ what: "health probes", address, route });
}

/** How metrics are served on addresses other than loopback. */
export interface MetricsAccess {
  /** For example `createSelfSignedCertificate` of `@kubewright/certificates`. It runs as long as the server. */
  readonly certificate: ServingCertificate;
  /** Authenticates and authorizes requests. */
  readonly guard: AccessGuard;
  /** Called with the error that ended the source of certificates. The current certificate stays in use. Default: the error is ignored. */
  readonly onCertificateFailure?: (error: unknown) => void;
  /** Ends the wait for the first certificate. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Serves `/metrics` on `address`: with `access` over HTTPS, to requests that its guard admits; without `access` over plain HTTP without
 * authentication, on loopback addresses only, because metrics reveal much about a cluster.
 *
 * @throws {ListenError} if the address cannot be used, or is not a loopback address and `access` is absent.
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
