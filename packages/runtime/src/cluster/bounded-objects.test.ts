// The bounded cache of a kind, on an embedded server and virtual time.
import { createApiServer } from "@kubewright/apiserver";
import { Secret } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { encodeJsonBytes } from "@kubewright/apimachinery";
import { createClient, storedObject } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, onTestFinished, test } from "vitest";
import { BoundedObjects } from "./bounded-objects.ts";
import { createCluster } from "./cluster.ts";

const namespace = "default";

interface Fixture {
  /** The client of the cluster, with Secrets bounded to two objects. */
  readonly client: Client;
  /** Writes directly to the server. */
  readonly other: Client;
  /** Reads a Secret and returns the requests that the read has sent: none if the cache had the object. */
  get(name: string): Promise<{ readonly value: string | undefined; readonly requests: readonly string[] }>;
  run<R>(promise: Promise<R>): Promise<R>;
}

async function startFixture(): Promise<Fixture> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("bounded")];
  const server = createApiServer({ clock, random });
  const other = createClient({ transport: server.transport(), clock, random });
  for (const name of ["a", "b", "c"]) await other.create(Secret, secret(name, name.repeat(1_000)));
  const requests: string[] = [];
  const transport = server.transport();
  const cluster = createCluster({
    transport: {
      ...transport,
      request(request) {
        requests.push(`${request.method} ${request.path.split("?")[0]}`);
        return transport.request(request);
      },
    },
    clock,
    random,
    cache: { boundedFor: [{ type: Secret, maxBytes: 4_500 }] },
  });
  const stop = new AbortController();
  const running = cluster.cache.start({ signal: stop.signal });
  onTestFinished(async () => {
    stop.abort(new Error("the test is over"));
    await running;
  });
  const { client } = cluster;
  await clock.runUntilSettled(client.get(Secret, { namespace, name: "a" }, { metadataOnly: true }));
  return {
    client,
    other,
    run: (promise) => clock.runUntilSettled(promise),
    async get(name) {
      const before = requests.length;
      const found = await clock.runUntilSettled(client.get(Secret, { namespace, name }));
      return { value: found?.stringData?.["value"] ?? found?.data?.["value"], requests: requests.slice(before) };
    },
  };
}

function secret(name: string, value: string): Secret {
  return { apiVersion: "v1", kind: "Secret", metadata: { namespace, name }, data: { value: btoa(value) } };
}

const getOf = (name: string): string => `GET /api/v1/namespaces/default/secrets/${name}`;

test("an object is read from the server once, and again after it was evicted as the least recently read object", async () => {
  const { get } = await startFixture();
  const sent: (readonly string[])[] = [];

  for (const name of ["a", "b", "a", "c", "a", "b"]) sent.push((await get(name)).requests);

  expect(sent).toEqual([[getOf("a")], [getOf("b")], [], [getOf("c")], [], [getOf("b")]]);
});

test("a kept object is replaced after an update by another writer, and removed after its deletion", async () => {
  const { get, other, run } = await startFixture();
  await get("a");

  await other.update(Secret, { ...secret("a", "new"), metadata: { namespace, name: "a" } });
  await run(Promise.resolve());
  const updated = await get("a");
  const again = await get("a");
  await other.delete(Secret, { namespace, name: "a" });
  await run(Promise.resolve());
  const deleted = await get("a");

  expect(updated).toEqual({ value: btoa("new"), requests: [getOf("a")] });
  expect(again).toEqual({ value: btoa("new"), requests: [] });
  expect(deleted).toEqual({ value: undefined, requests: [] });
});

test("a read after a write of the same client returns the write", async () => {
  const { get, client, run } = await startFixture();
  await get("b");

  await run(client.patch(Secret, { namespace, name: "b" }, { type: "merge", body: { data: { value: btoa("own") } } }));

  expect((await get("b")).value).toBe(btoa("own"));
});

test("each read returns a new copy of the object", async () => {
  const { client, run } = await startFixture();
  const key = { namespace, name: "a" };

  const first = await run(client.get(Secret, key));
  Object.assign(first?.data ?? {}, { value: "changed" });
  const second = await run(client.get(Secret, key));

  expect(second?.data?.["value"]).toBe(btoa("a".repeat(1_000)));
});

test("a list of complete objects is read from the server, and a list of metadata from the cache", async () => {
  const { client, run } = await startFixture();

  const whole = await run(Array.fromAsync(client.list(Secret, { namespace })));
  const metadata = await run(Array.fromAsync(client.list(Secret, { namespace, metadataOnly: true })));

  expect(whole.map((each) => each.data !== undefined)).toEqual([true, true, true]);
  expect(metadata.map((each) => Object.keys(each))).toEqual(Array(3).fill(["apiVersion", "kind", "metadata"]));
});

test("an object that was read in one API version is not returned for another version", () => {
  const beta = { ...Secret, version: "v1beta1" };
  const metadata = { namespace, name: "a", uid: "u", resourceVersion: "1", creationTimestamp: "2026-01-01T00:00:00Z" };
  const object = storedObject(Secret, encodeJsonBytes({ apiVersion: "v1", kind: "Secret", metadata }));
  const bounded = new BoundedObjects([{ type: Secret, maxBytes: 4_500 }]);

  bounded.put(Secret, metadata, object);

  expect(bounded.get(Secret, metadata, metadata)).toBeDefined();
  expect(bounded.get(beta, metadata, metadata)).toBeUndefined();
});

test.each([0, -1, Number.NaN])("maxBytes of %f is rejected", (maxBytes) => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("bounded")];
  const transport = createApiServer({ clock, random }).transport();

  expect(() =>
    createCluster({ transport, clock, random, cache: { boundedFor: [{ type: Secret, maxBytes }] } }),
  ).toThrow(`Cannot create a cache: maxBytes of "Secret" is ${maxBytes}, must be a positive number`);
});
