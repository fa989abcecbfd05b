/** The session of a command in a container, which `exec` and `attach` open. */

/** A chunk of output. */
export interface CommandOutput {
  readonly stream: "stdout" | "stderr";
  readonly bytes: Uint8Array;
}

/** The result of a command. A command that could not be started throws `ApiError` instead. */
export interface CommandResult {
  /** 0 if the command has succeeded, otherwise 1 to 255. */
  readonly exitCode: number;
}

/** The result of a command with its whole output. */
export interface CollectedOutput extends CommandResult {
  readonly stdout: string;
  /** Empty with a terminal, which combines both outputs. */
  readonly stderr: string;
}

export interface CollectOptions {
  /** The limit of stdout and stderr together. Default: `collectedBytesMax`. */
  readonly limitBytes?: number;
}

/** The size of a terminal, in characters. */
export interface TerminalSize {
  readonly width: number;
  readonly height: number;
}

/** The input of a command. */
export interface CommandInput {
  /** Sends input. Resolves when more may be sent: await it, so that the sender is not faster than the command. */
  write(input: Uint8Array | string): Promise<void>;
  /**
   * Ends the input: the command reads the end of its stdin. Rejects with a `ProtocolError` if the server supports only `v4.channel.k8s.io` (before
   * Kubernetes 1.30), which cannot end the input.
   */
  end(): Promise<void>;
}

/**
 * A running command. Disposing the session disconnects; the container runtime decides whether the command then ends. Read the output with exactly
 * one of `output`, `collect` and `result`.
 */
export interface CommandSession extends AsyncDisposable {
  /** The subprotocol of the connection, `v5.channel.k8s.io` since Kubernetes 1.30. */
  readonly protocol: string;
  /** Rejects writes unless the option `stdin` is true. */
  readonly stdin: CommandInput;
  /**
   * The output in the order of its arrival, until the command has ended. The server waits while the output is not read. Leaving the loop
   * disconnects. Throws if the connection is lost before the result.
   */
  readonly output: AsyncIterable<CommandOutput>;
  /** Reads the whole output as UTF-8. Rejects with a `BodyTooLargeError` beyond the limit, and disconnects. */
  collect(options?: CollectOptions): Promise<CollectedOutput>;
  /**
   * Resolves when the command has ended; discards the output unless `output` is read. Rejects with `ApiError` if the command could not be run, and with
   * the error of `output` if the connection is lost before the result.
   */
  result(): Promise<CommandResult>;
  /** Sets the size of the terminal. Only with the option `tty`. */
  resize(size: TerminalSize): Promise<void>;
}

/** The default limit of `collect`. */
export const collectedBytesMax: number = 16 * 1024 * 1024;
