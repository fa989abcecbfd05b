// Simulated nodes on an embedded server, on virtual time.
import { Node, Pod } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { isConditionTrue } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";
import { defaultPodStages } from "./pod-stages.ts";

const a = { namespace: "default", name: "a" };
const podStages = defaultPodStages({ startMs: 1_000, runMs: 60_000, stopMs: 2_000 });

test("the nodes are ready once the control plane has started", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { nodes: 3 });

  const nodes = await Array.fromAsync(cluster.client.list(Node));

  expect(nodes.map(({ metadata }) => metadata.name)).toEqual(["simulated-0", "simulated-1", "simulated-2"]);
  expect(nodes.every(({ status }) => isConditionTrue(status?.conditions, "Ready"))).toBe(true);
  expect(nodes.map(({ spec }) => spec?.taints)).toEqual([undefined, undefined, undefined]);
});

test("a Pod is bound, runs after its start time, and ends after its run time", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  const startedAt = cluster.clock.now();
  await createPod(cluster, "a", { restartPolicy: "Never" });

  const bound = await cluster.until(Pod, a, (pod) => pod?.spec?.nodeName !== undefined);
  const running = await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");
  const runningAfterMs = cluster.clock.now() - startedAt;
  await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Succeeded");
  const endedAfterMs = cluster.clock.now() - startedAt;

  expect(bound?.spec?.nodeName).toBe("simulated-0");
  expect(bound?.status?.phase).toBe("Pending");
  expect(running?.status?.podIP).toBe("10.64.0.1");
  expect([runningAfterMs, endedAfterMs]).toEqual([1_000, 61_000]);
});

test("a Pod has the Events of a scheduler and a kubelet", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  await createPod(cluster, "a");
  await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");
  await cluster.clock.advance(5_000);

  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));

  expect(events.map(({ reportingController, reason, note }) => [reportingController, reason, note])).toEqual([
    ["default-scheduler", "Scheduled", "Successfully assigned default/a to simulated-0"],
    ["kubelet", "Pulled", 'Container image "m" is simulated and needs no pull'],
    ["kubelet", "Created", "Container created: main"],
    ["kubelet", "Started", "Container started: main"],
  ]);
});

test("a Pod whose constraints are ignored has one Event that names them", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  const resources = { requests: { cpu: "1000" } };
  await createPod(cluster, "a", {
    nodeSelector: { disk: "ssd" },
    containers: [{ name: "main", image: "m", resources }],
  });
  await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");
  await cluster.clock.advance(60_000);

  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));

  expect(events.filter(({ type }) => type === "Warning").map(({ reason, note }) => [reason, note])).toEqual([
    [
      "ConstraintsIgnored",
      "simulated nodes ignore the constraints of Pods (nodeSelector disk=ssd, request of 1k cpu): npx kubewright troubleshoot missing-controller",
    ],
  ]);
});

test("a deleted Pod is removed after its stop time, within its grace period", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  await createPod(cluster, "a");
  await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");
  const deletedAt = cluster.clock.now();

  await cluster.client.delete(Pod, a, { gracePeriodSeconds: 30 });
  const stopping = await cluster.client.get(Pod, a);
  await cluster.untilGone(Pod, a);

  expect(stopping?.metadata.deletionGracePeriodSeconds).toBe(30);
  expect(cluster.clock.now() - deletedAt).toBe(2_000);
});

test("a deleted Pod with a finalizer gets a grace period of 0 once, and no further writes", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  await createPod(cluster, "a", {}, ["example.com/hold"]);
  await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");

  await cluster.client.delete(Pod, a);
  await cluster.until(Pod, a, (pod) => pod?.metadata.deletionGracePeriodSeconds === 0);
  const revision = cluster.server.revision;
  await cluster.clock.advance(600_000);

  expect(cluster.server.revision).toBe(revision);
});

test("Pods are bound to the nodes in turn, except those of another scheduler", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { nodes: 2 });
  for (const name of ["a", "b", "c"]) await createPod(cluster, name);
  await createPod(cluster, "stranger", { schedulerName: "somebody-else" });
  await cluster.clock.advance(10_000);

  const pods = await Array.fromAsync(cluster.client.list(Pod));

  expect(pods.map(({ spec }) => spec?.nodeName ?? "nowhere").toSorted()).toEqual([
    "nowhere",
    "simulated-0",
    "simulated-0",
    "simulated-1",
  ]);
});

test("a recreated Pod of the same name starts again, with a new address", async () => {
  await using cluster = await startTestCluster(["node-simulator"], { podStages });
  await createPod(cluster, "a");
  const first = await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");
  await cluster.client.delete(Pod, a, { gracePeriodSeconds: 0 });
  await createPod(cluster, "a");
  const createdAt = cluster.clock.now();

  const second = await cluster.until(Pod, a, (pod) => pod?.status?.phase === "Running");

  expect(cluster.clock.now() - createdAt).toBe(1_000);
  expect([first?.status?.podIP, second?.status?.podIP]).toEqual(["10.64.0.1", "10.64.0.2"]);
});

async function createPod(
  { client }: TestCluster,
  name: string,
  spec: Partial<NonNullable<Pod["spec"]>> = {},
  finalizers: readonly string[] = [],
): Promise<void> {
  await client.create(Pod, {
    metadata: { namespace: "default", name, finalizers },
    spec: { containers: [{ name: "main", image: "m" }], ...spec },
  });
}
