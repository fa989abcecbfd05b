// The writes that a read waits for, and the limit of recorded writes.
import type { CachedObject, Informer, VersionWanted } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { createOwnWrites, pendingWritesMax } from "./own-writes.ts";
import type { OwnWrites } from "./own-writes.ts";

test("a checkpoint replaces the writes above the limit, and the first read requests its version and waits for it", async () => {
  const fixture = createFixture();
  for (let version = 1; version <= pendingWritesMax + 1; version += 1) fixture.write(`object-${version}`, version);
  fixture.serverVersion = 5_000;

  const before = await fixture.ownWrites.reached(fixture.informer, { name: "object-1" }, {});
  const again = await fixture.ownWrites.reached(fixture.informer, { name: "object-2" }, {});
  fixture.informer.version = 5_000;
  const after = await fixture.ownWrites.allReached(fixture.informer, {});
  const rest = await fixture.ownWrites.allReached(fixture.informer, {});

  expect(fixture.ownWrites.size).toBe(0);
  expect([before, again, after, rest]).toEqual([false, false, true, true]);
  expect(fixture.requests).toEqual([{}]);
  expect(fixture.late).toEqual([""]);
});

test("a checkpoint also covers deletes, whose response has no version", async () => {
  const fixture = createFixture();
  fixture.informer.version = 7;
  for (let count = 0; count <= pendingWritesMax; count += 1) {
    const deleted = { uid: `${count}`, resourceVersion: "7", deleted: true } as const;
    fixture.ownWrites.record(Widget, { name: `object-${count}` }, deleted);
  }
  fixture.serverVersion = 3_000;

  const before = await fixture.ownWrites.allReached(fixture.informer, {});
  fixture.informer.version = 3_000;
  const after = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([before, after]).toEqual([false, true]);
});

test("each cached namespace has its own checkpoint, which its watch reaches", async () => {
  const fixture = createFixture({ namespaces: ["a", "b"] });
  for (let version = 1; version <= pendingWritesMax + 1; version += 1) fixture.write(`object-${version}`, version, "a");
  fixture.write("object-1", 2_000, "b");
  fixture.serverVersion = 1_500;

  const behind = await fixture.ownWrites.reached(fixture.informer, { namespace: "a", name: "object-1" }, {});
  const other = await fixture.ownWrites.reached(fixture.informer, { namespace: "b", name: "object-2" }, {});
  fixture.informer.version = 1_500;
  const one = await fixture.ownWrites.allReached(fixture.informer, { namespace: "a" });
  const all = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([behind, other, one, all]).toEqual([false, true, true, false]);
  expect(fixture.requests).toEqual([{ namespace: "a" }]);
});

test("nothing is recorded for a namespace that is not cached", async () => {
  const fixture = createFixture({ namespaces: ["a", "b"] });

  fixture.write("object-1", 1, "c");
  fixture.ownWrites.record(
    Widget,
    { namespace: "c", name: "object-2" },
    { uid: "u", resourceVersion: "1", deleted: true },
  );

  expect(fixture.ownWrites.size).toBe(0);
  await expect(fixture.ownWrites.allReached(fixture.informer, {})).resolves.toBe(true);
});

test("after a write to many objects, a read waits for the version of the collection on the server", async () => {
  const fixture = createFixture({ namespaces: ["a", "b"] });
  fixture.serverVersion = 12;
  fixture.ownWrites.recordDeleteAll(Widget, "b");

  const before = await Promise.all(
    ["a", "b"].map((namespace) => fixture.ownWrites.allReached(fixture.informer, { namespace })),
  );
  fixture.informer.version = 12;
  const after = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([before, after]).toEqual([[true, false], true]);
});

test("a read goes to the server while the version of a checkpoint cannot be read, and ends with its signal", async () => {
  const fixture = createFixture({ fails: true });
  fixture.ownWrites.recordDeleteAll(Widget);

  const failed = await fixture.ownWrites.allReached(fixture.informer, {});
  const aborted = fixture.ownWrites.allReached(fixture.informer, { signal: AbortSignal.abort(new Error("enough")) });

  expect(failed).toBe(false);
  await expect(aborted).rejects.toThrow("no connection");
});

test("the number of pending writes never exceeds its limit", () => {
  const fixture = createFixture();
  let most = 0;

  for (let version = 1; version <= 3 * pendingWritesMax; version += 1) {
    fixture.write(`object-${version}`, version);
    most = Math.max(most, fixture.ownWrites.size);
  }

  expect(most).toBe(pendingWritesMax);
});

test("a write that the cache already contains is not recorded", () => {
  const { informer, ownWrites } = createFixture();
  informer.version = 9;

  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "9" });

  expect(ownWrites.size).toBe(0);
});

test("a late response does not replace the record of a later write", async () => {
  const { informer, ownWrites } = createFixture();

  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "10" });
  ownWrites.record(Widget, { name: "a" }, { resourceVersion: "9" });
  informer.version = 9;

  await expect(ownWrites.reached(informer, { name: "a" }, {})).resolves.toBe(false);
});

test("a delete of an unknown object is not recorded", () => {
  const { ownWrites } = createFixture();

  ownWrites.recordDelete(Widget, { name: "stranger" });

  expect(ownWrites.size).toBe(0);
});

interface Fixture {
  readonly ownWrites: OwnWrites;
  readonly informer: Informer & { version: number };
  /** The version that `currentVersion` returns. */
  serverVersion: number;
  /** The arguments of the calls of `currentVersion`. */
  readonly requests: object[];
  readonly late: string[];
  write(name: string, version: number, namespace?: string): void;
}

function createFixture(options: { readonly namespaces?: readonly string[]; readonly fails?: boolean } = {}): Fixture {
  const informer = fakeInformer();
  const { namespaces, fails = false } = options;
  const fixture: Fixture = {
    informer,
    serverVersion: 0,
    requests: [],
    late: [],
    ownWrites: createOwnWrites({
      informerOf: () => informer,
      namespacesOf: () => namespaces,
      async currentVersion(_type, read) {
        if (fails) throw new Error("no connection");
        fixture.requests.push(read);
        return `${fixture.serverVersion}`;
      },
      onLate: (_type, { name }) => fixture.late.push(name),
    }),
    write: (name, version, namespace) =>
      fixture.ownWrites.record(Widget, namespace === undefined ? { name } : { namespace, name }, {
        resourceVersion: `${version}`,
      }),
  };
  return fixture;
}

/** An informer that has only a version, and whose waits end at once. */
function fakeInformer(): Informer & { version: number } {
  const informer = {
    type: Widget,
    version: 0,
    hasVersion: (_key: unknown, wanted: VersionWanted): boolean =>
      informer.version >= Number(wanted.resourceVersion) + (wanted.deleted ? 1 : 0),
    waitForVersion: async (key: unknown, wanted: VersionWanted): Promise<boolean> => informer.hasVersion(key, wanted),
    entry: (): CachedObject | undefined => undefined,
  };
  return informer as unknown as Informer & { version: number }; // It has the methods that own writes call.
}
