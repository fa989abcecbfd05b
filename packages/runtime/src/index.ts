/** Running controllers. */

// What users need.
export { runOperator } from "./program/run-operator.ts";
export type { OperatorProgram, ProgramManagerOptions, ProgramProcess, SetupContext } from "./program/run-operator.ts";
export { formatOperatorFlags, loadOperatorFlags, parseOperatorFlags } from "./program/operator-flags.ts";
export type { OperatorFlags } from "./program/operator-flags.ts";
export type { FlagTable, FlagValues, SwitchFlag, TextFlag } from "./program/flags.ts";
export { createManager } from "./manager/manager.ts";
export type { Manager } from "./manager/manager.ts";
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
export type { ElectionCallbacks, ManagerElectionOptions } from "./leadership/manager-election.ts";
export type { ShutdownHook } from "./manager/lifecycle.ts";
export { controllerManagedBy } from "./builder/builder.ts";
export type { ControllerBuilder, WatchedOptions } from "./builder/builder.ts";
export { createReconcileContext } from "./reconcile/reconcile-context.ts";
export type { ReconcileContextOptions } from "./reconcile/reconcile-context.ts";
export type { ReconcileContext, Reconciler, Result } from "./reconcile/reconciler.ts";
export { ensureFinalizer, releaseFinalizer } from "./finalizer/finalizer.ts";
export type { FinalizerOptions } from "./finalizer/finalizer.ts";
export { formatRequest } from "./reconcile/request.ts";
export type { Request } from "./reconcile/request.ts";
export { isProgramError, isTerminalError, ProgramError, TerminalError } from "./errors.ts";
export { enqueueRequestsFromMapFunc, enqueueRequestForObject, enqueueRequestForOwner } from "./handler/handler.ts";
export type { EnqueueRequestForOwnerOptions, EventHandler } from "./handler/handler.ts";
export {
  allOf,
  annotationsChanged,
  anyOf,
  generationChanged,
  labelSelectorMatches,
  labelsChanged,
  not,
  resourceVersionChanged,
} from "./predicate/predicate.ts";
export type { Predicate } from "./predicate/predicate.ts";
export { createChannelSource } from "./source/channel-source.ts";
export { createKindSource, lowPriority } from "./source/kind-source.ts";
export { causesMax } from "./reconcile/cause.ts";
export type { ReconcileCause } from "./reconcile/cause.ts";
export type { HandlerContext, MapFunc } from "./handler/handler.ts";
export type { ChannelSource } from "./source/channel-source.ts";
export type { KindSourceOptions } from "./source/kind-source.ts";
export type { Enqueue, EnqueueOptions, RunningSource, Source, SourceContext } from "./source/source.ts";
export { stopOnSignals } from "./manager/process-signals.ts";
export type { SignalSource, StopSignal } from "./manager/process-signals.ts";

// What other packages, and programs that go their own way, need.
export { createCluster, defaultSyncPeriodMs } from "./cluster/cluster.ts";
export type { Cluster, ClusterCacheOptions, ClusterClientOptions, ClusterOptions } from "./cluster/cluster.ts";
export { createCachedClient } from "./cluster/cached-client.ts";
export type { CachedClientOptions } from "./cluster/cached-client.ts";
export { createController } from "./controller/controller.ts";
export type { Controller, ControllerOptions, CreateControllerOptions } from "./controller/controller.ts";
export { defaultGracefulShutdownTimeoutMs } from "./manager/shutdown-deadline.ts";
export type { Runnable, RunOptions } from "./runnable/runnable.ts";
export {
  isReconcileTimeoutError,
  IndexNotCurrentError,
  isIndexNotCurrentError,
  isResourceNotCachedError,
  isShutdownTimeoutError,
  ManagerStoppedError,
  ReconcileTimeoutError,
  ResourceNotCachedError,
  ShutdownTimeoutError,
} from "./errors.ts";
