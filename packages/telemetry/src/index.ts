/** Logs, metrics and health of an operator. */
export { createLogger, logLevels, silentLogger } from "./log/logger.ts";
export type { LogFields, Logger, LoggerOptions, LogLevel } from "./log/logger.ts";
export { logClient, logInformer, logLeaderElection } from "./log/log-observers.ts";
export { createMetrics } from "./metrics/metrics.ts";
export type { MetricDescription, MetricLabels, MetricOptions, Metrics, MetricsOptions } from "./metrics/metrics.ts";
export { seriesMax } from "./metrics/series-limit.ts";
export { createHealthChecks } from "./health/health.ts";
export type { HealthAnswer, HealthCheck, HealthChecks } from "./health/health.ts";

// What the runtime and programs need to serve them.
export type { CachedKind } from "./metrics/cache-metrics.ts";
export type { ControllerObserver, ReconcileOutcome } from "./metrics/controller-metrics.ts";
export { startHealthServer, startMetricsServer } from "./server/server.ts";
export type { MetricsAccess } from "./server/server.ts";
export type { TelemetryServer } from "./server/listener.ts";
export { createAccessGuard } from "./server/access-guard.ts";
export type { AccessGuard, AccessGuardOptions, Refusal } from "./server/access-guard.ts";
