import { ConfigMap } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { createMemoryApiServer } from "@kubewright/client/testing";
import type { MemoryApiServer } from "@kubewright/client/testing";
import { createInformerCache } from "@kubewright/informer";
import { createLogger } from "@kubewright/telemetry";
import type { Transport } from "@kubewright/transport";
import { expect, onTestFinished, test } from "vitest";
import { createManager } from "../manager/manager.ts";
import { fleetControllerManagedBy } from "./fleet-controller.ts";
import { createFleet } from "./fleet.ts";
import type { Fleet } from "./fleet.ts";

test("two concurrent calls that disengage a cluster both resolve after its connections are closed", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("disengage")];
  const server = createMemoryApiServer({ types: [], clock, random });
  const fleet = createFleet(createManager({ transport: server.transport, clock, random }));
  const closed = Promise.withResolvers<void>();
  const transport = { ...server.transport, [Symbol.asyncDispose]: () => closed.promise };
  fleet.engage("west", { transport });
  const done: string[] = [];

  const calls = ["first", "second"].map(async (call) => {
    await fleet.disengage("west");
    done.push(call);
  });
  await new Promise<void>((resolve) => void fleet.disengage("east").then(resolve));
  const before = [...done];
  closed.resolve();
  await Promise.all(calls);

  expect(before).toEqual([]);
  expect(done).toHaveLength(2);
});

test("a cluster whose cache fails is logged, and disengaging it closes its connections", async () => {
  const { fleet, clock, transport, logged, isClosed } = start();
  const newCache: typeof createInformerCache = (options) =>
    Object.assign(createInformerCache(options), { start: () => Promise.reject(new Error("no memory")) });
  fleet.engage("west", { transport, cache: { newCache } });
  await clock.settle();

  await clock.runUntilSettled(fleet.disengage("west"));

  expect(logged()).toContain("Cluster failed: no memory");
  expect(isClosed()).toBe(true);
});

test("a listener that throws prevents neither the start of a cluster nor the reconciles of its requests", async () => {
  const { fleet, clock, transport, logged, server, seen } = start();
  server.put(ConfigMap, { metadata: { namespace: "default", name: "a" } });
  fleet.onEngage((cluster) => {
    cluster.onStateChange(() => {
      throw new Error("state");
    });
    throw new Error("engaged");
  });

  fleet.engage("west", { transport });
  await clock.settle();

  expect(seen).toEqual(["west/a"]);
  expect(new Set(logged())).toEqual(
    new Set(["Listener of engaged clusters failed: engaged", "Listener of the state of a cluster failed: state"]),
  );
});

interface Started {
  readonly fleet: Fleet;
  readonly clock: VirtualClock;
  readonly server: MemoryApiServer;
  readonly transport: Transport;
  /** The requests that were reconciled. */
  readonly seen: readonly string[];
  /** The error lines of the log. */
  logged(): readonly string[];
  isClosed(): boolean;
}

/** A running fleet with a controller of ConfigMaps. */
function start(): Started {
  const [clock, random] = [createVirtualClock(), createSeededRandom("disengage")];
  const server = createMemoryApiServer({ types: [ConfigMap], clock, random });
  const logged: string[] = [];
  const write = (line: string): void => {
    const { message, error } = JSON.parse(line) as { message: string; error: { message: string } };
    logged.push(`${message}: ${error.message}`);
  };
  const log = createLogger({ clock, level: "error", write });
  const manager = createManager({ transport: server.transport, clock, random, log });
  const fleet = createFleet(manager);
  const seen: string[] = [];
  fleetControllerManagedBy(manager, fleet)
    .for(ConfigMap)
    .complete(async ({ key: { clusterName, name } }) => void seen.push(`${clusterName}/${name}`));
  const end = new AbortController();
  const running = manager.start({ signal: end.signal });
  onTestFinished(async () => {
    end.abort(new Error("the test is over"));
    await clock.runUntilSettled(running);
  });
  let isClosed = false;
  return {
    fleet,
    clock,
    server,
    transport: { ...server.transport, [Symbol.asyncDispose]: async () => void (isClosed = true) },
    seen,
    logged: () => logged,
    isClosed: () => isClosed,
  };
}
