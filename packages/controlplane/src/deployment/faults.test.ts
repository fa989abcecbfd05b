// The lifecycle of a Deployment with a fault at each write: the result is the same as without the fault, and nothing is created twice.
import { Deployment, ReplicaSet } from "@kubewright/api/apps/v1";
import { Pod } from "@kubewright/api/core/v1";
import { expect, inject, test } from "vitest";
import { playWithFault } from "../testdata/restarts.ts";
import type { FaultyFixture } from "../testdata/restarts.ts";

const key = { namespace: "default", name: "web" };
const controllers = ["deployment-controller", "replicaset-controller"] as const;

/** `make test` tries one write in four, `make test-long` every one. */
const restartStride = inject("isLongLane") === true ? 1 : 4;

test(
  "a Deployment has the same lifecycle if its controllers are restarted at any write",
  { timeout: 180_000 },
  async () => {
    const undisturbed = await playWithFault(controllers, runLifecycle);

    for (const [index, write] of undisturbed.writes.entries()) {
      if (index % restartStride !== 0) continue;
      const disturbed = await playWithFault(controllers, runLifecycle, { kind: "restart", write: index + 1 });
      expect(disturbed, `restart at ${write}`).toMatchObject(outcomeOf(undisturbed));
    }
  },
);

test("a Deployment has the same lifecycle if the response to any create is lost", { timeout: 180_000 }, async () => {
  const undisturbed = await playWithFault(controllers, runLifecycle);

  for (const [index, write] of undisturbed.writes.entries()) {
    if (!write.startsWith("POST")) continue;
    const disturbed = await playWithFault(controllers, runLifecycle, { kind: "responseLost", write: index + 1 });
    expect(disturbed, `answer lost to ${write}`).toMatchObject(outcomeOf(undisturbed));
  }
});

/** The result to compare. The number of repeated writes may differ. */
function outcomeOf({ writes: _writes, ...outcome }: Lifecycle): object {
  return outcome;
}

interface Lifecycle {
  readonly writes: readonly string[];
  readonly states: readonly unknown[];
  /** The total number of objects created of each kind. */
  readonly made: { readonly pods: number; readonly sets: number };
  readonly writesAtRest: readonly string[];
}

async function runLifecycle(fixture: FaultyFixture): Promise<Lifecycle> {
  const { client, clock, writes } = fixture;
  const states: unknown[] = [];
  const rests = async (): Promise<void> => {
    await clock.advance(3_000);
    states.push(await stateOf(fixture));
  };

  await client.create(Deployment, deployment);
  await rests();
  const template = { spec: { containers: [{ name: "web", image: "nginx:2" }] } };
  await client.patch(Deployment, key, { type: "strategic", body: { spec: { template } } });
  await rests();
  const count = writes.length;
  await clock.advance(20_000);
  const writesAtRest = writes.slice(count);
  const made = { pods: countOf(writes, "/pods"), sets: countOf(writes, "/replicasets") };
  await client.delete(Deployment, key, { propagationPolicy: "Background" });
  await rests();
  return { writes: [...writes], states, made, writesAtRest };
}

const deployment: Deployment = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: key,
  spec: {
    replicas: 2,
    selector: { matchLabels: { app: "web" } },
    template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx:1" }] } },
  },
};

function countOf(writes: readonly string[], path: string): number {
  return writes.filter((write) => write.startsWith("POST") && write.includes(path)).length;
}

async function stateOf({ client }: FaultyFixture): Promise<unknown> {
  const namespace = "default";
  const found = await client.get(Deployment, key);
  const sets = await Array.fromAsync(client.list(ReplicaSet, { namespace }));
  const pods = await Array.fromAsync(client.list(Pod, { namespace }));
  const { conditions, ...counts } = found?.status ?? {};
  return {
    deployment: [found?.metadata.annotations, counts],
    conditions: conditions?.map(({ type, status, reason }) => `${type} ${status} ${reason}`).toSorted(),
    sets: sets.map(({ metadata, spec, status }) => [metadata.name, metadata.annotations, spec?.replicas, status]),
    pods: pods.map(({ spec, status }) => [spec?.containers[0]?.image, status?.phase]),
  };
}
