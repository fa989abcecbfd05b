// The writes that a read waits for, and the limit of recorded writes.
import { keyOf } from "@kubewright/apimachinery";
import type { ObjectKey, Stored } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import type { Informer, VersionWanted } from "@kubewright/informer";
import { expect, test } from "vitest";
import { Widget } from "../testdata/fake-api.ts";
import { createOwnWrites, pendingWritesMax } from "./own-writes.ts";
import type { OwnWrites, Selectors } from "./own-writes.ts";

test("a list replaces the writes above the limit, and reads wait for the objects that the cache lacks", async () => {
  const fixture = createFixture();
  for (let version = 1; version <= pendingWritesMax + 1; version += 1) fixture.write(`object-${version}`, version);
  fixture.listed = [object("object-1", 1), object("object-2", 5_000)];
  fixture.informer.version = 2_000;

  const first = await fixture.ownWrites.reached(fixture.informer, { name: "object-1" }, {});
  const pending = fixture.ownWrites.size;
  const second = await fixture.ownWrites.reached(fixture.informer, { name: "object-2" }, {});
  const all = await fixture.ownWrites.allReached(fixture.informer, {});
  fixture.informer.version = 5_000;
  const after = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([first, pending, second, all, after]).toEqual([true, 1, false, false, true]);
  expect(fixture.ownWrites.size).toBe(0);
  expect(fixture.requests).toEqual([undefined]);
  expect(fixture.late).toEqual(["object-2"]);
});

test("objects that the cache has and the list does not are waited for as deletes, unless they are newer than the list", async () => {
  const fixture = createFixture();
  fixture.informer.version = 9;
  fixture.informer.cached = [object("kept", 3), object("deleted", 4), object("created-after-the-list", 9)];
  fixture.listed = [object("kept", 3)];
  fixture.listVersion = 8;
  fixture.ownWrites.recordUnknown(Widget);

  const before = await fixture.ownWrites.allReached(fixture.informer, {});
  const pending = fixture.ownWrites.size;
  fixture.informer.cached = [object("kept", 3), object("created-after-the-list", 9)];
  const after = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([before, pending, after]).toEqual([false, 1, true]);
});

test("each cached namespace has its own list", async () => {
  const fixture = createFixture({ namespaces: ["a", "b"] });
  fixture.ownWrites.recordUnknown(Widget, "a");
  fixture.write("object-1", 2_000, "b");
  fixture.listed = [object("object-9", 1_500, "a")];

  const behind = await fixture.ownWrites.reached(fixture.informer, { namespace: "a", name: "object-9" }, {});
  const other = await fixture.ownWrites.reached(fixture.informer, { namespace: "b", name: "object-2" }, {});
  fixture.informer.version = 1_500;
  const one = await fixture.ownWrites.allReached(fixture.informer, { namespace: "a" });
  const all = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([behind, other, one, all]).toEqual([false, true, true, false]);
  expect(fixture.requests).toEqual(["a"]);
});

test("nothing is recorded for a namespace that is not cached", async () => {
  const fixture = createFixture({ namespaces: ["a", "b"] });

  fixture.write("object-1", 1, "c");
  fixture.ownWrites.recordDelete(Widget, { namespace: "c", name: "object-2" }, object("object-2", 1, "c"));

  expect(fixture.ownWrites.size).toBe(0);
  await expect(fixture.ownWrites.allReached(fixture.informer, {})).resolves.toBe(true);
});

test("writes outside of the selectors of the cache are recorded only if the cache contains the object", () => {
  const fixture = createFixture({
    selectors: { labelSelector: "app=web", fieldSelector: "spec.size=1,spec.absent=x" },
  });
  const app = (value: string, size = 1) => ({ metadata: { labels: { app: value } }, spec: { size } });

  fixture.ownWrites.record(Widget, object("other-label", 1, undefined, app("db")));
  fixture.ownWrites.record(Widget, object("other-field", 2, undefined, app("web", 2)));
  fixture.ownWrites.recordDelete(Widget, { name: "other" }, object("other", 3, undefined, app("db")));
  const before = fixture.ownWrites.size;
  fixture.ownWrites.record(Widget, object("matches", 4, undefined, app("web")));
  fixture.ownWrites.record(Widget, object("matches", 5, undefined, app("db"))); // It leaves the selection.
  fixture.informer.cached = [object("cached", 1, undefined, app("web"))];
  fixture.ownWrites.record(Widget, object("cached", 6, undefined, app("db")));

  expect([before, fixture.ownWrites.size]).toEqual([0, 2]);
});

test("while a result is unknown nothing more is recorded, because the list will be later", () => {
  const fixture = createFixture();
  fixture.ownWrites.recordUnknown(Widget);

  fixture.write("object-1", 1);

  expect(fixture.ownWrites.size).toBe(0);
});

test("a write with an unknown result during the list makes another list necessary", async () => {
  const fixture = createFixture();
  fixture.ownWrites.recordUnknown(Widget);
  fixture.onList = () => fixture.ownWrites.recordUnknown(Widget);
  const during = await fixture.ownWrites.allReached(fixture.informer, {});
  fixture.onList = () => {};

  const after = await fixture.ownWrites.allReached(fixture.informer, {});

  expect([during, after, fixture.requests.length]).toEqual([false, true, 2]);
});

test("a read goes to the server while the list cannot be read, and ends with its signal", async () => {
  const fixture = createFixture({ fails: true });
  fixture.ownWrites.recordUnknown(Widget);

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

  ownWrites.record(Widget, object("a", 9));

  expect(ownWrites.size).toBe(0);
});

test("a late response does not replace the record of a later write", async () => {
  const { informer, ownWrites } = createFixture();

  ownWrites.record(Widget, object("a", 10));
  ownWrites.record(Widget, object("a", 9));
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
  readonly informer: FakeInformer;
  /** The objects on the server. */
  listed: readonly Stored<Widget>[];
  listVersion: number;
  onList: () => void;
  /** The namespaces of the lists. */
  readonly requests: (string | undefined)[];
  readonly late: string[];
  write(name: string, version: number, namespace?: string): void;
}

interface FixtureOptions {
  readonly namespaces?: readonly string[];
  readonly selectors?: Selectors;
  readonly fails?: boolean;
}

function createFixture({ namespaces, selectors = {}, fails = false }: FixtureOptions = {}): Fixture {
  const informer = fakeInformer();
  const fixture: Fixture = {
    informer,
    listed: [],
    listVersion: 0,
    onList: () => {},
    requests: [],
    late: [],
    ownWrites: createOwnWrites({
      clock: createVirtualClock(),
      informerOf: () => informer,
      namespacesOf: () => namespaces,
      selectorsOf: () => selectors,
      async listMetadata(_type, { namespace }) {
        if (fails) throw new Error("no connection");
        fixture.requests.push(namespace);
        fixture.onList();
        return { resourceVersion: `${fixture.listVersion}`, objects: fixture.listed };
      },
      onLate: (_type, { name }) => fixture.late.push(name),
    }),
    write: (name, version, namespace) => fixture.ownWrites.record(Widget, object(name, version, namespace)),
  };
  return fixture;
}

function object(name: string, version: number, namespace?: string, fields: Partial<Widget> = {}): Stored<Widget> {
  const place = namespace === undefined ? { name } : { namespace, name };
  const metadata = { ...fields.metadata, ...place, uid: `uid-${name}`, resourceVersion: `${version}` };
  return { ...fields, metadata } as Stored<Widget>; // Own writes read these fields.
}

type FakeInformer = Informer & { version: number; cached: readonly Stored<Widget>[] };

/** An informer that has a version and metadata, and whose waits end at once. */
function fakeInformer(): FakeInformer {
  const informer = {
    type: Widget,
    version: 0,
    cached: [] as readonly Stored<Widget>[],
    hasVersion({ name }: ObjectKey, wanted: VersionWanted): boolean {
      if (wanted.deleted) return !informer.cached.some(({ metadata }) => metadata.name === name);
      return informer.version >= Number(wanted.resourceVersion);
    },
    waitForVersion: async (key: ObjectKey, wanted: VersionWanted): Promise<boolean> => informer.hasVersion(key, wanted),
    entry: ({ name }: ObjectKey) => informer.cached.map(cachedObjectOf).find(({ key }) => key.name === name),
    async *entries() {
      yield* informer.cached.map(cachedObjectOf);
    },
  };
  return informer as unknown as FakeInformer; // It has the methods that own writes call.
}

function cachedObjectOf({ metadata }: Stored<Widget>): { key: ObjectKey; uid: string; resourceVersion: string } {
  return { key: keyOf({ metadata }), uid: metadata.uid, resourceVersion: metadata.resourceVersion };
}
