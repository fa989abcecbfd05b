// Managers of which one leads, on an embedded server and virtual time.
import { createApiServer } from "@kubewright/apiserver";
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createClient, isLeadershipError } from "@kubewright/client";
import { createMetrics } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { createManager } from "./manager.ts";
import type { Manager } from "./manager.ts";

const leaderElection = { id: "demo", namespace: "default" };
const leaseKey = { name: "demo", namespace: "default" };

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: ReturnType<typeof createClient>;
  manager(identity: string, wrapTransport?: (transport: Transport) => Transport): Manager;
  run(manager: Manager): { readonly stop: AbortController; readonly done: Promise<unknown> };
}

function createFixture(): Fixture {
  const clock = createVirtualClock();
  const random = createSeededRandom("leader election");
  const server = createApiServer({ clock, random });
  return {
    clock,
    client: createClient({ transport: server.transport(), clock, random }),
    manager: (identity, wrapTransport = (transport) => transport) =>
      createManager({
        transport: wrapTransport(server.transport()),
        clock,
        random,
        leaderElection: { ...leaderElection, identity },
      }),
    run(manager) {
      const stop = new AbortController();
      return { stop, done: manager.start({ signal: stop.signal }).catch((error: unknown) => error) };
    },
  };
}

function watchNamespaces(manager: Manager, seen: string[], needsLeadership = true): void {
  controllerManagedBy(manager)
    .for(Namespace)
    .named(`namespaces-${needsLeadership}`)
    .needLeaderElection(needsLeadership)
    .complete(async ({ key: { name } }) => {
      seen.push(name);
      return {};
    });
}

test("a standby manager is ready and has synced caches, but runs only controllers with needLeaderElection(false)", async () => {
  const fixture = createFixture();
  const [working, waiting, everywhere]: [string[], string[], string[]] = [[], [], []];
  const [first, second] = [fixture.manager("a"), fixture.manager("b")];
  watchNamespaces(first, working);
  watchNamespaces(second, waiting);
  watchNamespaces(second, everywhere, false);
  fixture.run(first);
  await fixture.clock.settle();

  fixture.run(second);
  await fixture.clock.runUntilSettled(second.waitForSync());
  await fixture.clock.advance(60_000);

  expect(working).toContain("default");
  expect(waiting).toEqual([]);
  expect(everywhere).toContain("default");
  expect(second.cache.existing(Namespace)?.get({ name: "default" })?.metadata.name).toBe("default");
});

test("the next leader starts within two seconds of an orderly end, with synced caches", async () => {
  const fixture = createFixture();
  const [first, second] = [fixture.manager("a"), fixture.manager("b")];
  const [before, after]: [string[], string[]] = [[], []];
  watchNamespaces(first, before);
  watchNamespaces(second, after);
  const { stop, done } = fixture.run(first);
  await fixture.clock.settle();
  fixture.run(second);
  await fixture.clock.advance(30_000);

  stop.abort(new Error("enough"));
  await fixture.clock.advance(2_000);

  expect(await done).toBeUndefined();
  expect(after).toContain("default");
  const lease = await fixture.client.get(Lease, leaseKey);
  expect(lease?.spec).toMatchObject({ holderIdentity: "b", leaseTransitions: 1 });
});

test("the client of a manager writes only while the manager leads, and the client of its cluster always", async () => {
  const fixture = createFixture();
  fixture.run(fixture.manager("a"));
  await fixture.clock.settle();
  const second = fixture.manager("b");
  fixture.run(second);
  await fixture.clock.settle();
  const wanted: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name: "x" } };

  await expect(second.client.create(ConfigMap, wanted)).rejects.toThrow("this process has not been elected yet");
  await expect(second.client.create(ConfigMap, wanted)).rejects.toSatisfy(isLeadershipError);
  const made = await second.cluster.client.create(ConfigMap, wanted);

  expect(made.metadata.name).toBe("x");
  expect(await second.apiReader.get(Namespace, { name: "default" })).toBeDefined();
});

test("a manager that loses its Lease aborts requests in flight, ends with the error, and does not release the Lease of the new holder", async () => {
  const fixture = createFixture();
  const first = fixture.manager("a");
  const ended: unknown[] = [];
  controllerManagedBy(first)
    .for(Namespace)
    .complete(async ({ signal }) => {
      await fixture.clock
        .sleep(1_000_000, { signal })
        .catch((error: unknown) => ended.push([fixture.clock.now(), error]));
      return {};
    });
  const start = fixture.clock.now();
  const { done } = fixture.run(first);
  await fixture.clock.advance(3_000);

  await fixture.client.patch(Lease, leaseKey, { type: "merge", body: { spec: { holderIdentity: "thief" } } });
  await fixture.clock.advance(5_000);

  const error = await fixture.clock.runUntilSettled(done);
  expect(error).toMatchObject({ name: "LeadershipError", reason: "taken" });
  expect(ended).toEqual([[start + 4_000, error]]);
  expect((await fixture.client.get(Lease, leaseKey))?.spec?.holderIdentity).toBe("thief");
});

test("a manager does not release the Lease while a runnable still runs: the Lease expires", async () => {
  const fixture = createFixture();
  const manager = fixture.manager("a");
  manager.add({ name: "stuck", start: () => new Promise(() => {}) });
  const { stop, done } = fixture.run(manager);
  await fixture.clock.advance(1_000);

  stop.abort(new Error("enough"));
  const error = await fixture.clock.runUntilSettled(done);

  expect(String(error)).toContain("still running: stuck");
  expect((await fixture.client.get(Lease, leaseKey))?.spec?.holderIdentity).toBe("a");
});

test("a manager whose last write got no response does not release the Lease, because the server may still execute it", async () => {
  const fixture = createFixture();
  const isHanging = ({ path }: { readonly path: string }): boolean => path.includes("/configmaps");
  const manager = fixture.manager("a", (transport) => ({
    ...transport,
    request(request) {
      if (!isHanging(request)) return transport.request(request);
      return new Promise((_, reject) => {
        request.signal?.addEventListener("abort", () => reject(request.signal?.reason), { once: true });
      });
    },
  }));
  const wanted: ConfigMap = { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name: "x" } };
  controllerManagedBy(manager)
    .for(Namespace)
    .complete(async ({ signal }) => {
      await manager.client.create(ConfigMap, wanted, { signal });
      return {};
    });
  const { stop, done } = fixture.run(manager);
  await fixture.clock.advance(1_000);

  stop.abort(new Error("enough"));
  const error = await fixture.clock.runUntilSettled(done);

  expect(error).toBeUndefined();
  expect((await fixture.client.get(Lease, leaseKey))?.spec?.holderIdentity).toBe("a");
});

test("a runnable waits for leadership by default, and starts at once with needLeaderElection: false", async () => {
  const fixture = createFixture();
  fixture.run(fixture.manager("a"));
  await fixture.clock.settle();
  const second = fixture.manager("b");
  const begun: string[] = [];
  const noting = (name: string) => async (): Promise<void> => void begun.push(name);
  second.add({ name: "plain", start: noting("plain") });
  second.add({ name: "leader's", needLeaderElection: true, start: noting("leader's") });
  second.add({ name: "everyone's", needLeaderElection: false, start: noting("everyone's") });

  const { stop, done } = fixture.run(second);
  await fixture.clock.advance(30_000);
  stop.abort(new Error("enough"));

  expect(await fixture.clock.runUntilSettled(done)).toBeUndefined();
  expect(begun).toEqual(["everyone's"]);
});

test("Events and a metric show the leader", async () => {
  const fixture = createFixture();
  const metrics = createMetrics();
  const manager = createManager({
    transport: createApiServer({ clock: fixture.clock, random: createSeededRandom(1) }).transport(),
    clock: fixture.clock,
    random: createSeededRandom(2),
    metrics: { registry: metrics },
    leaderElection: { ...leaderElection, identity: "a" },
  });
  const { stop, done } = fixture.run(manager);
  await fixture.clock.advance(1_000);
  const leading = (await metrics.expose()).body;

  stop.abort(new Error("enough"));
  await fixture.clock.runUntilSettled(done);

  expect(leading).toContain('leader_election_master_status{name="demo"} 1');
  expect((await metrics.expose()).body).toContain('leader_election_master_status{name="demo"} 0');
  const notes: (string | undefined)[] = [];
  for await (const event of manager.apiReader.list(Event, { namespace: "default" })) notes.push(event.note);
  expect(new Set(notes)).toEqual(new Set(["a became leader", "a stopped leading"]));
});
