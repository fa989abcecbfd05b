// The deletion of namespaces on an embedded server, on virtual time.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Pod, Secret } from "@kubewright/api/core/v1";
import { expect, test } from "vitest";
import { defaultPodStages } from "../node-simulator/pod-stages.ts";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const team = { name: "team" };
const inTeam = (name: string): { readonly namespace: string; readonly name: string } => ({ namespace: "team", name });

test("the content of a namespace is deleted with it", async () => {
  await using cluster = await startTestCluster(["namespace-controller"]);
  await createNamespace(cluster);
  await cluster.client.create(ConfigMap, { metadata: inTeam("a") });

  await cluster.client.delete(Namespace, team);

  await cluster.untilGone(Namespace, team);
  await expect(cluster.client.get(ConfigMap, inTeam("a"))).resolves.toBeUndefined();
});

// Reads of other controllers wait at most 5 s for a write of this process. A deletion of a collection must not make them wait for anything else.
test("a namespace with a workload is removed without a pause of the other controllers", async () => {
  await using cluster = await startTestCluster("all", { podStages: defaultPodStages({ startMs: 10, stopMs: 10 }) });
  await createNamespace(cluster);
  await cluster.client.create(Deployment, {
    metadata: inTeam("web"),
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: "web" } },
      template: { metadata: { labels: { app: "web" } }, spec: { containers: [{ name: "web", image: "nginx" }] } },
    },
  });
  await cluster.until(Deployment, inTeam("web"), (found) => found?.status?.availableReplicas === 2);
  const startedAt = cluster.clock.now();

  await cluster.client.delete(Namespace, team);

  await cluster.untilGone(Namespace, team);
  expect(cluster.clock.now() - startedAt).toBeLessThan(2_000);
});

test("a namespace with a blocking finalizer reports it, retries rarely, and is removed once the finalizer is removed", async () => {
  await using cluster = await startTestCluster(["namespace-controller"]);
  await createNamespace(cluster);
  const metadata = { ...inTeam("held"), finalizers: ["example.com/hold"] };
  await cluster.client.create(ConfigMap, { metadata });

  await cluster.client.delete(Namespace, team);
  const held = await cluster.until(Namespace, team, (found) => found?.status?.conditions !== undefined);
  await cluster.clock.advance(600_000);
  await cluster.client.patch(ConfigMap, inTeam("held"), {
    type: "merge",
    body: { metadata: { finalizers: null } },
  });

  expect(held?.status).toMatchObject({ phase: "Terminating" });
  expect(held?.status?.conditions?.filter(({ status }) => status === "True").map(({ message }) => message)).toEqual([
    "Some resources are remaining: configmaps. has 1 resource instances",
    "Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances",
  ]);
  await cluster.untilGone(Namespace, team);
});

test("Pods are deleted first: Secrets are kept until the last Pod is gone", async () => {
  await using cluster = await startTestCluster(["namespace-controller"]);
  await createNamespace(cluster);
  await cluster.client.create(Secret, { metadata: inTeam("secret") });
  await cluster.client.create(Pod, {
    metadata: { ...inTeam("pod"), finalizers: ["example.com/hold"] },
    spec: { containers: [{ name: "a", image: "a" }] },
  });

  await cluster.client.delete(Namespace, team);
  await cluster.clock.advance(60_000);
  const secret = await cluster.client.get(Secret, inTeam("secret"));
  await cluster.client.patch(Pod, inTeam("pod"), { type: "merge", body: { metadata: { finalizers: null } } });

  expect(secret).toBeDefined();
  await cluster.untilGone(Namespace, team);
});

async function createNamespace({ client }: TestCluster): Promise<void> {
  await client.create(Namespace, { metadata: team });
}
