/** Runs controllers: the manager, the builder of controllers, sources, handlers and predicates. */

// For programs.
export { runOperator } from "./program/run-operator.ts";
export type {
  OperatorProgram,
  ProgramManagerOptions,
  ProgramProcess,
  SetupContext,
} from "./program/operator-program.ts";
export { formatOperatorFlags, loadOperatorFlags, parseOperatorFlags } from "./program/operator-flags.ts";
export type { OperatorFlags } from "./program/operator-flags.ts";
export type { FlagTable, FlagValues, BooleanFlag, StringFlag } from "./program/flags.ts";
export { createManager } from "./manager/manager.ts";
export type { Manager, MemberCluster, MemberClusterOptions } from "./manager/manager.ts";
export type {
  BaseContext,
  ManagerControllerOptions,
  ManagerHealthOptions,
  ManagerMetricsOptions,
  ManagerPprofOptions,
  ManagerOptions,
  ManagerWebhookOptions,
} from "./manager/manager-options.ts";
export { allNamespaces, byObject } from "@kubewright/informer";
export type { ByObject, ByObjectOptions, CacheConfig, CacheNamespaces } from "@kubewright/informer";
export { defaultBlockedMaxMs } from "./leadership/manager-election.ts";
export type {
  ElectionCallbacks,
  LeaseLock,
  LeaseWorkerOptions,
  ManagerElectionOptions,
} from "./leadership/manager-election.ts";
export type { ShutdownHook } from "./manager/lifecycle.ts";
export { controllerManagedBy, typedControllerManagedBy } from "./builder/builder.ts";
export type {
  ControllerBuilder,
  MetadataOwnedOptions,
  MetadataWatchedOptions,
  OwnedOptions,
  TypedControllerBuilder,
  WatchedOptions,
} from "./builder/builder.ts";
export { createFleet } from "./fleet/fleet.ts";
export type { EngageOptions, Fleet, FleetCluster, FleetOptions } from "./fleet/fleet.ts";
export { fleetControllerManagedBy } from "./fleet/fleet-controller.ts";
export type { AppliedObjects } from "./reconcile/applied-objects.ts";
export { createReconcileContext } from "./reconcile/reconcile-context.ts";
export type { ReconcileContextOptions } from "./reconcile/reconcile-context.ts";
export { asReconciler } from "./reconcile/as-reconciler.ts";
export type { ObjectReconciler } from "./reconcile/as-reconciler.ts";
export { awaitChange } from "./reconcile/reconciler.ts";
export type { ReconcileContext, Reconciler, Result } from "./reconcile/reconciler.ts";
export { ensureFinalizer, releaseFinalizer } from "./finalizer/finalizer.ts";
export type { FinalizerOptions } from "./finalizer/finalizer.ts";
export { createFinalizers } from "./finalizer/finalizers.ts";
export type {
  FinalizeContext,
  Finalizer,
  FinalizeResult,
  FinalizerResult,
  Finalizers,
} from "./finalizer/finalizers.ts";
export { ensureChild } from "./dependents/ensure-child.ts";
export type { EnsureChildOptions } from "./dependents/ensure-child.ts";
export type { AppliedObject, ApplyContext } from "./dependents/apply-object.ts";
export { createDependentGraph } from "./dependents/dependent-graph.ts";
export type { DependentGraph } from "./dependents/dependent-graph.ts";
export type {
  DependentBase,
  DependentContext,
  DependentResource,
  DependentResult,
  ExternalDependent,
  GraphResult,
  OwnerCondition,
} from "./dependents/dependent.ts";
export { createExpectations } from "./expectations/expectations.ts";
export type { Expectation, ExpectationContext, ExpectationResult, Expectations } from "./expectations/expectations.ts";
export { addDaemon, defaultCancellationTimeoutMs } from "./daemons/add-daemon.ts";
export type { DaemonOptions } from "./daemons/add-daemon.ts";
export type { Daemon, DaemonContext } from "./daemons/daemon-task.ts";
export { timer } from "./daemons/timer.ts";
export type { TimerOptions } from "./daemons/timer.ts";
export { formatRequest, formatTypedRequest } from "./reconcile/request.ts";
export type { Request } from "./reconcile/request.ts";
export {
  isNotControlledError,
  isProgramError,
  isTerminalError,
  NotControlledError,
  ProgramError,
  TerminalError,
} from "./errors.ts";
export {
  enqueueRequestForObject,
  enqueueRequestForOwner,
  enqueueRequestsFromMapFunc,
  handlerFuncs,
} from "./handler/handler.ts";
export type { EnqueueRequestForOwnerOptions, EventFuncs, EventHandler } from "./handler/handler.ts";
export {
  allOf,
  annotationsChanged,
  anyOf,
  finalizersChanged,
  generationChanged,
  labelSelectorMatches,
  labelsChanged,
  not,
  predicateFuncs,
  resourceVersionChanged,
  valueChanged,
} from "./predicate/predicate.ts";
export type { Predicate, PredicateFuncs } from "./predicate/predicate.ts";
export { createChannelSource, defaultChannelBufferSize } from "./source/channel-source.ts";
export { createFuncSource } from "./source/func-source.ts";
export { createInformerSource } from "./source/informer-source.ts";
export { createPollingSource } from "./source/polling-source.ts";
export type { PollingSourceOptions } from "./source/polling-source.ts";
export { createKindSource } from "./source/kind-source.ts";
export { lowPriority, lowPriorityWhenUnchanged } from "./source/priority.ts";
export type { ReconcileCause } from "./reconcile/cause.ts";
export type { HandlerContext, MapFunc } from "./handler/handler.ts";
export type { ChannelSource, ChannelSourceOptions } from "./source/channel-source.ts";
export type { SourceFunc } from "./source/func-source.ts";
export type { InformerSourceOptions, WatchedEventOptions } from "./source/informer-source.ts";
export type { KindSourceOptions } from "./source/kind-source.ts";
export type { Enqueue, EnqueueOptions, RunningSource, Source, SourceContext } from "./source/source.ts";
export { stopOnSignals } from "@kubewright/async";
export type { SignalSource, StopSignal } from "@kubewright/async";

// For other packages, and for programs without the manager or the builder.
export { namespacesMatching } from "./cluster/namespaces-matching.ts";
export type { NamespacesMatchingOptions } from "./cluster/namespaces-matching.ts";
export type { BoundedKind } from "./cluster/bounded-objects.ts";
export { createCluster, defaultSyncPeriodMs } from "./cluster/cluster.ts";
export type {
  Cluster,
  ClusterCacheOptions,
  ClusterClientOptions,
  ClusterEventOptions,
  ClusterOptions,
} from "./cluster/cluster.ts";
export { createCachedClient } from "./cluster/cached-client.ts";
export type { CachedClientOptions } from "./cluster/cached-client.ts";
export { createController } from "./controller/controller.ts";
export type { Controller } from "./controller/controller.ts";
export type { CreateControllerOptions, ReconcileClients } from "./controller/create-controller-options.ts";
export { defaultCacheSyncTimeoutMs } from "./controller/controller-options.ts";
export type { ControllerOptions, UntypedControllerOptions } from "./controller/controller-options.ts";
export type { ReconcileLimitOptions } from "./controller/reconcile-limit.ts";
export type { ControllerWatch, WatchOptions } from "./controller/controller-sources.ts";
export { defaultGracefulShutdownTimeoutMs } from "./manager/shutdown-deadline.ts";
export type { Runnable, RunOptions } from "./runnable/runnable.ts";
export {
  CacheSyncTimeoutError,
  ClusterNotEngagedError,
  isCacheSyncTimeoutError,
  isClusterNotEngagedError,
  isReconcilePanicError,
  isReconcileTimeoutError,
  IndexNotCurrentError,
  isIndexNotCurrentError,
  isLeaseThreadError,
  isResourceNotCachedError,
  isShutdownTimeoutError,
  LeaseThreadError,
  ManagerStoppedError,
  ReconcilePanicError,
  ReconcileTimeoutError,
  ResourceNotCachedError,
  ShutdownTimeoutError,
} from "./errors.ts";
