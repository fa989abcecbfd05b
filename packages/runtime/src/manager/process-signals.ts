/** How a program is asked to end: by signals of the operating system. For `main` alone. */

const stopSignals = ["SIGINT", "SIGTERM", "SIGQUIT"] as const;

/** The part of `process` that is used, so that a test can stand in for it. */
export interface SignalSource {
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  off(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): unknown;
}

export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that is aborted by the first SIGINT, SIGTERM or SIGQUIT. The second one ends the process at once with code 1, for
 * when the orderly end hangs. Disposing it gives the signals back to their defaults.
 *
 * ```ts
 * using stop = stopOnSignals(process);
 * await manager.start({ signal: stop.signal });
 * ```
 */
export function stopOnSignals(source: SignalSource): StopSignal {
  const controller = new AbortController();
  const handlers = stopSignals.map((name) => {
    const handler = (): void => {
      if (controller.signal.aborted) source.exit(1);
      else controller.abort(new Error(`Stopped by ${name}`));
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
