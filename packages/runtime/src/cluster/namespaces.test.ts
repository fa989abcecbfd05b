// A manager of several namespaces lists, watches and receives only their objects.
import { createApiServer } from "@kubewright/apiserver";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager.ts";

interface Fixture {
  readonly clock: VirtualClock;
  readonly manager: Manager;
  readonly client: Client;
  /** The lists and watches of ConfigMaps: the paths without their query. */
  readonly collections: ReadonlySet<string>;
  readonly seen: readonly string[];
  stop(): Promise<void>;
}

async function startFixture(): Promise<Fixture> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("namespaces")];
  const server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  for (const name of ["a", "b", "c"]) {
    await client.create(Namespace, { metadata: { name } });
    await client.create(ConfigMap, configMap(name, "first"));
  }
  const collections = new Set<string>();
  const transport = server.transport();
  const manager = createManager({
    clock,
    random,
    cache: { defaultNamespaces: ["a", "b"] },
    transport: {
      ...transport,
      request(request) {
        const path = request.path.replace(/\?.*/, "");
        if (path.endsWith("/configmaps")) collections.add(path);
        return transport.request(request);
      },
    },
  });
  const seen: string[] = [];
  controllerManagedBy(manager)
    .for(ConfigMap)
    .complete(async ({ key: { namespace, name } }) => {
      seen.push(`${namespace}/${name}`);
      return {};
    });
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  await clock.runUntilSettled(manager.waitForSync());
  return {
    clock,
    manager,
    client,
    collections,
    seen,
    async stop() {
      stop.abort(new Error("enough"));
      await clock.runUntilSettled(running);
    },
  };
}

function configMap(namespace: string, name: string): ConfigMap {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace, name } };
}

async function namesOf(list: AsyncIterable<ConfigMap>): Promise<ReadonlySet<string>> {
  return new Set((await Array.fromAsync(list)).map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`));
}

test("a manager of several namespaces receives their existing and new objects, and requests no others", async () => {
  const fixture = await startFixture();

  for (const namespace of ["a", "b", "c"]) await fixture.client.create(ConfigMap, configMap(namespace, "second"));
  await fixture.clock.advance(1_000);
  await fixture.stop();

  expect(new Set(fixture.seen)).toEqual(new Set(["a/first", "b/first", "a/second", "b/second"]));
  expect(fixture.collections).toEqual(new Set(["/api/v1/namespaces/a/configmaps", "/api/v1/namespaces/b/configmaps"]));
});

test("its client lists the namespaces together or separately, and reads other namespaces at the server", async () => {
  const fixture = await startFixture();
  const { client } = fixture.manager;

  const all = await namesOf(client.list(ConfigMap));
  const one = await namesOf(client.list(ConfigMap, { namespace: "b" }));
  const elsewhere = await client.get(ConfigMap, { namespace: "c", name: "first" });
  const whole = fixture.manager.cache.existing(ConfigMap);
  await fixture.stop();

  expect(all).toEqual(new Set(["a/first", "b/first"]));
  expect(one).toEqual(new Set(["b/first"]));
  expect(elsewhere?.metadata.namespace).toBe("c");
  expect([whole?.size, whole?.get({ namespace: "c", name: "first" })]).toEqual([2, undefined]);
});

test("its client reads its own writes in each namespace", async () => {
  const fixture = await startFixture();
  const { client } = fixture.manager;

  await client.create(ConfigMap, configMap("b", "own"));
  const read = await fixture.clock.runUntilSettled(client.get(ConfigMap, { namespace: "b", name: "own" }));
  const listed = await fixture.clock.runUntilSettled(namesOf(client.list(ConfigMap)));
  await fixture.stop();

  expect(read?.metadata.name).toBe("own");
  expect(listed).toContain("b/own");
});

test("cluster-scoped kinds are watched as a whole", async () => {
  const fixture = await startFixture();

  const found = await fixture.clock.runUntilSettled(fixture.manager.client.get(Namespace, { name: "c" }));
  await fixture.stop();

  expect(found?.metadata.name).toBe("c");
});

test("an empty list of namespaces is rejected with the advice to omit it", () => {
  const transport = createApiServer({ clock: createVirtualClock(), random: createSeededRandom(1) }).transport();

  expect(() => createManager({ transport, cache: { defaultNamespaces: [] } })).toThrow(
    "defaultNamespaces is empty: omit it",
  );
});
