// Which writes a read waits for, and the bound on what is remembered of writes that no read follows.
import type { CachedObject, Informer, VersionWanted } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { createOwnWrites, pendingWritesMax } from "./own-writes.ts";
import type { OwnWrites } from "./own-writes.ts";

test("a checkpoint replaces more writes than fit, and the first read requests its version and waits for it", async () => {
  const world = createWorld();
  for (let version = 1; version <= pendingWritesMax + 1; version += 1) world.write(`object-${version}`, version);
  world.serverVersion = 5_000;

  const before = await world.ownWrites.reached(world.informer, { name: "object-1" }, {});
  const again = await world.ownWrites.reached(world.informer, { name: "object-2" }, {});
  world.informer.version = 5_000;
  const after = await world.ownWrites.allReached(world.informer, {});
  const rest = await world.ownWrites.allReached(world.informer, {});

  expect(world.ownWrites.size).toBe(0);
  expect([before, again, after, rest]).toEqual([false, false, true, true]);
  expect(world.requests).toEqual([{}]);
  expect(world.late).toEqual([""]);
});

test("a checkpoint also covers deletes, which have no version of their own", async () => {
  const world = createWorld();
  world.informer.version = 7;
  for (let count = 0; count <= pendingWritesMax; count += 1) {
    const deleted = { uid: `${count}`, resourceVersion: "7", deleted: true } as const;
    world.ownWrites.record(Widget, { name: `object-${count}` }, deleted);
  }
  world.serverVersion = 3_000;

  const before = await world.ownWrites.allReached(world.informer, {});
  world.informer.version = 3_000;
  const after = await world.ownWrites.allReached(world.informer, {});

  expect([before, after]).toEqual([false, true]);
});

test("each cached namespace has a checkpoint of its own, which its own watch reaches", async () => {
  const world = createWorld({ namespaces: ["a", "b"] });
  for (let version = 1; version <= pendingWritesMax + 1; version += 1) world.write(`object-${version}`, version, "a");
  world.write("object-1", 2_000, "b");
  world.serverVersion = 1_500;

  const behind = await world.ownWrites.reached(world.informer, { namespace: "a", name: "object-1" }, {});
  const other = await world.ownWrites.reached(world.informer, { namespace: "b", name: "object-2" }, {});
  world.informer.version = 1_500;
  const one = await world.ownWrites.allReached(world.informer, { namespace: "a" });
  const all = await world.ownWrites.allReached(world.informer, {});

  expect([behind, other, one, all]).toEqual([false, true, true, false]);
  expect(world.requests).toEqual([{ namespace: "a" }]);
});

test("nothing is recorded for a namespace that is not cached", async () => {
  const world = createWorld({ namespaces: ["a", "b"] });

  world.write("object-1", 1, "c");
  world.ownWrites.record(
    Widget,
    { namespace: "c", name: "object-2" },
    { uid: "u", resourceVersion: "1", deleted: true },
  );

  expect(world.ownWrites.size).toBe(0);
  await expect(world.ownWrites.allReached(world.informer, {})).resolves.toBe(true);
});

test("the cache must have the version that the server has after a write to many objects", async () => {
  const world = createWorld({ namespaces: ["a", "b"] });
  world.serverVersion = 12;
  world.ownWrites.recordDeleteAll(Widget, "b");

  const before = await Promise.all(
    ["a", "b"].map((namespace) => world.ownWrites.allReached(world.informer, { namespace })),
  );
  world.informer.version = 12;
  const after = await world.ownWrites.allReached(world.informer, {});

  expect([before, after]).toEqual([[true, false], true]);
});

test("a read goes to the server while the version of a checkpoint cannot be had, and ends with its signal", async () => {
  const world = createWorld({ fails: true });
  world.ownWrites.recordDeleteAll(Widget);

  const failed = await world.ownWrites.allReached(world.informer, {});
  const aborted = world.ownWrites.allReached(world.informer, { signal: AbortSignal.abort(new Error("enough")) });

  expect(failed).toBe(false);
  await expect(aborted).rejects.toThrow("no connection");
});

test("notes never exceed their bound", () => {
  const world = createWorld();
  let most = 0;

  for (let version = 1; version <= 3 * pendingWritesMax; version += 1) {
    world.write(`object-${version}`, version);
    most = Math.max(most, world.ownWrites.size);
  }

  expect(most).toBe(pendingWritesMax);
});

test("a write that the cache has seen already needs no note", () => {
  const { informer, ownWrites } = createWorld();
  informer.version = 9;

  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "9" });

  expect(ownWrites.size).toBe(0);
});

test("an answer that comes late does not replace what is known of a later write", async () => {
  const { informer, ownWrites } = createWorld();

  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "10" });
  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "9" });
  informer.version = 9;

  await expect(ownWrites.reached(informer, { name: "a" }, {})).resolves.toBe(false);
});

test("a delete of an unknown object is not recorded", () => {
  const { ownWrites } = createWorld();

  ownWrites.recordDelete(Widget, { name: "stranger" });

  expect(ownWrites.size).toBe(0);
});

interface World {
  readonly ownWrites: OwnWrites;
  readonly informer: Informer & { version: number };
  /** What `currentVersion` answers. */
  serverVersion: number;
  /** What `currentVersion` was called with. */
  readonly requests: object[];
  readonly late: string[];
  write(name: string, version: number, namespace?: string): void;
}

function createWorld(options: { readonly namespaces?: readonly string[]; readonly fails?: boolean } = {}): World {
  const informer = fakeInformer();
  const { namespaces, fails = false } = options;
  const world: World = {
    informer,
    serverVersion: 0,
    requests: [],
    late: [],
    ownWrites: createOwnWrites({
      informerOf: () => informer,
      ...(namespaces ? { namespaces } : {}),
      async currentVersion(_type, read) {
        if (fails) throw new Error("no connection");
        world.requests.push(read);
        return `${world.serverVersion}`;
      },
      onLate: (_type, { name }) => world.late.push(name),
    }),
    write: (name, version, namespace) =>
      world.ownWrites.record(Widget, namespace === undefined ? { name } : { namespace, name }, {
        resourceVersion: `${version}`,
      }),
  };
  return world;
}

/** An informer of which only the version moves, and whose waits are over at once. */
function fakeInformer(): Informer & { version: number } {
  const informer = {
    type: Widget,
    version: 0,
    hasVersion: (_key: unknown, wanted: VersionWanted): boolean =>
      informer.version >= Number(wanted.resourceVersion) + (wanted.deleted ? 1 : 0),
    waitForVersion: async (key: unknown, wanted: VersionWanted): Promise<boolean> => informer.hasVersion(key, wanted),
    entry: (): CachedObject | undefined => undefined,
  };
  return informer as unknown as Informer & { version: number }; // The methods that own writes call are there.
}
