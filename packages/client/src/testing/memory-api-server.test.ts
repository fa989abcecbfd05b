// The hooks of the API server in memory. tests/contract/memory-api-server.test.ts compares its responses with those of other servers.
import { ConfigMap } from "@kubewright/api/core/v1";
import { isConflict, isServiceUnavailable, serviceUnavailable } from "@kubewright/apimachinery";
import { createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createClient } from "../client/create-client.ts";
import type { Client } from "../client/client.ts";
import { createMemoryApiServer } from "./index.ts";
import type { MemoryApiServer } from "./index.ts";

const key = { namespace: "default", name: "a" };

test("requests are recorded with their verb, resource, name and time", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  await clock.advance(5);
  const startedAt = clock.now();

  await client.create(ConfigMap, { metadata: key, data: { v: "1" } });
  await client.patchStatus(ConfigMap, key, { phase: "ready" }).catch(() => undefined);
  await Array.fromAsync(client.list(ConfigMap, { namespace: "default" }));

  expect(
    server.requests.map(({ verb, resource, subresource, namespace, name }) => [
      verb,
      resource,
      subresource,
      namespace,
      name,
    ]),
  ).toEqual([
    ["create", "configmaps", undefined, "default", undefined],
    ["patch", "configmaps", "status", "default", "a"],
    ["list", "configmaps", undefined, "default", undefined],
  ]);
  expect(server.requests[0]?.at).toBe(startedAt);
  expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({ data: { v: "1" } });
});

test("failNext() fails only the next matching request, with the Status of the error", async () => {
  const { server, client } = startServer();
  server.failNext(serviceUnavailable("the server is busy"), { verb: "create" });

  const missing = await client.get(ConfigMap, key);
  const refused = await client.create(ConfigMap, { metadata: key }).catch((error: unknown) => error);
  const created = await client.create(ConfigMap, { metadata: key });

  expect(missing).toBeUndefined();
  expect(isServiceUnavailable(refused)).toBe(true);
  expect(refused).toMatchObject({ message: expect.stringContaining("the server is busy") as unknown });
  expect(created.metadata.name).toBe("a");
});

test("a lost response fails the call after the server has executed it", async () => {
  const { server, client } = startServer();
  server.failNext(new Error("the connection was reset"), { verb: "create", afterwards: true });

  await expect(client.create(ConfigMap, { metadata: key })).rejects.toThrow("the connection was reset");

  expect(server.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(["a"]);
});

test("failNext() with a number fails that many requests, which are not executed", async () => {
  const { server, client } = startServer();
  server.failNext(new Error("down"), { times: 2 });

  const outcomes = [];
  for (const name of ["a", "b", "c"]) {
    const call = client.create(ConfigMap, { metadata: { namespace: "default", name } });
    outcomes.push(
      await call.then(
        () => "created",
        (error: unknown) => String(error),
      ),
    );
  }

  expect(outcomes.map((outcome) => outcome.includes("down"))).toEqual([true, true, false]);
  expect(server.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(["c"]);
});

test("the signal ends a request that hangs", async () => {
  const { server, client } = startServer();
  const stop = new AbortController();
  server.failNext("hang");

  const read = client.get(ConfigMap, key, { signal: stop.signal });
  stop.abort(new Error("long enough"));

  await expect(read).rejects.toThrow("long enough");
});

test("an interceptor receives the response and can write first, so that an update conflicts", async () => {
  const { server, client } = startServer();
  const stored = await client.create(ConfigMap, { metadata: key, data: { v: "1" } });
  using intercepting = server.intercept(async (request, next) => {
    if (request.verb === "update") server.put(ConfigMap, { metadata: key, data: { v: "other" } });
    return await next();
  });

  const lost = await client.update(ConfigMap, { ...stored, data: { v: "2" } }).catch((error: unknown) => error);
  intercepting[Symbol.dispose]();
  const [latest] = server.objects(ConfigMap);

  expect(isConflict(lost)).toBe(true);
  expect(latest?.data).toEqual({ v: "other" });
});

test("events are held until they are released, and lists return the objects meanwhile", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const watch = follow(client);
  await clock.settle();
  server.holdEvents();
  await client.create(ConfigMap, { metadata: key });
  await clock.settle();
  const held = [...watch.events];
  const late = follow(client);
  await clock.settle();
  const listed = await Array.fromAsync(client.list(ConfigMap), ({ metadata }) => metadata.name);

  server.releaseEvents();
  await clock.settle();

  expect([held, listed]).toEqual([[], ["a"]]);
  expect([watch.events, late.events]).toEqual([["ADDED a"], ["ADDED a"]]);
  server.closeWatches();
  expect(server.openWatches).toBe(0);
});

test("open watches continue after a compaction, and a watch from before it is expired", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const before = server.resourceVersion;
  const open = follow(client, before);
  await clock.settle();

  server.compact();
  server.put(ConfigMap, { metadata: key });
  const late = follow(client, before);
  await clock.settle();

  expect(open.events).toEqual(["ADDED a"]);
  expect(late.error).toMatchObject({
    status: { code: 410, reason: "Expired", message: "too old resource version: 1 (2)" },
  });
});

test("a watch ends if its held events are compacted", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const watch = follow(client);
  await clock.settle();
  server.holdEvents();
  server.put(ConfigMap, { metadata: key });

  server.compact();
  server.releaseEvents();
  await clock.settle();

  expect(watch).toMatchObject({ events: [], isEnded: true });
});

test("closeWatches() ends watches normally or with an error for their readers", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const [first, second] = [follow(client), follow(client)];
  await clock.settle();

  server.closeWatches();
  await clock.settle();
  const third = follow(client);
  await clock.settle();
  server.closeWatches(new Error("reset"));
  await clock.settle();

  expect([first, second]).toMatchObject([{ isEnded: true }, { isEnded: true }]);
  expect(first.error).toBeUndefined();
  expect(third.error).toMatchObject({ message: expect.stringContaining("reset") as unknown });
});

test("a bookmark has a new version and is sent only to watches with allowWatchBookmarks", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const versions: string[] = [];
  const reading = (async () => {
    for await (const { type, bytes } of client.raw.watch(ConfigMap, { resourceVersion: "1" })) {
      versions.push(`${type} ${new TextDecoder().decode(bytes)}`);
    }
  })();
  const without = (async () => {
    for await (const { type } of client.raw.watch(ConfigMap, { resourceVersion: "1", allowWatchBookmarks: false }))
      versions.push(type);
  })();
  await clock.settle();

  server.sendBookmarks();
  await clock.settle();
  server.closeWatches();
  await Promise.all([reading, without]);

  expect(versions).toEqual(['BOOKMARK {"apiVersion":"v1","kind":"ConfigMap","metadata":{"resourceVersion":"2"}}']);
});

test("a watch ends after its timeout on the clock of the server", async () => {
  const clock = createVirtualClock();
  const { server, client } = startServer(clock);
  const watch = follow(client, "1", 30);
  await clock.advance(29_999);
  const before = server.openWatches;

  await clock.advance(1);

  expect([before, server.openWatches, watch.isEnded]).toEqual([1, 0, true]);
});

test("lose() sends no event, and uids are the same in every run", async () => {
  const [one, other] = [startServer(), startServer()];
  for (const { server } of [one, other]) {
    server.put(ConfigMap, { metadata: key });
    server.put(ConfigMap, { metadata: { namespace: "default", name: "b" } });
    server.lose(ConfigMap, key);
  }

  expect(one.server.objects(ConfigMap)).toEqual(other.server.objects(ConfigMap));
  expect(one.server.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(["b"]);
  expect(one.server.resourceVersion).toBe("3");
});

test("changing a returned object does not change the stored object", () => {
  const { server } = startServer();
  const data = { v: "1" };
  server.put(ConfigMap, { metadata: key, data });

  data.v = "2";
  Object.assign(server.objects(ConfigMap)[0]?.data ?? {}, { v: "3" });

  expect(server.objects(ConfigMap)[0]?.data).toEqual({ v: "1" });
});

function startServer(clock = createVirtualClock()): { readonly server: MemoryApiServer; readonly client: Client } {
  const server = createMemoryApiServer({ types: [ConfigMap], clock });
  return { server, client: createClient({ transport: server.transport, clock, fieldManager: "test" }) };
}

interface Followed {
  readonly events: readonly string[];
  readonly isEnded: boolean;
  readonly error?: unknown;
}

/** Reads a watch in the background until it ends. */
function follow(client: Client, resourceVersion = "1", timeoutSeconds = 600): Followed {
  const events: string[] = [];
  const followed: { events: string[]; isEnded: boolean; error?: unknown } = { events, isEnded: false };
  void (async () => {
    try {
      for await (const { type, object } of client.watch(ConfigMap, { resourceVersion, timeoutSeconds })) {
        events.push(`${type} ${object.metadata.name}`);
      }
    } catch (error) {
      followed.error = error;
    }
    followed.isEnded = true;
  })();
  return followed;
}
