/** The rows of docs/features.md about the manager, clusters and configuration. */
import type { FeatureGroup } from "./feature.ts";

export const managerFeatures: FeatureGroup = {
  title: "Manager, cluster and configuration",
  features: [
    {
      feature: "Registry of types",
      peers: [
        "`Scheme`, kind from the Go type",
        "`Resource` trait, `DynamicType`",
        "annotations of classes",
        "by name",
      ],
      api: { client: ["CreateClientOptions.types", "RestMapper.register"], apimachinery: ["ResourceType"] },
      note: "A call takes the descriptor of its kind, so nothing has to be registered. `types` is for objects without a descriptor.",
      tests: [
        "packages/client/src/client/writes.test.ts > create() finds the resource of an object by a registered descriptor, and never repeats a POST",
      ],
    },
    {
      feature: "One owner of everything that runs",
      peers: ["`Manager.Add(Runnable)`", "no", "`Operator`", "`kopf.run`, `kopf.operator()`"],
      api: { runtime: ["createManager", "Manager.add", "Runnable"] },
      tests: [
        "packages/runtime/src/manager/manager.test.ts > a manager stops in order: the reconcile in flight still reads and writes, its Event is sent, and then the cache stops",
        "packages/runtime/src/manager/manager.test.ts > a manager stops everything and rejects with the first failure of a runnable; later failures are logged",
      ],
    },
    {
      feature: "Runnables on the leader only",
      peers: ["`NeedLeaderElection`", "no", "the operator as a whole", "no"],
      api: { runtime: ["Runnable.needLeaderElection"] },
      tests: [
        "packages/runtime/src/manager/leader-election.test.ts > a runnable waits for leadership by default, and starts at once with needLeaderElection: false",
      ],
    },
    {
      feature: "Several clusters in one process",
      peers: ["`cluster.Cluster`", "one `Client` each", "by event source", "no"],
      api: { runtime: ["Manager.createCluster", "Request.clusterName"] },
      tests: [
        "packages/runtime/src/fleet/fleet.test.ts > a controller of the manager watches the cache of another cluster",
      ],
    },
    {
      feature: "Clusters that come and go",
      peers: ["no: multicluster-runtime", "no", "no", "no"],
      api: { runtime: ["createFleet", "fleetControllerManagedBy"] },
      tests: [
        "packages/runtime/src/fleet/fleet.test.ts > clusters are engaged and disengaged while events are delivered, and a disengaged cluster has no watch and no connection",
        "packages/runtime/src/fleet/fleet.test.ts > leadership fences the clients of a fleet",
      ],
    },
    {
      feature: "Graceful shutdown with a deadline",
      peers: [
        "`GracefulShutdownTimeout`, 30 s",
        "`graceful_shutdown_on`",
        "`reconciliationTerminationTimeout`",
        "`exit_timeout`",
      ],
      api: { runtime: ["ManagerOptions.gracefulShutdownTimeoutMs", "Manager.beforeShutdown", "ShutdownTimeoutError"] },
      tests: [
        "packages/runtime/src/manager/shutdown.test.ts > hooks and reconciles in flight share one deadline: the manager has stopped after 30 s",
        "packages/runtime/src/manager/shutdown.test.ts > a runnable that ignores its signals is named in the error and in the log when the deadline passes",
      ],
    },
    {
      feature: "Signal handler; a second signal exits",
      peers: ["`SetupSignalHandler`", "`shutdown_on_signal`", "shutdown hook of the JVM", "yes"],
      api: { runtime: ["stopOnSignals"], async: ["stopOnSignals"] },
      tests: [
        "packages/async/src/process-signals.test.ts > stopOnSignals() aborts on the first %s and exits with 1 on the second",
        "tests/long/processes.test.ts > a second signal ends a process that cannot stop",
      ],
    },
    {
      feature: "Context shared by runnables",
      peers: ["`BaseContext`", "`Context` value of the user", "`ContextInitializer`", "`memo`"],
      api: { runtime: ["ManagerOptions.baseContext", "BaseContext"] },
      tests: ["packages/runtime/src/manager/manager-options.test.ts > runnables start within the base context"],
    },
    {
      feature: "Profiling endpoint",
      peers: ["`PprofBindAddress`", "no", "no", "no"],
      api: { runtime: ["ManagerPprofOptions"], telemetry: ["startProfilingServer"] },
      note: "`--pprof-bind-address`: CPU profiles and heap snapshots in the formats of V8, with the access of metrics",
      tests: [
        "packages/telemetry/src/server/profiling.test.ts > a CPU profile has the nodes and samples of V8's format",
        "packages/runtime/src/manager/serve-metrics.test.ts > profiles are served with the access of metrics: without a token every profile is 401, and other paths are 404",
      ],
    },
    {
      feature: "Custom HTTP client, REST mapper, client and cache",
      peers: [
        "`HTTPClient`, `MapperProvider`, `NewClient`, `NewCache`",
        "layers of tower",
        "`withKubernetesClient`",
        "session of aiohttp",
      ],
      api: {
        runtime: [
          "ManagerOptions.transport",
          "ClusterClientOptions.mapper",
          "ClusterClientOptions.newClient",
          "ClusterCacheOptions.newCache",
        ],
        client: ["Client.intercept"],
        transport: ["Transport"],
      },
      note: "A transport is an interface with two methods and can be wrapped; `intercept` wraps a client.",
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > newClient and newCache create the clients and the cache, and all clients share the mapper",
        "packages/transport/src/http2.test.ts > A transport can be wrapped by spreading it, as interceptors do",
        "packages/client/src/client/client-layers.test.ts > intercept() receives each request of composed calls, and may return its result",
      ],
    },
    {
      feature: "Configuration by flag, environment, service account, home; named contexts",
      peers: ["`--kubeconfig`, `GetConfigWithContext`", "`Config::infer`", "that of fabric8", "login handlers"],
      api: { client: ["loadConfig", "LoadConfigOptions.context", "configFromKubeconfig"] },
      tests: [
        "packages/client/src/config/load-config.test.ts > the order of sources is option, KUBECONFIG, service account, home folder",
        "packages/client/src/config/load-config.test.ts > files of KUBECONFIG are merged: the first entry of each name is used, and missing files are skipped",
      ],
    },
    {
      feature: "Credentials: plugins, OIDC, token files, client certificates, proxies",
      peers: [
        "exec and OIDC of client-go",
        "`exec`, `oidc`, `oauth`, `socks5`",
        "those of fabric8",
        "those of other clients",
      ],
      api: { client: ["loadConfig", "ExecPolicy", "createTransportFor"] },
      tests: [
        "packages/client/src/config/exec-credential.test.ts > a plugin of a named file runs without a shell, with limits, and once until its token expires",
        "packages/client/src/config/oidc.test.ts > an id-token is sent until ten seconds before it expires, and is then refreshed once for all requests",
        "packages/transport/src/renewed-credentials.test.ts > a request that is rejected with 401 is sent once more with renewed credentials and the same body",
        "packages/transport/src/socks.test.ts > a request uses a SOCKS5 proxy, which resolves the name of the server",
      ],
    },
    {
      feature: "Settings from a file, the environment and the command line",
      peers: ["flags", "no", "providers of configuration", "settings object, flags"],
      api: { runtime: ["runOperator", "loadOperatorFlags"] },
      note: "`--config=settings.yaml`, `KUBEWRIGHT_METRICS_BIND_ADDRESS`, flags",
      tests: [
        "packages/runtime/src/program/settings.test.ts > the command line has precedence over the environment, the environment over the file, and the file over the defaults",
      ],
    },
    {
      feature: "REST mapper that discovers new kinds",
      peers: ["lazy dynamic mapper", "`Discovery`, aggregated as well", "that of fabric8", "its own scan"],
      api: { client: ["RestMapper.resourceFor", "createDiscovery"] },
      tests: [
        "packages/client/src/discovery/create-rest-mapper.test.ts > a missing kind is looked up again with each call, and found once it is installed",
        "packages/client/src/discovery/create-rest-mapper.test.ts > discovery reads the aggregated documents in two requests",
        "tests/reliability/missing-kind.test.ts > an operator whose CRD is installed ten minutes late is not ready with a reason, runs its other controllers, and then reconciles the kind",
      ],
    },
    {
      feature: "Defaults of all controllers",
      peers: ["`config.Controller`", "`Config`", "`ConfigurationService`", "settings"],
      api: { runtime: ["ManagerOptions.controller", "ManagerControllerOptions"] },
      tests: [
        "packages/runtime/src/manager/manager-options.test.ts > the options of a controller have precedence over the concurrency of its kind, and that over the defaults of the manager",
      ],
    },
  ],
};
