// The claims that hold for the workspace service fail for the program of the article, so the tests of these defects can fail.
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { createSeededRandom, createVirtualClock, spawn } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import type { Client } from "@kubewright/client";
import { startEnvironment } from "@kubewright/envtest";
import { createManager } from "@kubewright/runtime";
import type { Manager } from "@kubewright/runtime";
import type { Transport } from "@kubewright/transport";
import { expect, test } from "vitest";
import { createStatusInformer } from "../../../examples/cloud-ide/internal/status-informer.ts";
import { createOriginalInformer, image, setupCloudIde, setupOriginal } from "./cloud-ide.ts";
import type { CreateSpace } from "./cloud-ide.ts";

interface Fixture {
  readonly clock: VirtualClock;
  readonly client: Client;
  readonly create: CreateSpace;
  /** Starts a second process of the program, as after a restart. */
  readonly restart: () => CreateSpace;
}

const namespace = "cloud-ide";
const wanted = { name: "a", namespace, image };

const claims: readonly {
  readonly id: string;
  readonly title: string;
  readonly createTakesMs?: number;
  readonly simulated?: boolean;
  holds(fixture: Fixture): Promise<boolean>;
}[] = [
  {
    id: "C1",
    title: "a caller gets a response if its Pod runs before the response to its create",
    createTakesMs: 20_000,
    async holds({ clock, create }) {
      return (await endOf(clock, create(wanted, new AbortController().signal))) === "resolved";
    },
  },
  {
    id: "C2",
    title: "a caller gets an error if its Pod fails, and its call ends when it cancels",
    simulated: false,
    async holds({ clock, client, create }) {
      const failing = create(wanted, new AbortController().signal);
      const gone = new AbortController();
      const leaving = create({ ...wanted, name: "b" }, gone.signal);
      await clock.advance(1_000);
      await client
        .subresource<Pod>(Pod, wanted, "status")
        .patch({ type: "merge", body: { status: { phase: "Failed" } } });
      gone.abort(new Error("the caller has gone"));
      return (await endOf(clock, failing)) === "rejected" && (await endOf(clock, leaving)) === "rejected";
    },
  },
  {
    id: "C5",
    title: "a caller that repeats its call after a restart gets the workspace of its first call",
    createTakesMs: 20_000,
    async holds({ clock, create, restart }) {
      create(wanted, new AbortController().signal).catch(() => {});
      await clock.advance(10_000);
      return (await endOf(clock, restart()(wanted, new AbortController().signal))) === "resolved";
    },
  },
  {
    id: "C6",
    title: "a caller gets no Pod in another namespace or with another image",
    async holds({ clock, client, create }) {
      const elsewhere = create({ ...wanted, namespace: "default" }, new AbortController().signal);
      const other = create({ ...wanted, name: "b", image: "miner" }, new AbortController().signal);
      const ends = [await endOf(clock, elsewhere), await endOf(clock, other)];
      return ends.every((end) => end === "rejected") && (await Array.fromAsync(client.list(Pod))).length === 0;
    },
  },
];

test.for(claims.map((claim) => [claim.id, claim] as const))(
  "%s: the claim holds for the workspace service and fails for the article's program",
  async ([id, claim]) => {
    expect({ id, ours: await judged(claim, setupCloudIde) }).toEqual({ id, ours: true });
    expect({ id, original: await judged(claim, setupOriginal) }).toEqual({ id, original: false });
  },
);

test("C3: three events of a Pod around its response block no call of the workspace service, and all calls of the article's program", async () => {
  const ours = createStatusInformer();
  const waiter = ours.add({ namespace, name: "a" });
  for (let sight = 0; sight < 3; sight += 1) ours.sync({ namespace, name: "a" }, undefined);
  waiter[Symbol.dispose]();
  expect(ours.waiting).toBe(0);

  const original = createOriginalInformer();
  await original.add("a");
  await original.sync("a");
  const second = original.sync("a"); // Waits for room, with the lock.
  const leaving = original.delete("a");
  const stuck = await Promise.race([
    second.then(() => "delivered"),
    leaving.then(() => "left"),
    turns(100).then(() => "stuck"),
  ]);
  expect(stuck).toBe("stuck");
});

test("C4: a Pod of the same name in another namespace does not end a call of the workspace service, and ends one of the article's program", async () => {
  const ours = createStatusInformer();
  using waiter = ours.add({ namespace: "one", name: "a" });
  const stop = new AbortController();
  const woken = waiter.next({ signal: stop.signal }).then(
    () => "woken",
    () => "asleep",
  );
  ours.sync({ namespace: "two", name: "a" }, undefined);
  await turns(10);
  stop.abort();
  expect(await woken).toBe("asleep");

  const original = createOriginalInformer();
  const running = await original.add("a"); // For namespace "one".
  await original.sync("a"); // For namespace "two".
  expect(await Promise.race([running().then(() => "woken"), turns(100).then(() => "asleep")])).toBe("woken");
});

async function judged(
  { holds, createTakesMs = 0, simulated = true }: (typeof claims)[number],
  setup: (manager: Manager) => CreateSpace,
): Promise<boolean> {
  const [clock, random] = [createVirtualClock(), createSeededRandom("cloud-ide")];
  const env = await clock.runUntilSettled(
    startEnvironment({ server: "embedded", clock, random, controllers: simulated ? ["node-simulator"] : [] }),
  );
  await env.client.create(Namespace, { metadata: { name: namespace } });
  const running: AsyncDisposable[] = [];
  const restart = (): CreateSpace => {
    const transport = withSlowCreates(env.transport, running.length === 0 ? createTakesMs : 0, clock);
    const manager = createManager({ transport, clock, random });
    const create = setup(manager);
    running.push(spawn((signal) => manager.start({ signal }), { name: "cloud-ide", onError: () => {} }));
    return create;
  };
  const create = restart();
  await clock.advance(1_000);

  return await holds({ clock, client: env.client, create, restart });
}

/** The result of a call after a virtual minute. */
async function endOf(clock: VirtualClock, call: Promise<void>): Promise<"resolved" | "rejected" | "waiting"> {
  let end: "resolved" | "rejected" | "waiting" = "waiting";
  call.then(
    () => (end = "resolved"),
    () => (end = "rejected"),
  );
  await clock.advance(60_000);
  return end;
}

/** Carries out creates immediately and delays their responses. */
function withSlowCreates(transport: Transport, ms: number, clock: VirtualClock): Transport {
  return {
    ...transport,
    async request(request) {
      const response = await transport.request(request);
      if (request.method === "POST" && request.path.includes("/pods")) await clock.sleep(ms);
      return response;
    },
  };
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
}
