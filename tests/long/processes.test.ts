// Two replicas of an operator as processes, in real time and with the default timings of leader election: killed, stopped, resumed, and cut from the network.
import { ConfigMap } from "@kubewright/api/core/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { startEnvironment, waitFor } from "@kubewright/envtest";
import type { Environment } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { authorsInTurn, followJournal, startReplica } from "./processes/replica.ts";
import type { JournalEntry, Replica } from "./processes/replica.ts";

const lease = { namespace: "default", name: "journal" };

interface Replicas {
  readonly first: Replica;
  readonly second: Replica;
  readonly journal: readonly JournalEntry[];
}

/** Starts two replicas. The first one leads. */
async function startReplicas(env: Environment, flags: readonly string[] = []): Promise<Replicas> {
  const journal = await followJournal(env);
  const first = await startReplica(env, "first", flags);
  await waitFor(Lease, lease, (found) => found?.spec?.holderIdentity === "first", env);
  const second = await startReplica(env, "second", flags);
  await untilTrue(env, () => journal.length > 0 && second.output().includes("Manager has started"));
  return { first, second, journal };
}

async function untilTrue({ clock }: Environment, condition: () => boolean): Promise<void> {
  const until = clock.now() + 90_000;
  while (!condition()) {
    if (clock.now() > until) throw new Error("Cannot wait longer: the condition does not hold after 90 s");
    await clock.sleep(20);
  }
}

/** The time from `since` to the first write of the second replica. */
async function takeoverMs(env: Environment, { journal }: Replicas, since: number): Promise<number> {
  await untilTrue(env, () => journal.some(({ by }) => by === "second"));
  return (journal.find(({ by }) => by === "second")?.at ?? Number.NaN) - since;
}

async function createParent({ client }: Environment, name: string, delayMs = 0): Promise<void> {
  const metadata = { namespace: "default", name, labels: { role: "parent" } };
  await client.create(ConfigMap, { metadata, data: { delayMs: String(delayMs) } });
}

async function untilDone(env: Environment, name: string): Promise<void> {
  const options = { ...env, timeoutMs: 90_000 };
  await waitFor(ConfigMap, { namespace: "default", name }, (map) => map?.data?.["done"] === "true", options);
}

async function children({ client }: Environment): Promise<readonly string[]> {
  const found = await Array.fromAsync(client.list(ConfigMap, { namespace: "default", labelSelector: "role=child" }));
  return found.map(({ metadata }) => metadata.name);
}

test("a leader that is killed is replaced within LeaseDuration + RetryPeriod, and its work is completed once", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const replicas = await startReplicas(env);
  await createParent(env, "a");
  await untilDone(env, "a");
  await createParent(env, "b", 60_000);
  await untilTrue(env, () => replicas.first.output().split('"Creating"').length === 3);

  replicas.first.process.kill("SIGKILL");
  const passedMs = await takeoverMs(env, replicas, env.clock.now());
  await env.client.patch(
    ConfigMap,
    { namespace: "default", name: "b" },
    { type: "merge", body: { data: { delayMs: "0" } } },
  );

  expect(passedMs).toBeLessThan(15_000 + 2_000 + 2_000);
  expect(authorsInTurn(replicas.journal)).toEqual(["first", "second"]);
  await untilTrue(env, () => replicas.second.output().includes('"Creating"'));
  expect(await children(env)).toEqual(["a-child"]);
});

/** The Lease is renewed on the event loop, or in a worker thread. */
const renewals = [
  { renewal: "by the event loop", flags: [] },
  { renewal: "by a worker thread", flags: ["--leader-elect-worker"] },
];

test.each(renewals)(
  "a leader that is stopped for 30 s and resumed writes nothing more, and exits, with renewal $renewal",
  async ({ flags }) => {
    await using env = await startEnvironment({ server: "embedded" });
    const replicas = await startReplicas(env, flags);
    const { first, journal } = replicas;

    first.process.kill("SIGSTOP");
    const stoppedAt = env.clock.now();
    const passedMs = await takeoverMs(env, replicas, stoppedAt);
    await env.clock.sleep(stoppedAt + 30_000 - env.clock.now());
    first.process.kill("SIGCONT");

    expect(await first.exited).toBe(1);
    expect(passedMs).toBeLessThan(15_000 + 2_000 + 2_000);
    expect(first.output()).toContain("it was not renewed in time");
    expect(authorsInTurn(journal)).toEqual(["first", "second"]);
  },
);

test.each(renewals)(
  "a leader whose network drops every byte exits within the renew deadline, before another leads, with renewal $renewal",
  async ({ flags }) => {
    await using env = await startEnvironment({ server: "embedded" });
    const replicas = await startReplicas(env, flags);
    const { first, journal } = replicas;
    let exitedAt = Infinity;
    const exited = first.exited.then(() => (exitedAt = env.clock.now()));

    first.proxy.mode = "swallow";
    const cutAt = env.clock.now();
    await takeoverMs(env, replicas, cutAt);
    const tookOverAt = env.clock.now();
    first.proxy.mode = "pass";
    await exited;

    // Leadership has already ended; the shutdown waits for requests in flight.
    expect(first.output()).toContain("Stopping");
    expect(authorsInTurn(journal)).toEqual(["first", "second"]);
    expect(tookOverAt - cutAt).toBeLessThan(15_000 + 2_000 + 2_000);
    expect(exitedAt - cutAt).toBeLessThan(10_000 + 30_000 + 2_000);
    expect(await first.exited).toBe(1);
  },
);

test.each(renewals)(
  "a leader that receives SIGTERM releases the Lease last, and another leads within two seconds of the release, with renewal $renewal",
  async ({ flags }) => {
    await using env = await startEnvironment({ server: "embedded" });
    const replicas = await startReplicas(env, flags);
    const { first, journal } = replicas;

    first.process.kill("SIGTERM");
    const passedMs = await takeoverMs(env, replicas, env.clock.now());

    expect(await first.exited).toBe(0);
    expect(passedMs).toBeLessThan(2_000 + 2_000);
    expect(authorsInTurn(journal)).toEqual(["first", "second"]);
  },
);

test("a second signal ends a process that cannot stop", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const { first } = await startReplicas(env);
  first.proxy.mode = "swallow"; // The Lease cannot be released.

  first.process.kill("SIGTERM");
  await untilTrue(env, () => first.output().includes('"Stopping"'));
  first.process.kill("SIGTERM");
  const signalledAt = env.clock.now();
  await first.exited;

  expect(env.clock.now() - signalledAt).toBeLessThan(2_000);
});

test("a create whose response is lost is not repeated, because the existing child is found", async () => {
  await using env = await startEnvironment({ server: "embedded" });
  const journal = await followJournal(env);
  const { proxy, output } = await startReplica(env, "first");
  await untilTrue(env, () => journal.length > 0);
  await createParent(env, "a", 1_000);
  await untilTrue(env, () => output().includes('"Creating"'));

  proxy.mode = "swallowResponses";
  await waitFor(ConfigMap, { namespace: "default", name: "a-child" }, (child) => child !== undefined, env);
  proxy.mode = "pass";
  await untilDone(env, "a");

  expect(await children(env)).toEqual(["a-child"]);
});
