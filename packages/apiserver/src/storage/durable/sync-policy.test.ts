// The order of syncs and responses under each policy. A commit syncs the file if SQLite's level is FULL (2).
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { readText } from "@kubewright/transport";
import { onTestFinished, test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { startApiServer } from "../../api-server.ts";
import { openApiServer } from "../../open-api-server.ts";
import { Store } from "../store.ts";
import { isStorageError } from "./errors.ts";
import { openStorage } from "./open-storage.ts";
import type { SyncPolicy } from "./sync-policy.ts";

const maps = "/api/v1/namespaces/default/configmaps";

interface Observed extends AsyncDisposable {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
  /** Commits and responses since the last call, in their order. */
  readonly steps: () => readonly string[];
  /** Creates a ConfigMap. Adds a step when the response arrives. */
  readonly create: (name: string) => Promise<void>;
}

async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-sync-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

/** A connection that adds a step for each commit: a synced one if SQLite syncs it. */
class ObservedDatabase extends DatabaseSync {
  readonly #steps: string[];

  constructor(file: string, steps: string[]) {
    super(file);
    this.#steps = steps;
  }

  override prepare(sql: string): ReturnType<DatabaseSync["prepare"]> {
    const statement = super.prepare(sql);
    if (sql !== "COMMIT") return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      const result = run();
      this.#steps.push(super.prepare("PRAGMA synchronous").get()?.["synchronous"] === 2 ? "synced commit" : "commit");
      return result;
    };
    return statement;
  }
}

async function observe(sync: SyncPolicy | undefined): Promise<Observed> {
  const clock = createVirtualClock();
  const steps: string[] = [];
  const storage = openStorage(await temporaryDirectory(), {
    clock,
    sync,
    openFile: (file) => new ObservedDatabase(file, steps),
  });
  const store = Store.restore({ clock, journal: storage }, storage.revision, storage.entries());
  const server = startApiServer({ clock, random: createSeededRandom("sync") }, store);
  store.flush();
  await clock.settle();
  steps.length = 0;
  return {
    server,
    clock,
    steps: () => steps.splice(0),
    async create(name) {
      const body = JSON.stringify({ metadata: { name } });
      const headers = { "content-type": "application/json" };
      const response = await server.transport().request({ method: "POST", path: maps, headers, body });
      assert.equal(response.status, 201, await readText(response));
      steps.push(`created ${name}`);
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      storage[Symbol.dispose]();
    },
  };
}

test.for([undefined, "turn"] as const)(
  "with %s, concurrent writes share one sync, before their responses",
  async (sync) => {
    await using observed = await observe(sync);

    await Promise.all(["a", "b", "c"].map(observed.create));

    assert.deepEqual(observed.steps(), ["synced commit", "created a", "created b", "created c"]);
  },
);

test("with always, each write is synced before the next one", async () => {
  await using observed = await observe("always");

  await Promise.all(["a", "b", "c"].map(observed.create));

  const steps = observed.steps();
  assert.deepEqual(
    steps.filter((step) => step.includes("commit")),
    ["synced commit", "synced commit", "synced commit"],
  );
  assert.equal(steps[0], "synced commit");
});

test("with os, commits are not synced", async () => {
  await using observed = await observe("os");

  await observed.create("a");

  assert.deepEqual(observed.steps(), ["commit", "created a"]);
});

test.for(["always", "turn"] as const)(
  "with %s, a read and a watch show a write of the same turn only after its sync",
  async (sync) => {
    await using observed = await observe(sync);
    const { server } = observed;
    const steps: string[] = [];
    const response = await server.transport().request({ method: "GET", path: `${maps}?watch=1&resourceVersion=0` });
    const watched = response.body[Symbol.asyncIterator]();
    const event = watched.next().then(() => steps.push(...observed.steps(), "event"));
    const write = observed.create("a");
    const read = server.transport().request({ method: "GET", path: `${maps}/a` });

    await Promise.all([event, write, read]);

    assert.equal(steps[0], "synced commit");
    assert.ok(steps.includes("event"));
  },
);

test("a policy that does not exist is rejected with the ones that do", async () => {
  const sync = "never" as SyncPolicy; // From a caller without types.

  await assert.rejects(
    openApiServer({ directory: await temporaryDirectory(), sync, clock: createVirtualClock() }),
    (error) => {
      assert.ok(isStorageError(error));
      assert.match(error.message, /: sync is "never", must be always, turn, os$/);
      return true;
    },
  );
});
