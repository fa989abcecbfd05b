// The operator in a whole cluster, on virtual time: the Deployment controller rolls out Deployments, and a simulated node runs Pods.
import { Deployment } from "@kubewright/api/apps/v1";
import { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { Pod } from "@kubewright/api/core/v1";
import { isControlledBy } from "@kubewright/apimachinery";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import type { RunningOperator } from "@kubewright/envtest";
import { expect, test } from "vitest";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { nameTakenRetryMs } from "./application-controller.ts";
import { readManifests, startFixture } from "./application-fixture.ts";

test("an Application creates its Deployment once the Deployment of another owner with this name is deleted", async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom("name-taken");
  const fixture = await clock.runUntilSettled(
    startFixture({ server: "embedded", clock, random, ...(await readManifests()) }),
  );
  await clock.runUntilSettled(fixture.startOperator());
  const { client } = fixture.env;
  const key = { namespace: fixture.namespace, name: "app-demo" };
  const labels = { app: "other" };
  await client.create(Deployment, {
    metadata: key,
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: "other", image: "other" }] } },
    },
  });
  const application = await fixture.createApplication("demo");
  await clock.advance(60_000);

  await client.delete(Deployment, key);
  await clock.advance(nameTakenRetryMs);

  const found = await client.get(Deployment, key);
  expect(found && isControlledBy(found, application)).toBe(true);
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
});

test("one of two replicas works, and the other one continues when it stops", async () => {
  const clock = createVirtualClock();
  const random = createSeededRandom("replicas");
  const fixture = await clock.runUntilSettled(
    startFixture({ server: "embedded", clock, random, ...(await readManifests()) }),
  );
  const start = (identity: string): Promise<RunningOperator> =>
    clock.runUntilSettled(
      fixture.startOperator({ leaderElection: { id: "i-operator-leader", namespace: "system", identity } }),
    );
  const holder = async (): Promise<string | undefined> =>
    (await fixture.env.client.get(Lease, { namespace: "system", name: "i-operator-leader" }))?.spec?.holderIdentity;

  const first = await start("first");
  await clock.advance(5_000);
  await start("second");
  await fixture.createApplication("one");
  await clock.advance(60_000);
  const before = await holder();
  await clock.runUntilSettled(first.stop());
  await fixture.createApplication("two");
  await clock.advance(60_000);
  const after = await holder();

  expect([before, after]).toEqual(["first", "second"]);
  for (const name of ["one", "two"]) {
    const writes = fixture.writes.filter((write) => write.includes(`/applications/${name}`));
    expect(writes.length).toBe(2); // The finalizer and the status, each once.
  }
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
});

test("an Application becomes ready, rolls out its image, and is deleted with its Deployment", async () => {
  const clock = createVirtualClock();
  const fixture = await clock.runUntilSettled(
    startFixture({
      server: "embedded",
      clock,
      random: createSeededRandom("application-in-cluster"),
      ...(await readManifests()),
      controllers: ["garbage-collector-controller", "deployment-controller", "replicaset-controller", "node-simulator"],
    }),
  );
  await clock.runUntilSettled(fixture.startOperator());
  const images = async (): Promise<readonly string[]> => {
    const pods = await Array.fromAsync(fixture.env.client.list(Pod, { namespace: fixture.namespace }));
    return pods.flatMap((pod) => pod.spec?.containers.map(({ image }) => image ?? "") ?? []);
  };

  const created = await fixture.createApplication("demo");
  const ready = await clock.runUntilSettled(fixture.untilReady("demo", true));
  const before = await images();
  await fixture.changeApplication("demo", { image: "nginx:1.23" });
  await clock.advance(60_000);
  const after = await images();
  await fixture.env.client.delete(created);
  await clock.advance(60_000);

  expect(ready?.status).toEqual({ ready: true });
  expect(before).toEqual(["nginx:1.22"]);
  expect(after).toEqual(["nginx:1.23"]);
  expect(await images()).toEqual([]);
  const { client } = fixture.env;
  expect(await Array.fromAsync(client.list(Application, { namespace: fixture.namespace }))).toEqual([]);
  expect(await Array.fromAsync(client.list(Deployment, { namespace: fixture.namespace }))).toEqual([]);
  await clock.runUntilSettled(fixture[Symbol.asyncDispose]());
});
