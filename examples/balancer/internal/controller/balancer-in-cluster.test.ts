// The operator in a whole cluster, on virtual time: the proxy is rolled out by its controller, runs on a simulated node, and goes with its owner.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Pod, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { readCrds } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { nameTakenRetryMs } from "./balancer-controller.ts";
import { crds, reasonOf, sample, startWorld } from "./balancer-world.ts";
import type { World } from "./balancer-world.ts";

const hashAnnotation = "balancer.exposer.hliangzhao.io/configmap-hash";

test("a Balancer becomes ready by itself, rolls its proxy when a weight changes, and leaves nothing behind", async () => {
  await using cluster = await startCluster("balancer-in-cluster");
  const { clock, world } = cluster;

  const created = await world.createBalancer("demo");
  const ready = await clock.runUntilSettled(world.untilReason("demo", "ProxyAvailable"));
  const [before] = await all(world, Pod);
  await world.changeBalancer("demo", { backends: [{ name: "v1", weight: 7 }] });
  await clock.advance(60_000);
  const after = await all(world, Pod);
  const changed = await world.env.client.get(Balancer, { namespace: world.namespace, name: "demo" });
  await world.env.client.delete(created);
  await clock.advance(60_000);

  expect(ready?.status).toMatchObject({ activeBackendsNum: 3, obsoleteBackendsNum: 0, observedGeneration: 1 });
  expect(after).toHaveLength(1);
  expect(after[0]?.metadata.uid).not.toBe(before?.metadata.uid);
  expect(after[0]?.metadata.annotations?.[hashAnnotation]).not.toBe(before?.metadata.annotations?.[hashAnnotation]);
  expect(changed?.status).toMatchObject({ activeBackendsNum: 1, obsoleteBackendsNum: 0, observedGeneration: 2 });
  expect(reasonOf(changed)).toBe("ProxyAvailable");
  for (const type of [Balancer, Service, ConfigMap, Deployment, Pod]) expect(await names(world, type)).toEqual([]);
});

test("a Balancer at rest is not written to for an hour, nor is anything of its", async () => {
  await using cluster = await startCluster("balancer-at-rest");
  const { clock, world } = cluster;
  await world.createBalancer("demo");
  await clock.runUntilSettled(world.untilReason("demo", "ProxyAvailable"));
  await clock.advance(60_000);
  const rested = world.writes.length;

  await clock.advance(3_600_000);

  expect(world.writes.slice(rested)).toEqual([]);
});

test("a Balancer is no longer ready when its proxy is not", async () => {
  await using cluster = await startCluster("balancer-unready");
  const { clock, world } = cluster;
  await world.createBalancer("demo");
  await clock.runUntilSettled(world.untilReason("demo", "ProxyAvailable"));

  const key = { namespace: world.namespace, name: "demoproxy" };
  await world.env.client.deleteKey(Deployment, key, { propagationPolicy: "Background" });
  const unready = await clock.runUntilSettled(world.untilReason("demo", "ProxyUnavailable"));
  const again = await clock.runUntilSettled(world.untilReason("demo", "ProxyAvailable"));

  expect(unready?.status?.conditions?.[0]?.status).toBe("False");
  expect(again?.status?.conditions?.[0]?.status).toBe("True");
});

test("a Balancer takes its name when the Deployment of somebody else that had it is gone", async () => {
  await using cluster = await startCluster("balancer-name-taken");
  const { clock, world } = cluster;
  const key = { namespace: world.namespace, name: "demoproxy" };
  const labels = { app: "other" };
  await world.env.client.create<Deployment>({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: key,
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "other", image: "other" }] } },
    },
  });
  await world.createBalancer("demo");
  await clock.runUntilSettled(world.untilReason("demo", "NameTaken"));

  await world.env.client.deleteKey(Deployment, key, { propagationPolicy: "Background" });
  await clock.advance(nameTakenRetryMs);
  const found = await clock.runUntilSettled(world.untilReason("demo", "ProxyAvailable"));

  expect(found?.status?.activeBackendsNum).toBe(sample.backends.length);
});

interface Cluster extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly world: World;
}

async function startCluster(seed: string): Promise<Cluster> {
  const clock = createVirtualClock();
  const world = await clock.runUntilSettled(
    startWorld({
      server: "embedded",
      clock,
      random: createSeededRandom(seed),
      crds: await readCrds([crds]),
      controllers: ["garbage-collector-controller", "deployment-controller", "replicaset-controller", "node-simulator"],
    }),
  );
  const operator = world.startOperator();
  return {
    clock,
    world,
    async [Symbol.asyncDispose]() {
      await clock.runUntilSettled(operator[Symbol.asyncDispose]());
      await clock.runUntilSettled(world[Symbol.asyncDispose]());
    },
  };
}

async function all<T extends KubernetesObject>(
  { env, namespace }: World,
  type: ResourceType<T>,
): Promise<readonly Stored<T>[]> {
  return await Array.fromAsync(env.client.list(type, { namespace }));
}

async function names(world: World, type: ResourceType): Promise<readonly string[]> {
  return (await all(world, type)).map(({ metadata }) => metadata.name);
}
