/** How the program is asked to end: the first signal ends it in order, a second one at once. */
const names = ["SIGINT", "SIGTERM", "SIGQUIT"] as const;

export interface StopSignal extends Disposable {
  readonly signal: AbortSignal;
}

/** Disposing it gives the signals back to their defaults. */
export function stopOnSignals(source: Pick<NodeJS.Process, "on" | "off" | "exit">): StopSignal {
  const stop = new AbortController();
  const onSignal = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) source.exit(1);
    stop.abort(new Error(`Stopped by ${name}`));
  };
  for (const name of names) source.on(name, onSignal);
  return {
    signal: stop.signal,
    [Symbol.dispose]() {
      for (const name of names) source.off(name, onSignal);
    },
  };
}
