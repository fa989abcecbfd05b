// Reads of a cache that has not, or cannot have, what the server has: refused lists, selectors, lost responses and writes in flight.
import { forbidden } from "@kubewright/apimachinery";
import { byObject } from "@kubewright/informer";
import type { OperatorObserver } from "@kubewright/telemetry";
import { expect, test } from "vitest";
import { a, startCachedClient, widget } from "../testdata/cached-client.ts";
import { Widget } from "../testdata/fake-api.ts";
import { inFlightTimeoutMs } from "./writes-in-flight.ts";

type Bypassed = Parameters<NonNullable<NonNullable<OperatorObserver["cache"]>["bypassed"]>>[0];

test("reads of a kind that is not installed fail with the server's message at once, and the reason is reported once", async () => {
  const bypassed: string[] = [];
  const observer = {
    cache: { bypassed: ({ type, error }: Bypassed) => bypassed.push(`${type.kind}: ${String(error)}`) },
  };
  await using fixture = await startCachedClient({ observer }, { read: false });
  fixture.api.notInstalled = true;
  const missing = "the server could not find the requested resource";

  await expect(fixture.client.get(Widget, a)).rejects.toThrow(missing);
  await fixture.clock.advance(3_000);
  await expect(Array.fromAsync(fixture.client.list(Widget))).rejects.toThrow(missing);

  expect(bypassed).toEqual([expect.stringContaining(`Widget: ApiError: Cannot list widgets: NotFound: ${missing}`)]);
});

test("reads of a kind that may be got and not listed go to the server at once", async () => {
  const bypassed: string[] = [];
  const observer = {
    cache: { bypassed: ({ type, error }: Bypassed) => bypassed.push(`${type.kind}: ${String(error)}`) },
  };
  await using fixture = await startCachedClient({ observer }, { read: false });
  fixture.api.fail((request) => (request.verb === "list" ? forbidden(undefined, "", "no list") : undefined));

  const one = await fixture.client.get(Widget, a);
  await fixture.clock.advance(60_000);
  const again = await fixture.client.get(Widget, a);

  expect([one?.spec, again?.spec]).toEqual([{ size: 1 }, { size: 1 }]);
  expect(bypassed).toHaveLength(1);
  expect(bypassed[0]).toContain("no list");
});

test("a write outside of the selectors of the cache delays no read", async () => {
  await using fixture = await startCachedClient({
    cache: { byObject: [byObject(Widget, { labelSelector: "app=web" })] },
  });
  await fixture.client.create(Widget, widget("default", "unselected"));

  const found = await fixture.client.get(Widget, { ...a, name: "unselected" });
  const all = await Array.fromAsync(fixture.client.list(Widget));

  expect([found, all]).toEqual([undefined, []]);
});

test("a read after a write that moves the object out of the selectors waits until the cache has dropped it", async () => {
  await using fixture = await startCachedClient({
    cache: { byObject: [byObject(Widget, { labelSelector: "app=web" })] },
  });
  const key = { ...a, name: "b" };
  await fixture.client.create(Widget, { metadata: { ...key, labels: { app: "web" } } });
  await fixture.clock.advance(10);
  fixture.api.holdEvents = true;
  await fixture.client.patch(Widget, key, { type: "merge", body: { metadata: { labels: { app: "db" } } } });

  const reading = fixture.client.get(Widget, key);
  await fixture.clock.advance(10);
  fixture.api.release();

  await expect(reading).resolves.toBeUndefined();
});

test("reads after deleteAllOf wait for the deleted objects only, although another kind is written", async () => {
  const late: string[] = [];
  await using fixture = await startCachedClient({
    observer: { cache: { late: ({ object }) => late.push(object) } },
  });
  const startedAt = fixture.clock.now();
  fixture.api.put("other", "c");
  await fixture.clock.advance(10);
  fixture.api.skipRevision(); // A write of another kind.
  await fixture.client.deleteAllOf(Widget, { namespace: "empty" });
  const kept = await fixture.client.get(Widget, a);

  fixture.api.holdEvents = true;
  await fixture.client.deleteAllOf(Widget, { namespace: "default" });
  fixture.api.skipRevision();
  const reading = Array.fromAsync(fixture.client.list(Widget));
  await fixture.clock.advance(10);
  fixture.api.release();
  const all = await reading;

  expect(kept?.metadata.name).toBe("a");
  expect(all.map(({ metadata }) => metadata.name)).toEqual(["c"]);
  expect(late).toEqual([]);
  expect(fixture.clock.now() - startedAt).toBe(20);
});

test("after a create with a generated name whose response was lost, reads find the object before the watch has delivered it", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true;
  fixture.api.loseResponse("create");
  const create = fixture.client.create(Widget, { metadata: { namespace: "default", generateName: "child-" } });
  await expect(create).rejects.toThrow("lost");

  const reading = Array.fromAsync(fixture.client.list(Widget, { namespace: "default" }));
  await fixture.clock.advance(500);
  fixture.api.release();
  const names = (await reading).map(({ metadata }) => metadata.name);

  expect(names).toEqual(["a", expect.stringMatching(/^child-/u)]);
});

test("a reconciler that creates a missing child with a generated name makes one, although the first response was lost", async () => {
  await using fixture = await startCachedClient();
  fixture.api.holdEvents = true; // The watch is behind all the time.
  fixture.api.loseResponse("create");
  const reconcile = async (): Promise<void> => {
    const found = await Array.fromAsync(fixture.client.list(Widget, { labelSelector: "child=yes" }));
    if (found.length > 0) return;
    const metadata = { namespace: "default", generateName: "child-", labels: { child: "yes" } };
    await fixture.client.create(Widget, { metadata });
  };

  await expect(reconcile()).rejects.toThrow("lost");
  await fixture.clock.runUntilSettled(reconcile());

  const stored = await Array.fromAsync(
    fixture.client.list(Widget, { labelSelector: "child=yes", consistency: "latest" }),
  );
  expect(stored).toHaveLength(1);
});

test("a read waits for a write in flight of the same object, and not for others", async () => {
  await using fixture = await startCachedClient();
  const held = fixture.api.holdResponses("patch");
  fixture.api.holdEvents = true;
  const writing = fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  await fixture.clock.advance(1);

  const other = await fixture.client.get(Widget, { ...a, name: "other" });
  const asItIs = await fixture.client.get(Widget, a, { consistency: "cached" });
  const reading = Promise.all([fixture.client.get(Widget, a), Array.fromAsync(fixture.client.list(Widget))]);
  await fixture.clock.advance(500);
  held.release();
  await writing;
  fixture.api.release();
  const [one, all] = await reading;

  expect([other, asItIs?.spec]).toEqual([undefined, { size: 1 }]);
  expect([one?.spec, all[0]?.spec]).toEqual([{ size: 2 }, { size: 2 }]);
});

test("a read waits for a write in flight at most a second, and its signal ends the wait", async () => {
  await using fixture = await startCachedClient();
  const held = fixture.api.holdResponses("patch", { before: true });
  const writing = fixture.client.patch(Widget, a, { type: "merge", body: { spec: { size: 2 } } });
  await fixture.clock.advance(1);
  const controller = new AbortController();

  const aborted = expect(fixture.client.get(Widget, a, { signal: controller.signal })).rejects.toThrow("enough");
  controller.abort(new Error("enough"));
  const reading = fixture.client.get(Widget, a);
  await fixture.clock.advance(inFlightTimeoutMs);

  expect((await reading)?.spec).toEqual({ size: 1 });
  await aborted;
  held.release();
  await writing;
});
