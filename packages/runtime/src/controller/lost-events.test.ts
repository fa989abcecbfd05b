// Failures and lost events do not lose objects: reconciles depend only on the current state.
import { ConfigMap, Secret } from "@kubewright/api/core/v1";
import { createApiServer } from "@kubewright/apiserver";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { createClient } from "@kubewright/client";
import type { Client } from "@kubewright/client";
import { expect, test } from "vitest";
import { controllerManagedBy } from "../builder/builder.ts";
import { enqueueRequestsFromMapFunc } from "../handler/handler.ts";
import { createManager } from "../manager/manager.ts";
import type { ManagerOptions } from "../manager/manager-options.ts";

const names = ["a", "b"];
const keyOf = (name: string) => ({ namespace: "default", name });

/** Copies the data of each ConfigMap to the Secret "all"; events of the Secret enqueue all ConfigMaps. Returns the data of the Secret at the end. */
async function run(faults: {
  readonly reconcile?: () => void;
  readonly handler?: () => void;
  readonly predicate?: () => boolean;
  readonly cache?: ManagerOptions["cache"];
}): Promise<Readonly<Record<string, string>> | undefined> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("lost events")];
  await using server = createApiServer({ clock, random });
  const client = createClient({ transport: server.transport(), clock, random });
  const manager = createManager({ transport: server.transport(), clock, random, cache: faults.cache });
  controllerManagedBy(manager)
    .for(ConfigMap)
    .watches(
      Secret,
      enqueueRequestsFromMapFunc(() => {
        faults.handler?.();
        return names.map(keyOf);
      }),
    )
    .withEventFilter(() => faults.predicate?.() ?? true)
    .complete(async ({ key, client: bound }) => {
      faults.reconcile?.();
      const map = await bound.get(ConfigMap, key);
      if (!map || !names.includes(key.name)) return;
      await bound.createOrUpdate(Secret, keyOf("all"), (current) => ({
        ...current,
        data: { ...current?.data, [key.name]: map.data?.["value"] ?? "" },
      }));
    });
  const stop = new AbortController();
  const running = manager.start({ signal: stop.signal });
  await change(client, () => clock.advance(50));
  await clock.advance(faults.cache ? 120_000 : 1_000);
  const secret = await client.get(Secret, keyOf("all"));
  stop.abort(new Error("the test is over"));
  await clock.runUntilSettled(running);
  return secret?.data;
}

/** Creates the ConfigMaps, changes them, and deletes the Secret once. */
async function change(client: Client, pause: () => Promise<void>): Promise<void> {
  for (const name of names) {
    await client.create(ConfigMap, { metadata: keyOf(name), data: { value: "MQ==" } });
    await pause();
  }
  const body = { data: { value: "Mg==" } };
  for (const name of names) await client.patch(ConfigMap, keyOf(name), { type: "merge", body });
  await pause();
  await client.delete(Secret, keyOf("all"));
  await pause();
}

const expected = { a: "Mg==", b: "Mg==" };

test.each(["reconcile", "handler", "predicate"] as const)(
  "if each call of a %s fails once, no object is lost",
  async (place) => {
    const results: unknown[] = [];
    let isOver = false;
    for (let failing = 1; !isOver; failing++) {
      let calls = 0;
      const data = await run({
        [place]: () => {
          if (++calls === failing) throw new Error(`call ${failing} fails`);
          return true;
        },
      });
      results.push(data);
      isOver = calls < failing;
    }

    expect(results.length).toBeGreaterThan(5);
    expect(results).toEqual(results.map(() => expected));
  },
);

test("events that are dropped at random delay objects until the next resync, and no object is lost", async () => {
  const results: unknown[] = [];
  for (let seed = 0; seed < 10; seed++) {
    const random = createSeededRandom(`dropped events ${seed}`);
    let events = 0;
    const isFaulty = (): boolean => ++events <= 10;
    results.push(await run({ predicate: () => !isFaulty() || random.next() < 0.5, cache: { syncPeriodMs: 60_000 } }));
  }

  expect(results).toEqual(results.map(() => expected));
});
