// A server whose objects are durable. SQLite is loaded for these servers only.
import { createSystemClock } from "@kubewright/async";
import type { ApiServer, ApiServerOptions } from "./api-server.ts";
import { startApiServer } from "./api-server.ts";
import type { StorageError } from "./storage/durable/errors.ts";
import type { SyncPolicy } from "./storage/durable/sync-policy.ts";
import { Store } from "./storage/store.ts";

/** Options of a server with a directory. The others have the defaults of `createApiServer`. */
export interface DurableApiServerOptions extends ApiServerOptions {
  /**
   * Contains the objects. It must be used for nothing else, and is created if it does not exist, readable for its owner only: it contains Secrets in
   * plain text.
   */
  readonly directory: string;
  /**
   * When a write is synced to the disk, before it is acknowledged. Default `turn`: an acknowledged write survives a power failure, and the writes of one
   * turn of the event loop share a sync.
   */
  readonly sync?: SyncPolicy;
  /** Called once, with the first failure of a write to the directory. All requests fail from then on. Default: requests only return the error. */
  readonly onStorageError?: (error: StorageError) => void;
}

/**
 * Starts an API server with the objects in the directory, and stores all writes there. A response reveals only writes that are in the file: a process
 * that is killed loses nothing that it has acknowledged. What a power failure may lose depends on `sync`.
 *
 * As after a restart of kube-apiserver, versions continue to rise, but the history before the start is lost: a watch from an earlier version and the
 * rest of an earlier list are rejected with 410. A version is never used twice, not even if the last writes are lost: after a stop that was not clean,
 * versions continue up to 10,000 above the last one. Tokens of listeners and of service accounts are no longer valid.
 *
 * A fork of the server is in memory only.
 *
 * If the directory cannot be written to, for example because the disk is full, the server rejects every request with 500 and ends its watches: its
 * memory is ahead of the directory. A server that is started on the directory later has every acknowledged write. Of the writes that got 500 at the
 * moment of the failure it has those that were on disk.
 *
 * @throws {StorageError} when the directory cannot be used, another server uses it, or a later version has written it.
 */
export async function openApiServer(options: DurableApiServerOptions): Promise<ApiServer> {
  const { directory, sync, onStorageError, ...rest } = options;
  const { openStorage } = await import("./storage/durable/open-storage.ts");
  using resources = new DisposableStack();
  const clock = options.clock ?? createSystemClock();
  const storage = resources.use(openStorage(directory, { clock, sync, onFailure: onStorageError }));
  const store = Store.restore({ clock, journal: storage }, storage.revision, storage.entries());
  const server = startApiServer({ ...rest, clock }, store);
  try {
    store.flush();
  } catch (failure) {
    await server[Symbol.asyncDispose]();
    throw failure;
  }
  const owned = resources.move();
  return {
    ...server,
    // A spread would read it once.
    get revision() {
      return server.revision;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      owned.dispose();
    },
  };
}
