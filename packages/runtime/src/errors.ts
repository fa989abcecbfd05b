/** Errors of this package. */
import { controllerOf, formatKey, keyOf } from "@kubewright/apimachinery";
import type { KubernetesObject, NamespacedKey, Stored } from "@kubewright/apimachinery";

const terminalErrorBrand: symbol = Symbol.for("@kubewright/runtime/TerminalError");
const programErrorBrand: symbol = Symbol.for("@kubewright/runtime/ProgramError");
const shutdownTimeoutBrand: symbol = Symbol.for("@kubewright/runtime/ShutdownTimeoutError");
const indexNotCurrentBrand: symbol = Symbol.for("@kubewright/runtime/IndexNotCurrentError");
const resourceNotCachedBrand: symbol = Symbol.for("@kubewright/runtime/ResourceNotCachedError");
const cacheSyncTimeoutBrand: symbol = Symbol.for("@kubewright/runtime/CacheSyncTimeoutError");
const reconcilePanicBrand: symbol = Symbol.for("@kubewright/runtime/ReconcilePanicError");
const notControlledBrand: symbol = Symbol.for("@kubewright/runtime/NotControlledError");
const leaseThreadBrand: symbol = Symbol.for("@kubewright/runtime/LeaseThreadError");
const clusterNotEngagedBrand: symbol = Symbol.for("@kubewright/runtime/ClusterNotEngagedError");
const reconcileTimeoutBrand: symbol = Symbol.for("@kubewright/runtime/ReconcileTimeoutError");

/**
 * Thrown by a reconciler if a retry cannot succeed before the object changes: a field has an invalid value, a name is taken.
 */
export class TerminalError extends Error {
  override readonly name = "TerminalError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, terminalErrorBrand, { value: true });
  }
}

export function isTerminalError(error: unknown): error is TerminalError {
  return error instanceof Error && terminalErrorBrand in error;
}

/** No cluster with this name is engaged in the fleet. Also the reason with which the signals of a disengaged cluster are aborted. */
export class ClusterNotEngagedError extends Error {
  override readonly name = "ClusterNotEngagedError";
  readonly clusterName: string;

  constructor(clusterName: string) {
    super(`Cannot use cluster "${clusterName}": no cluster of this name is engaged`);
    this.clusterName = clusterName;
    Object.defineProperty(this, clusterNotEngagedBrand, { value: true });
  }
}

export function isClusterNotEngagedError(error: unknown): error is ClusterNotEngagedError {
  return error instanceof Error && clusterNotEngagedBrand in error;
}

/** A reconcile ended with an error after its `reconciliationTimeoutMs`; `cause` is that error. */
export class ReconcileTimeoutError extends Error {
  override readonly name = "ReconcileTimeoutError";

  constructor(request: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Cannot finish reconcile of "${request}": it took more than ${timeoutMs} ms`, options);
    Object.defineProperty(this, reconcileTimeoutBrand, { value: true });
  }
}

export function isReconcileTimeoutError(error: unknown): error is ReconcileTimeoutError {
  return error instanceof Error && reconcileTimeoutBrand in error;
}

/** A reconcile panicked in a controller with `recoverPanic: false`. `cause` is the error. */
export class ReconcilePanicError extends Error {
  override readonly name = "ReconcilePanicError";

  constructor(controller: string, request: string, options: ErrorOptions) {
    super(`Controller "${controller}" panicked in the reconcile of "${request}"`, options);
    Object.defineProperty(this, reconcilePanicBrand, { value: true });
  }
}

export function isReconcilePanicError(error: unknown): error is ReconcilePanicError {
  return error instanceof Error && reconcilePanicBrand in error;
}

/** The sources of a controller have not synced within its `cacheSyncTimeoutMs`. `sources` has their names and what they wait for. */
export class CacheSyncTimeoutError extends Error {
  override readonly name = "CacheSyncTimeoutError";
  readonly sources: readonly string[];

  constructor(controller: string, sources: readonly string[], timeoutMs: number) {
    super(`Cannot start controller "${controller}": not synced after ${timeoutMs} ms: ${sources.join(", ")}`);
    this.sources = sources;
    Object.defineProperty(this, cacheSyncTimeoutBrand, { value: true });
  }
}

export function isCacheSyncTimeoutError(error: unknown): error is CacheSyncTimeoutError {
  return error instanceof Error && cacheSyncTimeoutBrand in error;
}

/** The reason with which a stopping manager aborts the signals of its runnables and reconciles. */
export class ManagerStoppedError extends Error {
  override readonly name = "ManagerStoppedError";
}

/**
 * A manager could not stop everything within its graceful shutdown timeout. The runnables in `stillRunning` were aborted and may still run, so
 * the process must exit. `cause` is the error that stopped the manager, if there was one.
 */
export class ShutdownTimeoutError extends Error {
  override readonly name = "ShutdownTimeoutError";
  readonly stillRunning: readonly string[];

  constructor(timeoutMs: number, stillRunning: readonly string[], options?: ErrorOptions) {
    super(`Cannot shut down within ${timeoutMs} ms: still running: ${stillRunning.join(", ")}`, options);
    this.stillRunning = stillRunning;
    Object.defineProperty(this, shutdownTimeoutBrand, { value: true });
  }
}

export function isShutdownTimeoutError(error: unknown): error is ShutdownTimeoutError {
  return error instanceof Error && shutdownTimeoutBrand in error;
}

/** The cache has not synced or has not reached a write of the client, so it cannot list by an index. Retry: the server has no indexes. */
export class IndexNotCurrentError extends Error {
  override readonly name = "IndexNotCurrentError";

  constructor(kind: string, index: string) {
    super(
      `Cannot list ${kind} by index "${index}": the cache has not synced or has not reached an earlier write, try again`,
    );
    Object.defineProperty(this, indexNotCurrentBrand, { value: true });
  }
}

export function isIndexNotCurrentError(error: unknown): error is IndexNotCurrentError {
  return error instanceof Error && indexNotCurrentBrand in error;
}

/** A client with `readerFailOnMissingInformer` has read a kind without an informer. */
export class ResourceNotCachedError extends Error {
  override readonly name = "ResourceNotCachedError";

  constructor(kind: string) {
    super(
      `Cannot read ${kind} from the cache: it has no informer, and readerFailOnMissingInformer is true: watch it or add it to disableFor`,
    );
    Object.defineProperty(this, resourceNotCachedBrand, { value: true });
  }
}

export function isResourceNotCachedError(error: unknown): error is ResourceNotCachedError {
  return error instanceof Error && resourceNotCachedBrand in error;
}

/** An error that the user of the program can fix, such as a wrong flag or environment variable. It is shown as one line without a stack. */
export class ProgramError extends Error {
  override readonly name = "ProgramError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, programErrorBrand, { value: true });
  }
}

export function isProgramError(error: unknown): error is ProgramError {
  return error instanceof Error && programErrorBrand in error;
}

/** The thread that renews the Lease could not start or has ended, so this process does not lead. */
export class LeaseThreadError extends Error {
  override readonly name = "LeaseThreadError";

  constructor({ namespace, name }: NamespacedKey, found: string, options?: ErrorOptions) {
    super(`Cannot hold Lease "${namespace}/${name}" in a worker thread: ${found}`, options);
    Object.defineProperty(this, leaseThreadBrand, { value: true });
  }
}

export function isLeaseThreadError(error: unknown): error is LeaseThreadError {
  return error instanceof Error && leaseThreadBrand in error;
}

/** The name of a child is taken: `object` exists, and the owner does not control it. */
export class NotControlledError extends Error {
  override readonly name = "NotControlledError";
  readonly object: Stored<KubernetesObject>;

  constructor(object: Stored<KubernetesObject>, owner: Stored<KubernetesObject>) {
    const controller = controllerOf(object);
    const found = controller ? `${controller.kind} "${controller.name}" controls it` : "nothing controls it";
    super(
      `Cannot apply ${object.kind} "${formatKey(keyOf(object))}": it exists and ${found}, must be controlled by ${owner.kind} "${owner.metadata.name}"`,
    );
    this.object = object;
    Object.defineProperty(this, notControlledBrand, { value: true });
  }
}

export function isNotControlledError(error: unknown): error is NotControlledError {
  return error instanceof Error && notControlledBrand in error;
}
