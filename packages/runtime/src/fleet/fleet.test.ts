// A fleet on API servers in memory, in virtual time.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { ownerReferenceTo } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createMemoryApiServer } from "@kubewright/client/testing";
import type { MemoryApiServer } from "@kubewright/client/testing";
import { isLeadershipError } from "@kubewright/client";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { isClusterNotEngagedError } from "../errors.ts";
import { createManager } from "../manager/manager.ts";
import type { Manager } from "../manager/manager.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";
import { controllerManagedBy } from "../builder/builder.ts";
import { createKindSource } from "../source/kind-source.ts";
import { createFleet } from "./fleet.ts";
import type { Fleet } from "./fleet.ts";
import { fleetControllerManagedBy } from "./fleet-controller.ts";

interface Member {
  readonly server: MemoryApiServer;
  /** A new connection for each engagement. */
  connect(): Transport;
  /** Connections that are not disposed. */
  connections: number;
  put(name: string, data?: Record<string, string>): void;
}

interface Fixture {
  readonly clock: VirtualClock;
  readonly manager: Manager;
  readonly fleet: Fleet;
  start(): void;
  member(): Member;
}

function createFixture(options: Partial<ManagerOptions> = {}): Fixture {
  const clock = createVirtualClock();
  const random = createSeededRandom("fleet");
  const hub = createMemoryApiServer({ types: [ConfigMap, Secret, Lease], clock, random });
  const manager = createManager({ transport: hub.transport, clock, random, ...options });
  const fleet = createFleet(manager);
  const end = new AbortController();
  return {
    clock,
    manager,
    fleet,
    start() {
      const running = manager.start({ signal: end.signal });
      onTestFinished(async () => {
        end.abort(new Error("the test is over"));
        await clock.runUntilSettled(running);
      });
    },
    member() {
      const server = createMemoryApiServer({ types: [ConfigMap, Secret], clock, random });
      const member: Member = {
        server,
        connections: 0,
        connect() {
          member.connections += 1;
          return {
            ...server.transport,
            async [Symbol.asyncDispose]() {
              member.connections -= 1;
            },
          };
        },
        put: (name, data = {}) => void server.put(ConfigMap, { metadata: { namespace: "default", name }, data }),
      };
      return member;
    },
  };
}

/** Copies each ConfigMap to a Secret of its cluster. */
function copyToSecrets({ manager, fleet }: Fixture): string[] {
  const seen: string[] = [];
  fleetControllerManagedBy(manager, fleet)
    .for(ConfigMap)
    .owns(Secret)
    .complete(async ({ key, client }) => {
      const { clusterName = "hub", namespace = "", name } = key;
      seen.push(`${clusterName}/${name}`);
      const source = await client.get(ConfigMap, { namespace, name });
      if (!source) return;
      const metadata = { namespace, name, ownerReferences: [ownerReferenceTo(source)] };
      await client.createOrUpdate(Secret, { namespace, name }, () => ({ metadata, data: source.data ?? {} }));
    });
  return seen;
}

test("a controller of the manager watches the cache of another cluster", async () => {
  const fixture = createFixture();
  const { manager, clock } = fixture;
  const west = fixture.member();
  west.put("in-west");
  const cluster = manager.createCluster("west", { transport: west.server.transport });
  manager.add(cluster);
  const seen: string[] = [];
  controllerManagedBy(manager)
    .for(Secret)
    .watchesRawSource(
      createKindSource({
        cache: cluster.cache,
        type: ConfigMap,
        handler: ({ object }) => [{ clusterName: "west", ...object.key }],
      }),
    )
    .complete(async ({ key: { clusterName, ...key } }) => {
      const found = await cluster.client.get(ConfigMap, key);
      seen.push(`${clusterName}/${found?.metadata.name}`);
    });

  fixture.start();
  await clock.settle();
  west.put("later");
  await clock.settle();

  expect(seen).toEqual(["west/in-west", "west/later"]);
});

test("clusters are engaged and disengaged while events are delivered, and a disengaged cluster has no watch and no connection", async () => {
  const fixture = createFixture();
  const { clock, fleet } = fixture;
  const [west, east] = [fixture.member(), fixture.member()];
  const seen = copyToSecrets(fixture);
  west.put("a");
  east.put("a", { from: "east" });

  fleet.engage("west", { transport: west.connect() });
  fixture.start();
  await clock.settle();
  fleet.engage("east", { transport: east.connect() });
  await clock.settle();
  const both = new Set(seen.splice(0));
  const watches = [west.server.openWatches, east.server.openWatches];

  const disengaged = fleet.disengage("west");
  west.put("unseen");
  east.put("b");
  await clock.runUntilSettled(disengaged);
  await clock.settle();
  const afterwards = new Set(seen.splice(0));
  const requests = west.server.requests.length;
  await clock.advance(3_600_000);

  expect(both).toEqual(new Set(["west/a", "east/a"]));
  expect(watches).toEqual([2, 2]);
  expect(afterwards).toEqual(new Set(["east/b"]));
  expect(east.server.objects(Secret).map(({ data }) => data)).toEqual([{ from: "east" }, {}]);
  expect([west.server.openWatches, west.connections, west.server.requests.length]).toEqual([0, 0, requests]);
  expect(fleet.clusters.map(({ name }) => name)).toEqual(["east"]);

  seen.splice(0);
  fleet.engage("west", { transport: west.connect() });
  await clock.settle();

  expect(new Set(seen)).toEqual(new Set(["west/a", "west/unseen"]));
});

test("an initially unreachable cluster delays neither other clusters nor the manager, and is reconciled once it responds", async () => {
  const fixture = createFixture();
  const { clock, fleet, manager } = fixture;
  const [west, east] = [fixture.member(), fixture.member()];
  const seen = copyToSecrets(fixture);
  west.put("a");
  east.put("a");
  const outage = west.server.intercept(() => {
    throw new Error("connect ECONNREFUSED");
  });

  fleet.engage("west", { transport: west.connect() });
  fleet.engage("east", { transport: east.connect() });
  fixture.start();
  await clock.runUntilSettled(manager.waitForSync());
  await clock.advance(60_000);
  const during = new Set(seen.splice(0));
  const states = fleet.clusters.map(({ name, state }) => `${name} ${state}`);
  const { body } = await manager.metrics.expose();

  expect(during).toEqual(new Set(["east/a"]));
  expect(states).toEqual(["west unreachable", "east synced"]);
  expect(body).toContain('kubewright_fleet_cluster_state{cluster="west",state="unreachable"} 1');
  expect(body).toContain('kubewright_fleet_cluster_state{cluster="east",state="synced"} 1');
  expect(fleet.check).toThrow('waiting for clusters "west" (unreachable)');

  outage[Symbol.dispose]();
  await clock.advance(60_000);

  expect(new Set(seen)).toEqual(new Set(["west/a"]));
  expect(fleet.clusters.map(({ state }) => state)).toEqual(["synced", "synced"]);
  expect(() => fleet.check()).not.toThrow();
});

test("a cluster that becomes unreachable blocks at most one worker, and its requests are reconciled once it responds", async () => {
  const fixture = createFixture();
  const { clock, fleet } = fixture;
  const [west, east] = [fixture.member(), fixture.member()];
  const seen = copyToSecrets(fixture);
  fleet.engage("west", { transport: west.connect() });
  fleet.engage("east", { transport: east.connect() });
  fixture.start();
  await clock.settle();

  const outage = west.server.intercept(async ({ verb }, next) => {
    if (verb === "watch") throw new Error("connect ECONNREFUSED");
    await clock.sleep(30_000); // A connection attempt without a response.
    return await next();
  });
  for (let index = 0; index < 20; index += 1) west.put(`w${index}`);
  await clock.settle();
  west.server.closeWatches(new Error("ECONNRESET"));
  await clock.advance(31_000);
  for (let index = 0; index < 20; index += 1) east.put(`e${index}`);
  await clock.advance(5_000);
  const during = seen.splice(0);

  expect(during.filter((request) => request.startsWith("west"))).toEqual(["west/w0"]);
  expect(new Set(during.filter((request) => request.startsWith("east"))).size).toBe(20);

  outage[Symbol.dispose]();
  await clock.advance(60_000);

  expect(new Set(seen.filter((request) => request.startsWith("west"))).size).toBe(20);
  expect(west.server.objects(Secret)).toHaveLength(20);
});

test("disengaging aborts the reconcile in flight, drops waiting requests, and ends the clients of the cluster", async () => {
  const fixture = createFixture();
  const { clock, fleet, manager } = fixture;
  const west = fixture.member();
  west.put("a");
  west.put("b");
  const begun: string[] = [];
  fleetControllerManagedBy(manager, fleet)
    .for(ConfigMap)
    .complete(async ({ key: { name }, signal }) => {
      begun.push(name);
      await clock.sleep(60_000, { signal });
    });
  fleet.engage("west", { transport: west.connect() });
  fixture.start();
  await clock.settle();

  await clock.runUntilSettled(fleet.disengage("west"));
  await clock.advance(600_000);
  const { body } = await manager.metrics.expose();

  expect(begun).toEqual(["a"]);
  expect(body).toContain('controller_runtime_reconcile_total{controller="configmap",result="success"} 2');
  expect(body).toContain('controller_runtime_reconcile_errors_total{controller="configmap"} 0');
  expect(() => fleet.clientOf("west")).toThrow('Cannot use cluster "west": no cluster of this name is engaged');
});

test("leadership fences the clients of a fleet", async () => {
  const fixture = createFixture({ leaderElection: { id: "demo", namespace: "default", identity: "b" } });
  const { clock, fleet } = fixture;
  const west = fixture.member();
  fleet.engage("west", { transport: west.connect() });
  const write = (name: string): Promise<unknown> =>
    fleet.clientOf("west").create(ConfigMap, { metadata: { namespace: "default", name } });

  const early = await write("early").catch((error: unknown) => error);
  fixture.start();
  await clock.advance(5_000);
  await clock.runUntilSettled(write("leading"));

  expect(isLeadershipError(early)).toBe(true);
  expect(west.server.objects(ConfigMap).map(({ metadata }) => metadata.name)).toEqual(["leading"]);
});

test.each<[message: string, act: (fleet: Fleet, transport: Transport) => unknown]>([
  ['Cannot engage cluster "": the name is empty', (fleet, transport) => fleet.engage("", { transport })],
  ['Cannot engage cluster "west": it is engaged', (fleet, transport) => fleet.engage("west", { transport })],
])("a name that is empty or taken is rejected: %s", (message, act) => {
  const fixture = createFixture();
  const transport = fixture.member().connect();
  fixture.fleet.engage("west", { transport });

  expect(() => act(fixture.fleet, transport)).toThrow(message);
});

test("disengaging a cluster that is not engaged does nothing, and the error of clientOf() has its name", async () => {
  const { fleet } = createFixture();

  await fleet.disengage("west");

  expect(() => fleet.clientOf("west")).toThrow(expect.objectContaining({ clusterName: "west" }));
  expect(isClusterNotEngagedError(new Error("other"))).toBe(false);
});
