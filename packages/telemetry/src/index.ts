/** Logs, metrics, traces and health of an operator. */
export { createLogger, logLevels } from "./log/logger.ts";
export { silentLogger } from "./log/silent-logger.ts";
export type { LogFields, Logger, LoggerOptions, LogLevel } from "./log/logger.ts";
export { troubleshootingTopicOf } from "./log/troubleshooting.ts";
export { createLogObserver } from "./log/log-observers.ts";
export { joinObservers, observeEvents } from "./observe/operator-observer.ts";
export type { JoinedObserver, ObserverSource, OperatorEvent, OperatorObserver } from "./observe/operator-observer.ts";
export { createTracing } from "./traces/trace-observer.ts";
export type { Tracing, TracingOptions } from "./traces/trace-observer.ts";
export { createMetrics } from "./metrics/metrics.ts";
export type { MetricDescription, MetricLabels, MetricOptions, Metrics, MetricsOptions } from "./metrics/metrics.ts";
export { createHealthChecks } from "./health/health.ts";
export type { HealthCheck, HealthChecks, HealthResponse } from "./health/health.ts";

// What the runtime and programs need to serve them.
export type { CachedKind, CacheObserver } from "./observe/cache-observer.ts";
export type { CertificateObserver } from "./observe/certificate-observer.ts";
export type { EventLoopObserver } from "./observe/event-loop-observer.ts";
export type { FleetClusterState, FleetObserver } from "./observe/fleet-observer.ts";
export type { ControllerObserver, ReconcileOutcome, ReconcileReport } from "./observe/controller-observer.ts";
export { startHealthServer, startMetricsServer, startProfilingServer } from "./server/server.ts";
export type { MetricsAccess, MetricsHandler, MetricsServerOptions } from "./server/server.ts";
export type { ServedRequest, ServedResponse, TelemetryServer } from "./server/listener.ts";
export { createApiServerAccess } from "./server/metrics-access.ts";
export type { ApiServerAccessOptions } from "./server/metrics-access.ts";
export { createAccessGuard } from "./server/access-guard.ts";
export type { AccessDenial, AccessGuard, AccessGuardOptions } from "./server/access-guard.ts";
