/** @internal A server whose disk becomes full: a limit on the size of the file makes SQLite report it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { VirtualClock } from "@kubewright/async";
import { createSeededRandom, createSystemClock, createVirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { onTestFinished } from "vitest";
import type { ApiServer, ApiServerOptions } from "../../../api-server.ts";
import { startApiServer } from "../../../api-server.ts";
import { Store } from "../../store.ts";
import type { StorageError } from "../errors.ts";
import type { OpenStorage } from "../open-storage.ts";
import { openStorage } from "../open-storage.ts";

export interface LimitedServer {
  readonly server: ApiServer;
  readonly storage: OpenStorage;
  readonly clock: VirtualClock;
  /** The calls of `onFailure`. */
  readonly failures: readonly StorageError[];
  /** Limits the growth of the file to this many pages. */
  readonly limit: (pages: number) => void;
}

/** A folder that is deleted after the test. The directory in it does not exist. */
export async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-disk-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

/** Starts a server on a directory whose file can be limited. */
export function startLimited(directory: string, options: ApiServerOptions = {}): LimitedServer {
  const clock = createVirtualClock({ startTime: createSystemClock().wallTime() }); // Clients check certificates by the system's time.
  const files: DatabaseSync[] = [];
  const failures: StorageError[] = [];
  const storage = openStorage(directory, {
    clock,
    openFile(file) {
      const database = new DatabaseSync(file);
      files.push(database);
      return database;
    },
    onFailure: (error) => void failures.push(error),
  });
  const store = Store.restore({ clock, journal: storage }, storage.revision, storage.entries());
  const server = startApiServer({ ...options, clock, random: createSeededRandom("disk") }, store);
  store.flush();
  return {
    server,
    storage,
    clock,
    failures,
    limit(pages) {
      const [database] = files;
      const count = Number(database?.prepare("PRAGMA page_count").get()?.["page_count"]);
      database?.exec(`PRAGMA max_page_count = ${count + pages}`);
    },
  };
}

export interface TestResponse {
  readonly status: number;
  readonly text: string;
  readonly message: string;
  readonly names: readonly string[];
}

/** Sends a request as an administrator. */
export async function send(server: ApiServer, method: string, requestPath: string, body?: unknown): Promise<TestResponse> {
  const response = await server.transport().request({
    method,
    path: requestPath,
    headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await readText(response);
  const { message = "", items = [] } = (text.startsWith("{") ? JSON.parse(text) : {}) as {
    readonly message?: string;
    readonly items?: readonly { readonly metadata: { readonly name: string } }[];
  };
  return { status: response.status, text, message, names: items.map(({ metadata }) => metadata.name) };
}
