// A server that tests write to, compact and restart, and clients that watch it. A client resumes from its last version, and lists again if that version
// has expired. It compares each event with a log of all writes.
import assert from "node:assert/strict";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import type { Transport } from "@kubewright/transport";
import { createInProcessTransport } from "../in-process-transport.ts";
import { createRegistry } from "../registry/registry.ts";
import type { Server } from "../server.ts";
import { serviceAccountSettings } from "../service-accounts/service-account-options.ts";
import { createServer } from "../server.ts";
import type { HistoryLimits } from "../storage/event-log.ts";
import { Store } from "../storage/store.ts";
import { configMaps } from "./test-server.ts";

const path = "/api/v1/namespaces/default/configmaps";

/** Small limits, so that clients lag behind. */
const history: HistoryLimits = { eventsMax: 12, eventsMin: 4, ageMaxMs: 5000 };

export interface LoggedWrite {
  readonly revision: number;
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly name: string;
  /** The written value; for a deletion, the last value. */
  readonly value: string;
}

export interface WatchFixture {
  readonly clock: VirtualClock;
  /** Every write, in order. */
  readonly log: readonly LoggedWrite[];
  readonly transport: () => Transport;
  readonly write: (name: string) => Promise<void>;
  readonly remove: (name: string) => Promise<void>;
  readonly removeAll: () => Promise<void>;
  readonly compact: () => void;
  /** Ends the server and starts another one on the same state. */
  readonly restart: () => Promise<void>;
  /** The oldest version from which a watch can resume. */
  readonly oldest: () => number;
  /** The current values by name. */
  readonly current: () => ReadonlyMap<string, string>;
}

export function createWatchFixture(): WatchFixture {
  const clock = createVirtualClock();
  const log: LoggedWrite[] = [];
  const values = new Map<string, string>();
  let server = serve(new Store({ clock, history }));
  let transport = transportTo(server);
  let written = 0;

  function serve(store: Store): Server {
    return createServer({
      clock,
      random: createSeededRandom("watch-fixture"),
      authorization: "AlwaysAllow",
      serviceAccounts: serviceAccountSettings({}),
      parts: { registry: createRegistry(), resources: [configMaps] },
      store,
      onInternalError: (error) => {
        throw error;
      },
    });
  }

  function transportTo(to: Server): Transport {
    return createInProcessTransport(to.handle, { name: "admin", groups: ["system:masters"] });
  }

  async function send(method: string, at: string, body?: unknown): Promise<void> {
    const headers = method === "PATCH" ? { "content-type": "application/merge-patch+json" } : {};
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await transport.request({ method, path: at, headers, ...text });
    assert.ok(response.status < 300, await readText(response));
  }

  return {
    clock,
    log,
    transport: () => transport,
    async write(name) {
      const value = String((written += 1));
      const isNew = !values.has(name);
      if (isNew) await send("POST", path, { metadata: { name }, data: { value } });
      else await send("PATCH", `${path}/${name}`, { data: { value } });
      values.set(name, value);
      log.push({ revision: server.engine.store.revision, type: isNew ? "ADDED" : "MODIFIED", name, value });
    },
    async remove(name) {
      const value = values.get(name);
      if (value === undefined) return;
      await send("DELETE", `${path}/${name}`);
      values.delete(name);
      log.push({ revision: server.engine.store.revision, type: "DELETED", name, value });
    },
    async removeAll() {
      const before = server.engine.store.revision;
      await send("DELETE", path);
      // The server deletes them one by one, in the order of their names.
      const gone = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
      for (const [index, [name, value]] of gone.entries()) {
        log.push({ revision: before + index + 1, type: "DELETED", name, value });
      }
      values.clear();
    },
    compact: () => server.engine.store.compact(),
    async restart() {
      await server.close(new Error("the server is started again"));
      server = serve(server.engine.store.fork({ clock, history }));
      transport = transportTo(server);
    },
    oldest: () => server.engine.store.table("configmaps").log.startRevision,
    current: () => values,
  };
}

interface Shown {
  readonly kind: string;
  readonly code?: number;
  readonly metadata: { readonly name?: string; readonly resourceVersion: string };
  readonly data?: { readonly value: string };
  readonly items: readonly Shown[];
}

export class WatchClient {
  readonly #fixture: WatchFixture;
  readonly #values = new Map<string, string>();
  #version = 0;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  /** The read in progress. Slow clients do not await it for a long time. */
  #reading: Promise<void> | undefined;
  readonly #arrived: IteratorResult<Uint8Array>[] = [];
  /** The numbers of lists and of received bookmarks. */
  lists = 0;
  bookmarks = 0;

  constructor(fixture: WatchFixture) {
    this.#fixture = fixture;
  }

  /** The client has received all events up to this version. */
  get version(): number {
    return this.#version;
  }

  get values(): ReadonlyMap<string, string> {
    return this.#values;
  }

  /** Handles the chunks that have arrived, and requests the next one. */
  async read(): Promise<void> {
    if (this.#chunks === undefined) await this.#open();
    this.#reading ??= this.#chunks?.next().then(
      (result) => {
        this.#arrived.push(result);
        this.#reading = undefined;
      },
      () => {
        this.#arrived.push({ done: true, value: undefined });
        this.#reading = undefined;
      },
    );
    await this.#fixture.clock.settle();
    for (let result = this.#arrived.shift(); result !== undefined; result = this.#arrived.shift()) {
      if (result.done === true) this.#chunks = undefined;
      else this.#take(Buffer.from(result.value).toString());
    }
  }

  /** Breaks the connection. Chunks that have arrived and were not read are lost. */
  async drop(): Promise<void> {
    await this.#chunks?.return?.();
    await this.#fixture.clock.settle();
    this.#chunks = undefined;
    this.#arrived.length = 0;
  }

  async #open(): Promise<void> {
    if (this.#version === 0) await this.#list();
    const query = `watch=1&allowWatchBookmarks=true&resourceVersion=${this.#version}`;
    const response = await this.#fixture.transport().request({ method: "GET", path: `${path}?${query}` });
    assert.equal(response.status, 200);
    this.#chunks = response.body[Symbol.asyncIterator]();
  }

  async #list(): Promise<void> {
    const response = await this.#fixture.transport().request({ method: "GET", path });
    const { metadata, items } = JSON.parse(await readText(response)) as Shown;
    const version = Number(metadata.resourceVersion);
    assert.ok(version >= this.#version, "a list is older than the last version");
    this.#version = version;
    this.#values.clear();
    for (const item of items) this.#values.set(item.metadata.name ?? "", item.data?.value ?? "");
    assert.deepEqual(sorted(this.#values), sorted(this.#fixture.current()));
    this.lists += 1;
  }

  #take(text: string): void {
    assert.ok(text.endsWith("\n"), "a chunk ends within an event");
    for (const line of text.trimEnd().split("\n")) {
      const { type, object } = JSON.parse(line) as { type: string; object: Shown };
      if (type === "ERROR") this.#forgotten(object);
      else if (type === "BOOKMARK") this.#bookmark(Number(object.metadata.resourceVersion));
      else this.#event(type, object);
    }
  }

  #event(type: string, object: Shown): void {
    const next = this.#fixture.log.find(({ revision }) => revision > this.#version);
    const { name = "", resourceVersion } = object.metadata;
    assert.deepEqual({ revision: Number(resourceVersion), type, name, value: object.data?.value }, next);
    this.#version = Number(resourceVersion);
    if (type === "DELETED") this.#values.delete(name);
    else this.#values.set(name, object.data?.value ?? "");
  }

  #bookmark(version: number): void {
    assert.ok(version >= this.#version, "the version of a bookmark is older than the last version");
    const missed = this.#fixture.log.find(({ revision }) => revision > this.#version && revision <= version);
    assert.equal(missed, undefined, "a bookmark is ahead of an event");
    this.#version = version;
    this.bookmarks += 1;
  }

  #forgotten(status: Shown): void {
    assert.equal(status.code, 410);
    assert.ok(this.#version < this.#fixture.oldest(), "a version within the history was reported as expired");
    this.#version = 0;
  }
}

function sorted(values: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...values].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
