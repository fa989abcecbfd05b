/** Stops a program on signals of the operating system. For `main` only. */

const stopSignals = ["SIGINT", "SIGTERM", "SIGQUIT", "SIGHUP"] as const;

/** The part of `process` that is used; tests replace it. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): unknown;
}

export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Creates a signal that the first SIGINT, SIGTERM, SIGQUIT or SIGHUP aborts. A second one ends the process at once with code 1, in case the orderly
 * stop hangs; a SIGHUP does not, because a closed terminal can send several. Disposing it restores the default behaviour of these signals.
 *
 * ```ts
 * using stop = stopOnSignals(process);
 * await run({ signal: stop.signal });
 * ```
 */
export function stopOnSignals(source: SignalSource): StopSignal {
  const controller = new AbortController();
  const handlers = stopSignals.map((name) => {
    const handler = (): void => {
      if (!controller.signal.aborted) controller.abort(new Error(`Stopped by ${name}`));
      else if (name !== "SIGHUP") source.exit(1);
    };
    source.on(name, handler);
    return { name, handler };
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const { name, handler } of handlers) source.off(name, handler);
    },
  };
}
