/** The rows of docs/features.md about metrics, logs, probes and Events. */
import type { FeatureGroup } from "./feature.ts";

export const telemetryFeatures: FeatureGroup = {
  title: "Metrics, logs, probes and Events",
  features: [
    {
      feature: "Metrics of controllers",
      peers: ["`controller_runtime_reconcile_…`", "no", "Micrometer", "no"],
      api: { telemetry: ["createMetrics", "ControllerObserver"] },
      note: "With the [names](metrics.md) of controller-runtime",
      tests: [
        "packages/telemetry/src/metrics/metrics.test.ts > reconciles are counted by controller and result, errors of all sorts as one",
        "packages/telemetry/src/metrics/metrics.test.ts > a panic is counted as an error as well",
      ],
    },
    {
      feature: "Metrics of work queues",
      peers: ["`workqueue_…`", "no", "`reconciliations.queue`", "no"],
      api: { workqueue: ["WorkQueueObserver"] },
      tests: [
        "packages/telemetry/src/metrics/metrics.test.ts > a work queue's metrics follow its keys, and its gauges are read when metrics are collected",
      ],
    },
    {
      feature: "Metrics of webhooks and conversions",
      peers: ["`controller_runtime_webhook_…`", "no", "no", "no"],
      api: { webhook: ["createWebhookMetrics"] },
      tests: [
        "packages/webhook/src/server/webhook-metrics.test.ts > requests of webhooks are counted by status, timed, and counted in flight, but not requests of unknown paths",
        "packages/webhook/src/conversion/conversion.test.ts > a failed conversion is logged with its reason, which the response omits, and counted",
      ],
    },
    {
      feature: "Metrics of requests: count, duration, sizes, retries, waits",
      peers: ["`rest_client_…`", "no", "no", "no"],
      api: { client: ["ClientObserver"] },
      tests: [
        "packages/telemetry/src/metrics/metrics.test.ts > requests are counted by code, method and host; one without a response has a separate code",
        "packages/telemetry/src/metrics/metrics.test.ts > sizes of requests and responses, slow renewals and reads of certificates have the names of the peers",
        "packages/telemetry/src/metrics/metrics.test.ts > requests that have waited for the budget of their host are measured",
      ],
    },
    {
      feature: "Duration of DNS lookups",
      peers: ["`rest_client_dns_resolution_duration_seconds`", "no", "no", "no"],
      tests: [],
      omitted:
        "An operator keeps one or two connections for hours, so it looks up a name a few times a day. controller-runtime does not register this metric by default.",
    },
    {
      feature: "Metrics of leader election, certificates and the process",
      peers: ["`leader_election_…`, `certwatcher_…`, collectors of Go", "no", "no", "no"],
      api: {
        telemetry: ["MetricsOptions.process"],
        client: ["LeaderElectionObserver"],
        certificates: ["ReloadedCertificateOptions.onRead"],
      },
      tests: [
        "packages/runtime/src/manager/leader-election.test.ts > Events and a metric show the leader",
        "packages/telemetry/src/metrics/metrics.test.ts > sizes of requests and responses, slow renewals and reads of certificates have the names of the peers",
      ],
    },
    {
      feature: "Metrics of events and cached objects",
      peers: ["no", "no", "`events.received`, `custom_resources`", "no"],
      api: { informer: ["InformerObserver"] },
      note: "`kubewright_informer_events_total`, `kubewright_informer_listed_items`",
      tests: [
        "packages/telemetry/src/metrics/metrics.test.ts > the gauges of a kind are sums over its informers, such as those of several namespaces",
      ],
    },
    {
      feature: "Metrics server: HTTPS, authentication, authorization, further paths, TLS options",
      peers: ["yes", "no", "registry of Micrometer", "no"],
      api: {
        runtime: ["ManagerMetricsOptions"],
        telemetry: ["startMetricsServer", "createApiServerAccess", "createAccessGuard"],
      },
      tests: [
        "packages/runtime/src/manager/serve-metrics.test.ts > metrics are served over TLS 1.2 and 1.3 and HTTP/1.1, but not over older versions or without TLS",
        "packages/runtime/src/manager/serve-metrics.test.ts > tls restricts the versions of secure metrics, and extra handlers require the same access",
        "packages/telemetry/src/server/access-guard.test.ts > refusals are those of controller-runtime's filter",
      ],
    },
    {
      feature: "Health and readiness: named checks with a path each",
      peers: [
        "`AddHealthzCheck`, `AddReadyzCheck`",
        "no",
        "`RuntimeInfo`, health of informers",
        "`--liveness`, `@kopf.on.probe`",
      ],
      api: { runtime: ["Manager.addHealthCheck", "Manager.addReadyCheck"], telemetry: ["createHealthChecks"] },
      note: "Liveness also fails on dead watches and a blocked event loop.",
      tests: [
        "packages/telemetry/src/server/server.test.ts > a health server answers both paths, single checks and verbose, and nothing else",
        "packages/runtime/src/manager/informer-liveness.test.ts > the liveness check fails without a response from the API server for 15 minutes, and names the kind and the error",
        "packages/runtime/src/program/loop-monitor.test.ts > liveness fails once the loop was blocked for more than half a minute of the last minute, and recovers",
      ],
    },
    {
      feature: "Certificates in files, reloaded when they change",
      peers: ["`certwatcher`", "no", "no", "yes"],
      api: { certificates: ["createCertificateFromFiles", "createReloadedCertificate"] },
      tests: [
        "packages/runtime/src/manager/serve-metrics.test.ts > a certificate in files is served, and replaced after the files change; an incomplete file is read again",
      ],
    },
    {
      feature: "Logs: structured, levels, JSON or text, flags, values of objects",
      peers: ["logr, flags of zap", "tracing", "slf4j, MDC", "text, JSON"],
      api: { telemetry: ["createLogger", "Logger.child"], runtime: ["OperatorFlags"] },
      note: "`--zap-devel`, `--zap-encoder`, `--zap-log-level`",
      tests: [
        "packages/telemetry/src/log/logger.test.ts > a JSON line has time, level, message and fields",
        "packages/telemetry/src/log/logger.test.ts > an API object is named and never printed, so that no Secret gets into a log",
        "packages/runtime/src/program/log-flags.test.ts > %j is rejected with the expected values",
      ],
    },
    {
      feature: "Log lines of an object become its Events",
      peers: ["no", "no", "no", "`settings.posting`"],
      tests: [],
      omitted:
        "Each log line would be a write to the API server. A reconciler records the Events that users need by `events`.",
    },
    {
      feature: "Event recorder with series",
      peers: ["core and events.k8s.io, annotations", "`Recorder`", "that of fabric8", "`kopf.event`, `kopf.info`"],
      api: {
        client: ["createEventRecorder", "EventNote.annotations"],
        runtime: ["ReconcileContext.events", "Cluster.eventRecorder", "ClusterEventOptions.apiVersion"],
      },
      tests: [
        "packages/client/src/events/create-event-recorder.test.ts > an event is written as events.k8s.io/v1, in the namespace of its object",
        "packages/client/src/events/create-event-recorder.test.ts > repetitions become a series, which is written at the second occurrence, at each heartbeat and at the end",
        "tests/contract/recorded-events.test.ts > an Event that is recorded in core/v1 has its count, and annotations",
      ],
    },
    {
      feature: "Traces",
      peers: ["no", "spans of tracing", "no", "no"],
      api: { telemetry: ["createTracing"], runtime: ["ManagerOptions.tracerProvider"] },
      tests: [
        "packages/telemetry/src/traces/trace-observer.test.ts > a request within a reconcile is a child of its span, and has the time that it took",
      ],
    },
  ],
};
