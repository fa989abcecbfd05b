/** Watches the sources of a project for changes. */
import path from "node:path";
import { abortable } from "@kubewright/async";
import type { Clock } from "@kubewright/async";
import { watch } from "chokidar";

export interface SourceChangesOptions {
  /** The absolute path of the project. */
  readonly root: string;
  readonly clock: Clock;
  /** Ends the watch, and the loop over the changes. */
  readonly signal: AbortSignal;
  /** Whether to watch a file, by its path below the root with `/` as the separator. Default: sources and configuration files. */
  readonly isWatched?: (file: string) => boolean;
}

/**
 * The files that were saved, created or removed, by their paths below the root, in batches: those of one save
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

/** Editors save in several steps: a new file, a rename, permissions. */
const debounceMs = 50;

function relativeTo(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, "/");
}

/** Folders without sources; they may be large, or contain files that the watching command writes. */
function isLeftOut(file: string): boolean {
  return file.split("/").some((part) => part === "node_modules" || part === "dist" || /^\.\w/.test(part));
}

/** Generated files are not sources, because their changes would start another run. */
function isSource(file: string): boolean {
  const name = path.posix.basename(file);
  return (/\.m?ts$/.test(name) && !name.startsWith("zz_generated.")) || /^(?:tsconfig.*|package)\.json$/.test(name);
}
