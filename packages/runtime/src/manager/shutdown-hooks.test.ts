import { createApiServer } from "@kubewright/apiserver";
import { Namespace } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { createManager } from "./manager.ts";
import { runShutdownHooks } from "./shutdown-hooks.ts";

const limits = { gracePeriodMs: 30_000, abortGraceMs: 5_000 };

test("hooks run side by side, and the end waits for the last", async () => {
  const clock = createVirtualClock();
  const done: string[] = [];
  const hook = (name: string, ms: number) => async (): Promise<void> => {
    await clock.sleep(ms);
    done.push(name);
  };

  const hooks = [hook("slow", 2_000), hook("quick", 1_000)];
  await clock.runUntilSettled(runShutdownHooks(hooks, { ...limits, clock, onFailure: fail }));

  expect([done, clock.now()]).toEqual([["quick", "slow"], 2_000]);
});

test("a hook is told to give up when the grace period is over", async () => {
  const clock = createVirtualClock();
  const hook = async ({ signal }: { readonly signal: AbortSignal }): Promise<void> => {
    await clock.sleep(100_000, { signal }).catch(() => {});
  };

  await clock.runUntilSettled(runShutdownHooks([hook], { ...limits, clock, onFailure: fail }));

  expect(clock.now()).toBe(30_000);
});

test("a hook that ignores its signal does not keep the process, and one that fails is reported", async () => {
  const clock = createVirtualClock();
  const failures: string[] = [];
  const hooks = [() => new Promise<void>(() => {}), () => Promise.reject(new Error("cannot drain"))];

  await clock.runUntilSettled(
    runShutdownHooks(hooks, { ...limits, clock, onFailure: (error) => failures.push(String(error)) }),
  );

  expect(clock.now()).toBe(35_000);
  expect(failures).toEqual(["Error: cannot drain", expect.stringContaining("after 35000 ms a hook still runs")]);
});

function fail(error: unknown): void {
  throw error;
}

test("a manager runs its hooks while its cache still answers, and takes nothing new then", async () => {
  const [clock, random] = [createVirtualClock(), createSeededRandom("hooks")];
  const server = createApiServer({ clock, random });
  const manager = createManager({ transport: server.transport(), clock, random });
  const seen: unknown[] = [];
  manager.beforeShutdown(async ({ signal }) => {
    const namespace = await manager.client.get(Namespace, { name: "default" }, { signal });
    seen.push(namespace?.metadata.name);
    expect(() => manager.add({ start: async () => {} })).toThrow("the manager is ending");
  });
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  await clock.runUntilSettled(manager.waitForSync());
  await clock.runUntilSettled(manager.client.get(Namespace, { name: "default" }));

  stop.abort();
  await clock.runUntilSettled(running);

  expect(seen).toEqual(["default"]);
});
