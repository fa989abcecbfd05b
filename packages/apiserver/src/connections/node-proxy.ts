/**
 * Access to the containers of Pods, for `kubectl logs`, `exec` and `attach`. kube-apiserver connects to the kubelet of the Pod's node; this server
 * calls a `NodeProxy`, which simulated nodes implement.
 */
import type { ReadonlyObject } from "../objects/api-object.ts";

/** Serves the containers of all nodes. Requests for an absent function are rejected with 503. */
export interface NodeProxy {
  /**
   * The log of a container. With `previous`, the log of the previous run; `undefined` if it does not exist. The caller selects lines
   * (`--tail`, `--since`, …).
   */
  readonly logs?: (target: ContainerTarget, options: LogRequest) => ContainerLog | undefined;
  /** Runs a command in a container. Resolves when it has ended; a rejection ends the session with the error's message. */
  readonly exec?: (target: ContainerTarget, session: CommandSession) => Promise<CommandResult>;
  /** Connects to the main process of a container. Resolves when the process has ended or produces no more output. */
  readonly attach?: (target: ContainerTarget, session: StreamSession) => Promise<CommandResult>;
}

/** A container of a Pod that is on a node. */
export interface ContainerTarget {
  /** The Pod at the time of the request. */
  readonly pod: ReadonlyObject;
  readonly container: string;
  readonly node: string;
  /** Resolves when the container has terminated, its Pod has been deleted, or the signal aborts. */
  readonly ended: (signal: AbortSignal) => Promise<void>;
}

export interface LogRequest {
  readonly previous: boolean;
}

/** The lines of a log, and a stream of further lines. */
export interface ContainerLog {
  readonly lines: readonly LogLine[];
  /** Further lines. The stream ends when the container terminates or the signal aborts. Absent: there are no further lines. */
  readonly follow?: (signal: AbortSignal) => AsyncIterable<LogLine>;
}

export interface LogLine {
  /** When the line was written, in milliseconds since the Unix epoch. */
  readonly timeMs: number;
  /** Without its line break. */
  readonly text: string;
}

/** The streams between a client and a process. */
export interface StreamSession {
  /** The client's input. It is empty if the client sends none. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. Output that the client has not requested is discarded. */
  readonly stdout: (bytes: Uint8Array | string) => Promise<void>;
  /** With a terminal, the same as `stdout`. */
  readonly stderr: (bytes: Uint8Array | string) => Promise<void>;
  readonly tty: boolean;
  /** Aborted when the client disconnects or the server shuts down. */
  readonly signal: AbortSignal;
}

export interface CommandSession extends StreamSession {
  /** The program and its arguments. */
  readonly command: readonly string[];
}

export interface CommandResult {
  /** 0 if the command has succeeded. */
  readonly exitCode: number;
}
