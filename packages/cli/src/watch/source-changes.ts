/** What of a project's sources is saved while a command watches. */
import path from "node:path";
import { abortable } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { watch } from "chokidar";

export interface SourceChangesOptions {
  /** The project's folder, absolute. */
  readonly root: string;
  readonly clock: Clock;
  /** Ends the watching: the loop over the changes ends. */
  readonly signal: AbortSignal;
  /** Which files count, by their path below the root with `/` between folders. Default: sources and what says how they are read. */
  readonly isWatched?: (file: string) => boolean;
}

/**
 * The files that were saved, made or taken away, by their paths below the root, each time that some were: those of one save
 * together. The first batch is empty and is yielded once the watch is complete, so that a read of the sources after it misses no change.
 *
 * @throws the file system's error when the folder can no longer be watched.
 */
export async function* sourceChanges(options: SourceChangesOptions): AsyncGenerator<readonly string[]> {
  const { root, clock, signal, isWatched = isSource } = options;
  const watcher = watch(root, { ignoreInitial: true, ignored: (file) => isLeftOut(relativeTo(root, file)) });
  const saved = new Set<string>();
  let woken = Promise.withResolvers<void>();
  watcher.on("all", (_event, file) => {
    const name = relativeTo(root, file);
    if (!isWatched(name)) return;
    saved.add(name);
    woken.resolve();
  });
  watcher.on("ready", () => woken.resolve());
  watcher.on("error", (error) => woken.reject(error));
  try {
    for (;;) {
      await abortable(woken.promise, signal);
      if (saved.size > 0) await clock.sleep(debounceMs, { signal });
      woken = Promise.withResolvers();
      const changes = [...saved].toSorted();
      saved.clear();
      yield changes;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await watcher.close();
  }
}

/** Editors save in several steps: a new file, its name, its rights. */
const debounceMs = 50;

function relativeTo(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, "/");
}

/** Folders without sources; they may be large, or be written by what watches. */
function isLeftOut(file: string): boolean {
  return file.split("/").some((part) => part === "node_modules" || part === "dist" || /^\.\w/.test(part));
}

/** What is generated is no source: it would be a change that answers itself. */
function isSource(file: string): boolean {
  const name = path.posix.basename(file);
  return (/\.m?ts$/.test(name) && !name.startsWith("zz_generated.")) || /^(?:tsconfig.*|package)\.json$/.test(name);
}
