// The Pods of a ReplicaSet: created, replaced, adopted, released, deleted.
import { ReplicaSet } from "@kubewright/api/apps/v1";
import { Namespace, Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { controllerOf } from "@kubewright/apimachinery";
import type { Stored } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const key = { namespace: "default", name: "web" };

function replicaSet(replicas: number): ReplicaSet {
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: key,
    spec: {
      replicas,
      selector: { matchLabels: { app: "web" } },
      template: {
        metadata: { labels: { app: "web", tier: "front" } },
        spec: { containers: [{ name: "web", image: "nginx" }] },
      },
    },
  };
}

function start(): Promise<TestCluster> {
  return startTestCluster(["replicaset-controller", "node-simulator", "garbage-collector-controller"]);
}

async function pods({ client }: TestCluster): Promise<readonly Stored<Pod>[]> {
  return await Array.fromAsync(client.list(Pod, { namespace: "default" }));
}

async function untilAvailable(cluster: TestCluster, count: number): Promise<Stored<ReplicaSet> | undefined> {
  return await cluster.until(ReplicaSet, key, (set) => (set?.status?.availableReplicas ?? 0) === count);
}

test("a ReplicaSet creates its Pods, counts them, and writes nothing once they are available", async () => {
  await using cluster = await start();

  await cluster.client.create(ReplicaSet, replicaSet(3));
  const set = await untilAvailable(cluster, 3);
  await cluster.clock.advance(5_000);
  const before = (await cluster.client.get(ReplicaSet, key))?.metadata.resourceVersion;
  await cluster.clock.advance(60_000);

  expect(set?.status).toEqual({
    replicas: 3,
    fullyLabeledReplicas: 3,
    readyReplicas: 3,
    availableReplicas: 3,
    terminatingReplicas: 0,
    observedGeneration: 1,
  });
  expect((await pods(cluster)).map((pod) => [controllerOf(pod)?.name, pod.metadata.generateName])).toEqual(
    Array.from({ length: 3 }, () => ["web", "web-"]),
  );
  expect((await cluster.client.get(ReplicaSet, key))?.metadata.resourceVersion).toBe(before);
});

test("a Pod that is deleted or fails is replaced", async () => {
  await using cluster = await start();
  await cluster.client.create(ReplicaSet, replicaSet(2));
  await untilAvailable(cluster, 2);
  const [first, second] = await pods(cluster);

  if (first) await cluster.client.delete(first, { gracePeriodSeconds: 0 });
  if (second) await cluster.client.patchStatus(second, { phase: "Failed" });
  await cluster.clock.advance(10_000);

  const names = (await pods(cluster))
    .filter(({ status }) => status?.phase === "Running")
    .map(({ metadata }) => metadata.name);
  expect(names).toHaveLength(2);
  expect(names).not.toContain(first?.metadata.name);
  expect(names).not.toContain(second?.metadata.name);
});

test("scaling down deletes the Pods that are not ready first", async () => {
  await using cluster = await start();
  await cluster.client.create(ReplicaSet, replicaSet(3));
  await untilAvailable(cluster, 3);
  const [, unready] = await pods(cluster);
  if (unready) {
    const conditions = [{ type: "Ready", status: "False" as const }];
    await cluster.client.patchStatus(unready, { conditions });
  }

  await cluster.client.patch(ReplicaSet, key, { type: "merge", body: { spec: { replicas: 2 } } });
  await cluster.clock.advance(60_000);

  const names = (await pods(cluster)).map(({ metadata }) => metadata.name);
  expect(names).toHaveLength(2);
  expect(names).not.toContain(unready?.metadata.name);
});

test("an orphan that the selector matches is adopted, and a Pod whose labels no longer match is released and replaced", async () => {
  await using cluster = await start();
  await cluster.client.create(ReplicaSet, replicaSet(2));
  await untilAvailable(cluster, 2);
  const [aside] = await pods(cluster);

  if (aside) await cluster.client.patch(aside, { type: "merge", body: { metadata: { labels: { app: "aside" } } } });
  await cluster.clock.advance(10_000);
  const after = await pods(cluster);
  await cluster.client.create(Pod, {
    metadata: { namespace: "default", name: "orphan", labels: { app: "web" } },
    spec: { containers: [{ name: "web", image: "nginx" }] },
  });
  await cluster.clock.advance(60_000);

  const released = after.find(({ metadata }) => metadata.name === aside?.metadata.name);
  expect(after).toHaveLength(3);
  expect(released && controllerOf(released)).toBeUndefined();
  // There is one Pod too many, so any two of the three remain.
  expect((await pods(cluster)).filter((pod) => controllerOf(pod)?.name === "web")).toHaveLength(2);
});

test("an error of creating Pods is reported in a condition and an Event, and removed once they are created", async () => {
  await using cluster = await start();
  const set = replicaSet(1);
  const priorityClassName = "none";
  const template = {
    ...set.spec?.template,
    spec: { containers: [{ name: "web", image: "nginx" }], priorityClassName },
  };
  await cluster.client.create(ReplicaSet, {
    ...set,
    spec: { selector: { matchLabels: { app: "web" } }, template, replicas: 1 },
  });

  const failed = await cluster.until(ReplicaSet, key, (found) => found?.status?.conditions !== undefined);
  await cluster.clock.advance(5_000);
  const reasons = (await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }))).map(
    ({ reason }) => reason,
  );
  await cluster.client.patch(ReplicaSet, key, {
    type: "merge",
    body: { spec: { template: { spec: { priorityClassName: null } } } },
  });
  const recovered = await untilAvailable(cluster, 1);

  const [condition] = failed?.status?.conditions ?? [];
  expect([condition?.type, condition?.status, condition?.reason]).toEqual(["ReplicaFailure", "True", "FailedCreate"]);
  expect(condition?.message).toContain("no PriorityClass with name none");
  expect(reasons).toContain("FailedCreate");
  expect(recovered?.status?.conditions).toBeUndefined();
});

test("the Pods of a deleted ReplicaSet are deleted, and no Pods are created in a terminating namespace", async () => {
  await using cluster = await start();
  await cluster.client.create(ReplicaSet, replicaSet(2));
  await untilAvailable(cluster, 2);

  await cluster.client.delete(ReplicaSet, key, { propagationPolicy: "Background" });
  await cluster.untilGone(ReplicaSet, key);
  await cluster.clock.advance(60_000);

  expect(await pods(cluster)).toEqual([]);
  expect(await cluster.client.get(Namespace, { name: "default" })).toBeDefined();
});

test("200 Pods take three writes each, including those of the node, and few others", async () => {
  await using cluster = await start();
  const before = cluster.server.revision;

  await cluster.client.create(ReplicaSet, replicaSet(200));
  const set = await untilAvailable(cluster, 200);
  await cluster.clock.advance(60_000);

  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));
  expect(set?.status?.replicas).toBe(200);
  expect(await pods(cluster)).toHaveLength(200);
  expect(cluster.server.revision - before - events.length).toBeLessThan(3 * 200 + 40);
});
