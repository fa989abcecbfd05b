/** The options of a manager, in the groups of controller-runtime's `manager.Options`. */
import type { Clock, Random } from "@kubewright/async";
import type { CertificateSource } from "@kubewright/certificates";
import type { TlsSettings } from "@kubewright/serving";
import type { Logger, Metrics, MetricsHandler, OperatorObserver, TracingOptions } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import type { RateLimiter } from "@kubewright/workqueue";
import type { ClusterCacheOptions, ClusterClientOptions, ClusterEventOptions } from "../cluster/cluster.ts";
import type { ControllerOptions } from "../controller/controller-options.ts";
import type { ManagerElectionOptions } from "../leadership/manager-election.ts";
import type { Runnable } from "../runnable/runnable.ts";

export interface ManagerOptions {
  /** The connection to the API server. The caller disposes it after the manager has stopped. */
  readonly transport: Transport;
  /** Default: the system clock. */
  readonly clock?: Clock | undefined;
  /** Default: the system's random numbers. */
  readonly random?: Random | undefined;
  /** Default: nothing is logged. */
  readonly log?: Logger | undefined;
  /** The name of this replica in Events and in the Lease, such as the name of its Pod. Default: the component in Events, the name of the Lease in the Lease. */
  readonly instance?: string | undefined;

  /** The cache. Default: all objects of each kind that is watched or read. */
  readonly cache?: ClusterCacheOptions | undefined;
  /** The Events of controllers and of the election. */
  readonly events?: ClusterEventOptions | undefined;
  /** The clients of the manager. */
  readonly client?: ClusterClientOptions | undefined;
  /**
   * Elects one of several replicas as leader. Standby replicas keep their caches up to date, serve probes, and run runnables that do not need leadership.
   * The loss of the Lease stops the manager with a `LeadershipError`. Default: no election, so only one replica may run.
   */
  readonly leaderElection?: ManagerElectionOptions | undefined;
  /** The registry and the server of metrics. Default: metrics are collected but not served. */
  readonly metrics?: ManagerMetricsOptions | undefined;
  /** The server of health probes. Default: none. */
  readonly health?: ManagerHealthOptions | undefined;
  /** The server of profiles. Default: none. */
  readonly pprof?: ManagerPprofOptions | undefined;
  /** The webhook server. Default: none. */
  readonly webhook?: ManagerWebhookOptions | undefined;
  /** Receive the events of all parts of the manager, in addition to metrics and logs: `observeEvents((event) => …)`. Default: none. */
  readonly observers?: readonly OperatorObserver[] | undefined;
  /** Creates the spans of reconciles and requests. Default: the global provider of `@opentelemetry/api`, which an SDK registers. */
  readonly tracerProvider?: TracingOptions["provider"];
  /** Defaults of all controllers, which each controller can override. */
  readonly controller?: ManagerControllerOptions | undefined;

  /**
   * How long the whole shutdown may take, in milliseconds of the monotonic clock: hooks, reconciles in flight, Events, the Lease and servers
   * together. Default `defaultGracefulShutdownTimeoutMs`. Runnables that still run 5 s before the end (a sixth of shorter timeouts) are aborted. Runnables
   * that have not ended at the end are logged by name, and `start` rejects with a `ShutdownTimeoutError`. The Pod's `terminationGracePeriodSeconds` must
   * be longer.
   */
  readonly gracefulShutdownTimeoutMs?: number | undefined;
  /**
   * Starts each runnable within a context of the caller: an `AsyncLocalStorage`, an OpenTelemetry context. It must call `start` once and return its
   * result: `(start) => storage.run(values, start)`. Default: runnables start in the context of `manager.start`.
   */
  readonly baseContext?: BaseContext | undefined;
}

export type BaseContext = <T>(start: () => T) => T;

export interface ManagerMetricsOptions {
  /** Default: a new registry, without metrics of the process. */
  readonly registry?: Metrics | undefined;
  /** The address that serves `/metrics`: ":8443", "127.0.0.1:0". Default "0": none. */
  readonly bindAddress?: string | undefined;
  /**
   * Serves metrics over HTTPS, to users whose token the API server authenticates and authorizes. The manager needs permission to create
   * `tokenreviews` and `subjectaccessreviews`. Default false: plain HTTP without authentication, on loopback addresses only.
   */
  readonly secureServing?: boolean | undefined;
  /** The certificate of secure metrics. Default: a self-signed certificate, in memory. */
  readonly certificate?: CertificateSource | undefined;
  /** Client certificates, TLS versions and cipher suites of secure metrics. Default: TLS 1.2 or newer. */
  readonly tls?: TlsSettings | undefined;
  /** Responds to GET and HEAD requests at further paths of the metrics server, with the same access. Default: none. */
  readonly extraHandlers?: Readonly<Record<string, MetricsHandler>> | undefined;
}

export interface ManagerHealthOptions {
  /** The address that serves the probes: ":8081", "127.0.0.1:0". Default "0": none. */
  readonly bindAddress?: string | undefined;
}

export interface ManagerPprofOptions {
  /**
   * The address that serves `/debug/pprof/profile?seconds=30`, a CPU profile, and `/debug/pprof/heap`, a heap snapshot: "127.0.0.1:6060". Both contain values of
   * the process. Default "0": none.
   */
  readonly bindAddress?: string | undefined;
  /** As `metrics.secureServing`: users need permission to `get` the path. Default false: without authentication, on loopback addresses only. */
  readonly secureServing?: boolean | undefined;
  /** The certificate of secure profiles. Default: a self-signed certificate, in memory. */
  readonly certificate?: CertificateSource | undefined;
  /** Client certificates, TLS versions and cipher suites of secure profiles. Default: TLS 1.2 or newer. */
  readonly tls?: TlsSettings | undefined;
}

export interface ManagerWebhookOptions {
  /**
   * A server such as `createWebhookServer` of `@kubewright/webhook` returns. It starts before the cache, because lists of the cache may need a conversion
   * webhook, and runs on standby replicas if its `needLeaderElection` is false. It stops together with the controllers.
   */
  readonly server: Runnable;
}

/** Options of controllers that the manager sets for all of them. */
type SharedControllerOptions = Pick<
  ControllerOptions,
  | "maxConcurrentReconciles"
  | "reconciliationTimeoutMs"
  | "gracePeriodMs"
  | "cacheSyncTimeoutMs"
  | "recoverPanic"
  | "enableWarmup"
  | "skipNameValidation"
  | "usePriorityQueue"
  | "retriesMax"
  | "retryTimeoutMs"
  | "rateLimited"
  | "debounceMs"
  | "hotLoops"
>;

export interface ManagerControllerOptions extends Undefinable<SharedControllerOptions> {
  /** `maxConcurrentReconciles` by the kind that a controller is for: `{ "MyJob.batch.example.dev": 4, "Pod": 2 }`. Default: none. */
  readonly groupKindConcurrency?: Readonly<Record<string, number>> | undefined;
  /** Creates the rate limiter of each controller. Default: `createDefaultRateLimiter()`, 5 ms to 1000 s per request. */
  readonly createRateLimiter?: (() => RateLimiter) | undefined;
  /** Whether controllers reconcile only on the leader. Default true. */
  readonly needLeaderElection?: boolean | undefined;
}

type Undefinable<T> = { readonly [Name in keyof T]?: T[Name] | undefined };
