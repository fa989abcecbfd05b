// The operator in a whole cluster, on virtual time: the Deployment controller rolls out the proxy, a simulated node runs it, and the garbage
// collector deletes it with its owner.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Pod, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { expect, test } from "vitest";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { nameTakenRetryMs } from "./balancer-controller.ts";
import { readManifests, reasonOf, sample, startFixture } from "./balancer-fixture.ts";
import type { Fixture } from "./balancer-fixture.ts";

const hashAnnotation = "balancer.exposer.hliangzhao.io/configmap-hash";

test("a Balancer becomes ready, rolls its proxy when a weight changes, and is deleted with all its children", async () => {
  await using cluster = await startCluster("balancer-in-cluster");
  const { clock, fixture } = cluster;

  const created = await fixture.createBalancer("demo");
  const ready = await clock.runUntilSettled(fixture.untilReason("demo", "ProxyAvailable"));
  const [before] = await all(fixture, Pod);
  await fixture.changeBalancer("demo", { backends: [{ name: "v1", weight: 7 }] });
  await clock.advance(60_000);
  const after = await all(fixture, Pod);
  const changed = await fixture.env.client.get(Balancer, { namespace: fixture.namespace, name: "demo" });
  await fixture.env.client.delete(created);
  await clock.advance(60_000);

  expect(ready?.status).toMatchObject({ activeBackendsNum: 3, obsoleteBackendsNum: 0, observedGeneration: 1 });
  expect(after).toHaveLength(1);
  expect(after[0]?.metadata.uid).not.toBe(before?.metadata.uid);
  expect(after[0]?.metadata.annotations?.[hashAnnotation]).not.toBe(before?.metadata.annotations?.[hashAnnotation]);
  expect(changed?.status).toMatchObject({ activeBackendsNum: 1, obsoleteBackendsNum: 0, observedGeneration: 2 });
  expect(reasonOf(changed)).toBe("ProxyAvailable");
  for (const type of [Balancer, Service, ConfigMap, Deployment, Pod]) expect(await names(fixture, type)).toEqual([]);
});

test("an unchanged Balancer and its children are not written for an hour", async () => {
  await using cluster = await startCluster("balancer-at-rest");
  const { clock, fixture } = cluster;
  await fixture.createBalancer("demo");
  await clock.runUntilSettled(fixture.untilReason("demo", "ProxyAvailable"));
  await clock.advance(60_000);
  const rested = fixture.writes.length;

  await clock.advance(3_600_000);

  expect(fixture.writes.slice(rested)).toEqual([]);
});

test("a Balancer is not ready while its proxy is unavailable", async () => {
  await using cluster = await startCluster("balancer-unready");
  const { clock, fixture } = cluster;
  await fixture.createBalancer("demo");
  await clock.runUntilSettled(fixture.untilReason("demo", "ProxyAvailable"));

  const key = { namespace: fixture.namespace, name: "demoproxy" };
  await fixture.env.client.delete(Deployment, key, { propagationPolicy: "Background" });
  const unready = await clock.runUntilSettled(fixture.untilReason("demo", "ProxyUnavailable"));
  const again = await clock.runUntilSettled(fixture.untilReason("demo", "ProxyAvailable"));

  expect(unready?.status?.conditions?.[0]?.status).toBe("False");
  expect(again?.status?.conditions?.[0]?.status).toBe("True");
});

test("a Balancer creates its proxy once the Deployment of another owner with this name is deleted", async () => {
  await using cluster = await startCluster("balancer-name-taken");
  const { clock, fixture } = cluster;
  const key = { namespace: fixture.namespace, name: "demoproxy" };
  const labels = { app: "other" };
  await fixture.env.client.create(Deployment, {
    metadata: key,
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "other", image: "other" }] } },
    },
  });
  await fixture.createBalancer("demo");
  await clock.runUntilSettled(fixture.untilReason("demo", "NameTaken"));

  await fixture.env.client.delete(Deployment, key, { propagationPolicy: "Background" });
  await clock.advance(nameTakenRetryMs);
  const found = await clock.runUntilSettled(fixture.untilReason("demo", "ProxyAvailable"));

  expect(found?.status?.activeBackendsNum).toBe(sample.backends.length);
});

interface Cluster extends AsyncDisposable {
  readonly clock: VirtualClock;
  readonly fixture: Fixture;
}

async function startCluster(seed: string): Promise<Cluster> {
  const clock = createVirtualClock();
  const fixture = await clock.runUntilSettled(
    startFixture({
      server: "embedded",
      clock,
      random: createSeededRandom(seed),
      ...(await readManifests()),
      controllers: ["garbage-collector-controller", "deployment-controller", "replicaset-controller", "node-simulator"],
    }),
  );
  await clock.runUntilSettled(fixture.startOperator());
  return {
    clock,
    fixture,
    async [Symbol.asyncDispose]() {
      await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
    },
  };
}

async function all<T extends KubernetesObject>(
  { env, namespace }: Fixture,
  type: ResourceType<T>,
): Promise<readonly Stored<T>[]> {
  return await Array.fromAsync(env.client.list(type, { namespace }));
}

async function names(fixture: Fixture, type: ResourceType): Promise<readonly string[]> {
  return (await all(fixture, type)).map(({ metadata }) => metadata.name);
}
