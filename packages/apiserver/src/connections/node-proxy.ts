/**
 * What runs the containers of Pods, as far as clients of the API can ask for it: `kubectl logs`, `exec` and `attach`. A real server asks the
 * kubelet of the Pod's node; this one asks a `NodeProxy`, which simulated nodes implement.
 */
import type { ReadonlyObject } from "../objects/api-object.ts";

/** Answers for the containers of all nodes. What it does not offer is refused with an error that says so. */
export interface NodeProxy {
  /**
   * The log of a container. With `previous`, that of the run before the present one; `undefined`: there is none. The caller selects lines
   * (`--tail`, `--since`, …).
   */
  readonly logs?: (target: ContainerTarget, options: LogRequest) => ContainerLog | undefined;
  /** Runs a command in a container. Resolves when it has ended; a rejection ends the session with the error's message. */
  readonly exec?: (target: ContainerTarget, session: CommandSession) => Promise<CommandResult>;
  /** Connects to the main process of a container. Resolves when that has ended, or there is no more to be seen. */
  readonly attach?: (target: ContainerTarget, session: StreamSession) => Promise<CommandResult>;
}

/** A container of a Pod that is on a node. */
export interface ContainerTarget {
  /** As it was when the request came. */
  readonly pod: ReadonlyObject;
  readonly container: string;
  readonly node: string;
  /** Resolves when the container has ended or its Pod is gone, at once when that is so already, or with the signal. */
  readonly ended: (signal: AbortSignal) => Promise<void>;
}

export interface LogRequest {
  readonly previous: boolean;
}

/** A log that is there already, and what comes when it is followed. */
export interface ContainerLog {
  readonly lines: readonly LogLine[];
  /** The lines that come from now on; it ends when the container does, or with the signal. Absent: none will come. */
  readonly follow?: (signal: AbortSignal) => AsyncIterable<LogLine>;
}

export interface LogLine {
  /** When it was written, in milliseconds since the epoch. */
  readonly timeMs: number;
  /** Without its line break. */
  readonly text: string;
}

/** What goes to and fro between a client and a process. */
export interface StreamSession {
  /** The client's input; it ends at once when the client sends none. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. Where the client does not listen, what is written is dropped. */
  readonly stdout: (bytes: Uint8Array | string) => Promise<void>;
  /** With a terminal this goes to `stdout`. */
  readonly stderr: (bytes: Uint8Array | string) => Promise<void>;
  readonly tty: boolean;
  /** Aborted when the client leaves or the server ends. */
  readonly signal: AbortSignal;
}

export interface CommandSession extends StreamSession {
  /** The program and its arguments. */
  readonly command: readonly string[];
}

export interface CommandResult {
  /** 0: it has succeeded. */
  readonly exitCode: number;
}
