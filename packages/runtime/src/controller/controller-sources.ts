/** The sources of a controller: initial sources, and sources that are added while it runs. Each source can be stopped separately. */
import { abortable, deadlineSignal, linkSignals, onAbort } from "@kubewright/async";
import { CacheSyncTimeoutError } from "../errors.ts";
import type { Enqueue, RunningSource, Source, SourceContext } from "../source/source.ts";

export interface WatchOptions {
  /** Stops the source when it is aborted. Default: the source ends with its controller. */
  readonly signal?: AbortSignal | undefined;
}

/** A source of a controller. Disposing it is the same as `stop`. */
export interface ControllerWatch extends Disposable {
  /** Resolves once all objects that existed at the start of the source have been enqueued, or once the source has ended. */
  waitForSync(options?: { readonly signal?: AbortSignal | undefined }): Promise<void>;
  /** Stops the source. Requests that are already enqueued remain. A second call does nothing. */
  stop(): void;
}

export interface ControllerSourcesOptions<R> {
  readonly controller: string;
  readonly enqueueFrom: (source: Source<R>) => Enqueue<R>;
  readonly cacheSyncTimeoutMs: number;
}

export class ControllerSources<R> implements Disposable {
  readonly #options: ControllerSourcesOptions<R>;
  readonly #watches = new Set<SourceWatch<R>>();
  #state: "created" | "running" | "stopped" = "created";
  #context: SourceContext | undefined;

  constructor(options: ControllerSourcesOptions<R>) {
    this.#options = options;
  }

  /** Adds a source, which starts at once if the controller runs, and otherwise with the controller. */
  add(source: Source<R>, { signal }: WatchOptions = {}): ControllerWatch {
    const { controller } = this.#options;
    if (this.#state === "stopped") {
      throw new TypeError(`Cannot watch "${source.name}": controller "${controller}" has stopped`);
    }
    const watch = new SourceWatch(source, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    if (this.#context) this.#start(watch, this.#context);
    if (signal) watch.stopWith(signal);
    return watch;
  }

  /** Starts all sources. Throws the error of a source that cannot start, and stops that source. */
  start(context: SourceContext): void {
    this.#state = "running";
    this.#context = context;
    // A source that starts may add other sources, which then start at once, or stop other sources.
    const watches = [...this.#watches];
    for (const watch of watches) if (this.#watches.has(watch)) this.#start(watch, context);
  }

  /**
   * Resolves once every source has synced.
   *
   * @throws {CacheSyncTimeoutError} if a source has not synced after `cacheSyncTimeoutMs`, unless it waits for a kind that is not installed.
   */
  async waitForSync({ clock, signal }: SourceContext): Promise<void> {
    const { controller, cacheSyncTimeoutMs } = this.#options;
    for (;;) {
      using deadline = deadlineSignal(clock, cacheSyncTimeoutMs, signal);
      const late = new Set(this.#watches);
      const waits = [...late].map(async (watch) => {
        await watch.waitForSync(deadline);
        late.delete(watch);
      });
      try {
        await Promise.all(waits);
        return;
      } catch (error) {
        if (!deadline.signal.aborted || signal.aborted) throw error;
        const missing = [...late].filter(({ isPending }) => !isPending).map(({ waitsFor }) => waitsFor);
        if (missing.length > 0) throw new CacheSyncTimeoutError(controller, missing, cacheSyncTimeoutMs);
      }
    }
  }

  [Symbol.dispose](): void {
    this.#state = "stopped";
    this.#context = undefined;
    for (const watch of this.#watches) watch.stop();
  }

  #start(watch: SourceWatch<R>, context: SourceContext): void {
    context.log.info("Starting source", { source: watch.source.name });
    try {
      watch.start(this.#options.enqueueFrom(watch.source), context);
    } catch (error) {
      watch.stop();
      throw error;
    }
  }
}

class SourceWatch<R> implements ControllerWatch {
  readonly source: Source<R>;
  readonly #onStop: () => void;
  readonly #started = Promise.withResolvers<void>();
  readonly #stopped = new AbortController();
  readonly #owned = new DisposableStack();
  #running: RunningSource | undefined;

  constructor(source: Source<R>, onStop: () => void) {
    this.source = source;
    this.#onStop = onStop;
  }

  get waitsFor(): string {
    return this.#running?.waitsFor ?? this.source.name;
  }

  get isPending(): boolean {
    return this.#running?.isPending ?? false;
  }

  start(enqueue: Enqueue<R>, context: SourceContext): void {
    this.#running = this.#owned.use(this.source.start(enqueue, context));
    this.#started.resolve();
  }

  stopWith(signal: AbortSignal): void {
    const listener = onAbort(signal, () => this.stop());
    if (!this.#owned.disposed) this.#owned.use(listener);
  }

  async waitForSync({ signal }: { readonly signal?: AbortSignal | undefined } = {}): Promise<void> {
    using until = linkSignals(signal, this.#stopped.signal);
    try {
      await abortable(this.#started.promise, until.signal);
      await this.#running?.waitForSync({ signal: until.signal });
    } catch (error) {
      if (signal?.aborted || !this.#stopped.signal.aborted) throw error;
    }
  }

  stop(): void {
    this.#stopped.abort(new Error(`Source "${this.source.name}" has ended`));
    this.#owned.dispose();
    this.#onStop();
  }

  [Symbol.dispose](): void {
    this.stop();
  }
}
