/** The errors of this package. Errors of the server are `ApiError`, errors of the connection `TransportError`. */
import type { GroupVersionKind, KubernetesObject } from "@kubewright/apimachinery";

const configErrorBrand: unique symbol = Symbol.for("@kubewright/client/ConfigError");
const unknownKindErrorBrand: unique symbol = Symbol.for("@kubewright/client/UnknownKindError");

/** A kubeconfig, service account or credential plugin that cannot be used. The message is one line for the user. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, configErrorBrand, { value: true });
  }
}

export function isConfigError(error: unknown): error is ConfigError {
  return error instanceof Error && configErrorBrand in error;
}

/** The kind of an object is neither registered at the client nor found by discovery. */
export class UnknownKindError extends Error {
  override readonly name = "UnknownKindError";
  readonly kind: GroupVersionKind;

  constructor(action: string, kind: GroupVersionKind) {
    const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
    super(
      `Cannot ${action}: kind "${kind.kind}" of "${apiVersion}" is not known: pass its descriptor in createClient({ types }), or install it`,
    );
    Object.defineProperty(this, unknownKindErrorBrand, { value: true });
    this.kind = kind;
  }
}

export function isUnknownKindError(error: unknown): error is UnknownKindError {
  return error instanceof Error && unknownKindErrorBrand in error;
}

const protocolErrorBrand: unique symbol = Symbol.for("@kubewright/client/ProtocolError");

/** A response that violates the protocol: invalid JSON, a list without metadata, an unknown event. */
export class ProtocolError extends Error {
  override readonly name = "ProtocolError";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, protocolErrorBrand, { value: true });
  }
}

export function isProtocolError(error: unknown): error is ProtocolError {
  return error instanceof Error && protocolErrorBrand in error;
}

const commandFailedErrorBrand: unique symbol = Symbol.for("@kubewright/client/CommandFailedError");

/** A command that this package runs in a container, such as `tar`, has failed. */
export class CommandFailedError extends Error {
  override readonly name = "CommandFailedError";
  readonly exitCode: number;
  /** The beginning of the standard error. */
  readonly stderr: string;

  constructor(
    action: string,
    { command, exitCode, stderr }: { readonly command: string; readonly exitCode: number; readonly stderr: string },
  ) {
    const [line = ""] = stderr.trim().split("\n");
    super(`Cannot ${action}: ${command} has exited with ${exitCode}${line === "" ? "" : `: ${line}`}`);
    Object.defineProperty(this, commandFailedErrorBrand, { value: true });
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

export function isCommandFailedError(error: unknown): error is CommandFailedError {
  return error instanceof Error && commandFailedErrorBrand in error;
}

const portForwardErrorBrand: unique symbol = Symbol.for("@kubewright/client/PortForwardError");

/** The node could not connect to the port of the Pod, or the connection was lost. The message contains the node's reason. */
export class PortForwardError extends Error {
  override readonly name = "PortForwardError";

  constructor(action: string, reason: string, options?: ErrorOptions) {
    super(`Cannot ${action}: ${reason.trim()}`, options);
    Object.defineProperty(this, portForwardErrorBrand, { value: true });
  }
}

export function isPortForwardError(error: unknown): error is PortForwardError {
  return error instanceof Error && portForwardErrorBrand in error;
}

const waitTimeoutErrorBrand: unique symbol = Symbol.for("@kubewright/client/WaitTimeoutError");

/** The details of a `WaitTimeoutError`. */
export interface WaitTimeoutDetails {
  /** The name of the condition. */
  readonly condition: string;
  readonly timeoutMs: number;
  /** The object as it was last seen; `undefined` if it did not exist. */
  readonly object: KubernetesObject | undefined;
  readonly cause?: unknown;
}

/** An object did not meet its condition in time. */
export class WaitTimeoutError extends Error {
  override readonly name = "WaitTimeoutError";
  readonly timeoutMs: number;
  /** The object as it was last seen; `undefined` if it did not exist. */
  readonly object: KubernetesObject | undefined;

  constructor(action: string, { condition, timeoutMs, object, cause }: WaitTimeoutDetails) {
    const expected = condition === "" ? "its condition" : condition;
    const found =
      object === undefined ? "it does not exist" : `its version is "${object.metadata?.resourceVersion ?? ""}"`;
    super(`Cannot ${action}: ${found} after ${timeoutMs} ms, must meet ${expected}`, { cause });
    Object.defineProperty(this, waitTimeoutErrorBrand, { value: true });
    this.timeoutMs = timeoutMs;
    this.object = object;
  }
}

export function isWaitTimeoutError(error: unknown): error is WaitTimeoutError {
  return error instanceof Error && waitTimeoutErrorBrand in error;
}

const leadershipErrorBrand: unique symbol = Symbol.for("@kubewright/client/LeadershipError");

/**
 * A call that requires leadership was rejected or aborted. This process does not lead yet ("candidate"), did not renew its Lease in time
 * ("expired"), another process holds the Lease ("taken"), or this process has released it ("released").
 */
export class LeadershipError extends Error {
  override readonly name = "LeadershipError";
  readonly reason: "candidate" | "expired" | "taken" | "released";

  constructor(lease: string, reason: LeadershipError["reason"]) {
    super(`Cannot act as leader by Lease "${lease}": ${leadershipTexts[reason]}`);
    Object.defineProperty(this, leadershipErrorBrand, { value: true });
    this.reason = reason;
  }
}

export function isLeadershipError(error: unknown): error is LeadershipError {
  return error instanceof Error && leadershipErrorBrand in error;
}

const leadershipTexts = {
  candidate: "this process has not been elected yet",
  expired: "it was not renewed in time",
  taken: "another process holds it",
  released: "this process has released it",
} as const;
