// A server whose objects are still there after its process. SQLite is loaded by those who ask for it alone.
import { createSystemClock } from "@kubewright/async";
import type { ApiServer, ApiServerOptions } from "./api-server.ts";
import { startApiServer } from "./api-server.ts";
import { Store } from "./storage/store.ts";

/** How a server with a directory is made. Everything else has the defaults of `createApiServer`. */
export interface DurableApiServerOptions extends ApiServerOptions {
  /**
   * Where the objects are kept: a directory of its own, which is made if it is not there, readable for its owner alone. Secrets are in it as
   * they are.
   */
  readonly directory: string;
}

/**
 * Starts an API server with the objects that the directory holds, and keeps it up to date. A write is answered, and shown to anybody, once it
 * is in the directory: a process that is killed loses nothing it has acknowledged.
 *
 * As with a kube-apiserver that is started again, versions go on rising, but what happened before is no longer known: a watch of a
 * version from before is answered with 410, and so is the rest of a list. Tokens of the listener and of service accounts have to be made anew.
 *
 * A fork of the server lives in memory alone.
 *
 * If the directory cannot be written to, for example because the disk is full, the server rejects every request with 500 and ends its watches: its
 * memory is ahead of the directory. A server that is started on the directory later has every acknowledged write. Of the writes that got 500 at the
 * moment of the failure it has those that were on disk.
 *
 * @throws {StorageError} when the directory cannot be used, another server uses it, or a later version has written it.
 */
export async function openApiServer(options: DurableApiServerOptions): Promise<ApiServer> {
  const { directory, ...rest } = options;
  const { openStorage } = await import("./storage/durable/open-storage.ts");
  using resources = new DisposableStack();
  const clock = options.clock ?? createSystemClock();
  const storage = resources.use(openStorage(directory, clock));
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
