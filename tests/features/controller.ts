/** The rows of docs/features.md about controllers and reconcilers. */
import type { FeatureGroup } from "./feature.ts";

export const controllerFeatures: FeatureGroup = {
  title: "Controller",
  features: [
    {
      feature: "Builder: for, owns, watches, metadata only, raw sources",
      peers: [
        "`ControllerManagedBy`",
        "`Controller::new`, `owns`, `watches`",
        "annotations, event sources",
        "decorators",
      ],
      api: {
        runtime: [
          "controllerManagedBy",
          "ControllerBuilder.for",
          "ControllerBuilder.owns",
          "TypedControllerBuilder.watches",
          "WatchedOptions",
          "TypedControllerBuilder.watchesRawSource",
        ],
      },
      tests: [
        "packages/runtime/src/builder/builder.test.ts > an owned kind is watched once, even if several controllers own it",
        "packages/runtime/src/controller/context.test.ts > a change of a Secret reconciles the objects that refer to it, found by an index",
      ],
    },
    {
      feature: "Priority queue",
      peers: ["yes, by default", "no", "no", "no"],
      api: {
        runtime: ["Result.priority", "lowPriority", "ControllerOptions.usePriorityQueue"],
        workqueue: ["createWorkQueue"],
      },
      tests: [
        "packages/workqueue/src/create-work-queue.test.ts > take() hands out the highest priority first, and within one the key that has been due longest",
        "packages/runtime/src/source/source.test.ts > the source of a kind enqueues existing objects with low priority and later changes with priority 0, if they pass the predicates",
      ],
    },
    {
      feature: "Rate limiters of retries: exponential, token bucket, custom",
      peers: ["5 ms to 1000 s, `RateLimiter`", "`error_policy`", "`GenericRetry`", "`backoff`, `retries`, `timeout`"],
      api: {
        runtime: ["ControllerOptions.rateLimiter", "ControllerOptions.retriesMax", "ControllerOptions.retryTimeoutMs"],
        workqueue: [
          "createDefaultRateLimiter",
          "createExponentialRateLimiter",
          "createTokenBucketRateLimiter",
          "createFastSlowRateLimiter",
          "RateLimiter",
        ],
      },
      tests: [
        "packages/workqueue/src/rate-limiter.test.ts > The exponential limiter doubles each key's wait from 5 ms to 1000 s, key by key",
        "packages/runtime/src/controller/recovery.test.ts > objects that fail for 60 s are reconciled within 30 s of the end of the outage, without a storm, with %d workers",
        "packages/runtime/src/controller/retries.test.ts > retriesMax: the failure of the last retry is terminal, and a change resets the count",
        "packages/runtime/src/controller/retries.test.ts > retryTimeoutMs: a failure after this time is terminal",
      ],
    },
    {
      feature: "Rate limit for reconciles of an object",
      peers: ["no", "no", "`LinearRateLimiter`", "no"],
      api: { runtime: ["ControllerOptions.rateLimited", "ReconcileLimitOptions"] },
      tests: [
        "packages/runtime/src/controller/retries.test.ts > rateLimited delays the reconciles of each request above the limit, and drops none",
      ],
    },
    {
      feature: "Debounce",
      peers: ["no", "`debounce`", "rate limiter", "no"],
      api: { runtime: ["ControllerOptions.debounceMs"] },
      tests: [
        "packages/runtime/src/controller/retries.test.ts > debounceMs combines a burst of events into one reconcile, a fixed time after the first event",
      ],
    },
    {
      feature: "Concurrency, also by kind",
      peers: ["`MaxConcurrentReconciles`, `GroupKindConcurrency`", "`concurrency`", "thread pools", "`worker_limit`"],
      api: { runtime: ["ControllerOptions.maxConcurrentReconciles", "ManagerControllerOptions.groupKindConcurrency"] },
      tests: [
        "packages/runtime/src/controller/controller.test.ts > a controller reconciles different requests concurrently, up to maxConcurrentReconciles",
        "packages/runtime/src/builder/builder.test.ts > the manager's options are the defaults of controllers, and the concurrency of a kind has precedence over that of all kinds",
      ],
    },
    {
      feature: "One reconcile of an object at a time",
      peers: ["yes", "yes", "yes", "yes"],
      api: { runtime: ["Reconciler"] },
      tests: [
        "packages/runtime/src/controller/controller.test.ts > a controller never runs two reconciles of one request at the same time, and reconciles again after an event during a reconcile",
      ],
    },
    {
      feature: "Recovery from panics",
      peers: ["`RecoverPanic`, on", "no", "retry", "throttling"],
      api: { runtime: ["ControllerOptions.recoverPanic", "ReconcilePanicError"] },
      tests: [
        "packages/runtime/src/controller/controller-options.test.ts > a panic is retried by default",
        "packages/runtime/src/controller/controller-options.test.ts > recoverPanic: false ends the controller with the error, once the reconciles in flight have ended",
      ],
    },
    {
      feature: "Timeout of the first sync",
      peers: ["`CacheSyncTimeout`, 2 min", "no", "`cacheSyncTimeout`", "no"],
      api: { runtime: ["ControllerOptions.cacheSyncTimeoutMs", "CacheSyncTimeoutError"] },
      tests: [
        "packages/runtime/src/controller/controller-options.test.ts > a controller whose sources do not sync within cacheSyncTimeoutMs fails and names them",
      ],
    },
    {
      feature: "Custom queue",
      peers: ["`NewQueue`, `UsePriorityQueue`", "no", "no", "no"],
      api: { runtime: ["ControllerOptions.newQueue", "ControllerOptions.usePriorityQueue"] },
      tests: [
        "packages/runtime/src/controller/controller-options.test.ts > newQueue creates the queue of the controller",
      ],
    },
    {
      feature: "Timeout of a reconcile",
      peers: ["`ReconciliationTimeout`", "no", "no", "`timeout`"],
      api: { runtime: ["ControllerOptions.reconciliationTimeoutMs", "ReconcileTimeoutError"] },
      tests: [
        "packages/runtime/src/controller/controller.test.ts > a controller aborts a reconcile that exceeds its timeout, and retries it",
      ],
    },
    {
      feature: "Caches are filled before leadership",
      peers: ["`EnableWarmup`", "no", "yes", "no"],
      api: { runtime: ["ControllerOptions.enableWarmup"] },
      note: "On by default",
      tests: [
        "packages/runtime/src/manager/leader-election.test.ts > a standby manager is ready and has synced caches, but runs only controllers with needLeaderElection(false)",
        "packages/runtime/src/controller/controller-options.test.ts > enableWarmup: false starts the sources once the process leads",
      ],
    },
    {
      feature: "Unique names of controllers",
      peers: ["yes, `SkipNameValidation`", "no", "yes", "ids of handlers"],
      api: { runtime: ["ControllerOptions.skipNameValidation", "TypedControllerBuilder.named"] },
      tests: [
        "packages/runtime/src/builder/builder.test.ts > a name that is taken is rejected, unless skipNameValidation is set",
      ],
    },
    {
      feature: "Result: another reconcile after a time, its priority, terminal errors",
      peers: [
        "`RequeueAfter`, `Priority`, `TerminalError`",
        "`Action::requeue`, `await_change`",
        "`UpdateControl`, `DeleteControl`",
        "`TemporaryError`, `PermanentError`",
      ],
      api: { runtime: ["Result.requeueAfterMs", "Result.priority", "awaitChange", "TerminalError"] },
      tests: [
        "packages/runtime/src/controller/controller.test.ts > a controller reconciles again after the time that the reconciler returned",
        "packages/runtime/src/controller/controller.test.ts > a controller does not retry a terminal error before the next change",
      ],
    },
    {
      feature: "Typed requests and events",
      peers: ["`Typed…`", "generic over the kind", "by class", "no"],
      api: { runtime: ["typedControllerManagedBy", "EventHandler", "Predicate"] },
      tests: [
        "packages/runtime/src/builder/watches.test.ts > a typed controller reconciles each request of its handlers once",
        "packages/runtime/src/controller/typed-requests.test.ts > keyOf determines which requests are equal, and their names in observers",
      ],
    },
    {
      feature: "Reconciler of an object instead of a key",
      peers: ["`AsReconciler`", "`Arc<K>`", "yes", "`body`, `spec`, `old`, `new`, `diff`"],
      api: { runtime: ["asReconciler", "ObjectReconciler"] },
      tests: [
        "packages/runtime/src/reconcile/as-reconciler.test.ts > asReconciler() passes the object and the context, and returns the result",
      ],
    },
    {
      feature: "Reason of a reconcile",
      peers: ["no", "`ReconcileReason` in the span", "retries", "`reason`, `diff`"],
      api: { runtime: ["ReconcileContext.causes", "ReconcileContext.failures", "ReconcileCause"] },
      tests: [
        "packages/runtime/src/controller/context.test.ts > causes contain the objects and versions that caused a reconcile, and the controller's own requeue",
        "packages/runtime/src/controller/retries.test.ts > a reconcile receives the number of previous failures",
      ],
    },
    {
      feature: "Dependents as a graph with conditions",
      peers: ["no", "no", "workflows, bulk and external dependents", "sub-handlers"],
      api: { runtime: ["createDependentGraph", "DependentResource", "ExternalDependent"] },
      tests: [
        "packages/runtime/src/dependents/dependent-graph.test.ts > a dependent waits until the dependents in dependsOn are ready, and other dependents continue after an error",
        "packages/runtime/src/dependents/dependent-graph.test.ts > a dependent whose precondition no longer holds is deleted after the dependents that depend on it",
        "tests/contract/dependents.test.ts > two replicas that concurrently apply, prune and delete the dependents of one owner end with one set of children, then with none",
      ],
    },
    {
      feature: "Background work for each object",
      peers: ["no", "no", "no", "daemons, timers"],
      api: { runtime: ["addDaemon", "timer"] },
      tests: [
        "packages/runtime/src/daemons/daemons.test.ts > a daemon runs once for an object, receives its latest version, and ends before the object is gone",
        "packages/runtime/src/daemons/daemons.test.ts > a timer with %o and calls of 3 seconds calls at %o ms",
      ],
    },
    {
      feature: "Progress of handlers kept in the object across restarts",
      peers: ["no", "no", "no", "annotations or status"],
      tests: [],
      omitted:
        "A reconciler compares the desired with the actual state, which needs no memory of handlers that have run. What a program has to remember belongs in the status.",
    },
    {
      feature: "Last handled state of an object in an annotation, for `old`, `new` and `diff`",
      peers: ["no", "no", "no", "`last-handled-configuration`"],
      tests: [],
      omitted:
        "A reconcile that depends on the difference to an earlier state loses changes. Handlers and predicates receive the old object of an update, `causes` the versions.",
    },
    {
      feature: "Expectations",
      peers: ["no", "no", "`ExpectationManager`", "no"],
      api: { runtime: ["createExpectations"] },
      tests: [
        "packages/runtime/src/expectations/expectations.test.ts > an expectation waits for its condition, and is removed once it is fulfilled",
      ],
    },
    {
      feature: "Finalizer helper",
      peers: ["`finalizer.Finalizers`", "`finalizer()`", "`Cleaner`", "`@kopf.on.delete`"],
      api: { runtime: ["createFinalizers", "ensureFinalizer", "releaseFinalizer"] },
      tests: [
        "packages/runtime/src/finalizer/finalizers.test.ts > finalize() calls the finalizers of the object in the order of registration, removes each, and keeps other finalizers",
        "tests/faults/finalizers.test.ts > an object that is deleted before or after any request of its operator is gone with its external resources, after any single fault",
      ],
    },
  ],
};
