// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. No other controllers run, so the tests write
// the status of Deployments.
import { Deployment } from "@kubewright/api/apps/v1";
import { isControlledBy, isTerminating, ownerReferenceTo } from "@kubewright/apimachinery";
import type { RunningOperator } from "@kubewright/envtest";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { startFixture } from "./application-fixture.ts";
import type { Fixture } from "./application-fixture.ts";
import { deploymentFor } from "./deployment-for.ts";

let fixture: Fixture;
let operator: RunningOperator;

beforeAll(async () => {
  fixture = await startFixture();
  operator = await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

test("the lifecycle of an Application: finalizer, Deployment, ready, another image, disabled, enabled, deleted", async () => {
  const { client } = fixture.env;
  const created = await fixture.createApplication("whole-way");

  const deployment = await fixture.untilDeployment("whole-way");
  const held = await client.get(Application, { namespace: fixture.namespace, name: "whole-way" });
  await fixture.setReadyReplicas("whole-way", 1);
  await fixture.untilReady("whole-way", true);
  await fixture.changeApplication("whole-way", { image: "nginx:1.23" });
  const changed = await fixture.until(
    Deployment,
    "app-whole-way",
    (found) => found?.spec?.template.spec?.containers[0]?.image === "nginx:1.23",
  );
  await fixture.changeApplication("whole-way", { enabled: false });
  await fixture.until(Deployment, "app-whole-way", (found) => found === undefined);
  await fixture.untilReady("whole-way", false);
  await fixture.changeApplication("whole-way", { enabled: true });
  const again = await fixture.untilDeployment("whole-way");
  await client.delete(created);
  await fixture.until(Application, "whole-way", (found) => found === undefined);

  expect(held?.metadata.finalizers).toEqual(["lixueduan.com/application"]);
  expect(deployment && isControlledBy(deployment, created)).toBe(true);
  expect(deployment?.metadata.labels).toEqual({ app: "whole-way" });
  expect(deployment?.spec).toMatchObject({
    replicas: 1,
    selector: { matchLabels: { app: "whole-way" } },
    template: {
      metadata: { labels: { app: "whole-way" } },
      spec: { containers: [{ name: "whole-way", image: "nginx:1.22" }] },
    },
  });
  expect(changed?.metadata.uid).toBe(deployment?.metadata.uid);
  expect(again?.metadata.uid).not.toBe(deployment?.metadata.uid);
  await expect(
    client.get(Deployment, { namespace: fixture.namespace, name: "app-whole-way" }),
  ).resolves.toBeUndefined();
  expect([...new Set(await fixture.eventReasons(created, "RemoveFinalizer"))]).toEqual([
    "AddFinalizer",
    "UpdateStatus",
    "RemoveFinalizer",
  ]);
});

test("the operator writes the finalizer, the Deployment and the status, each once and in this order", async () => {
  const from = fixture.writes.length;
  const application = await fixture.createApplication("few-writes");

  await fixture.setReadyReplicas("few-writes", 1);
  await fixture.untilReady("few-writes", true);
  await fixture.env.client.delete(application);
  await fixture.until(Application, "few-writes", (found) => found === undefined);

  const inNamespace = (group: string): string => `/apis/${group}/namespaces/${fixture.namespace}`;
  const applicationPath = `${inNamespace("core.crd.lixueduan.com/v1")}/applications/few-writes`;
  expect(fixture.writes.slice(from).filter((write) => /few-writes|\/deployments$/.test(write))).toEqual([
    `PATCH ${applicationPath}`,
    `PATCH ${inNamespace("apps/v1")}/deployments/app-few-writes`,
    `PATCH ${applicationPath}/status`,
    `PATCH ${applicationPath}/status`,
    `DELETE ${inNamespace("apps/v1")}/deployments/app-few-writes`,
    `PATCH ${applicationPath}`,
  ]);
});

test("an Application that is not enabled has no Deployment and is not ready", async () => {
  await fixture.createApplication("disabled", { image: "nginx" });

  await fixture.untilReady("disabled", false);

  await expect(
    fixture.env.client.get(Deployment, { namespace: fixture.namespace, name: "app-disabled" }),
  ).resolves.toBeUndefined();
});

test("an Application is not ready without a ready replica", async () => {
  await fixture.createApplication("flapping");
  await fixture.setReadyReplicas("flapping", 1);
  await fixture.untilReady("flapping", true);

  await fixture.setReadyReplicas("flapping", 0);

  await expect(fixture.untilReady("flapping", false)).resolves.toBeDefined();
});

test("an Application restores the fields that it applies to its Deployment, and keeps the other fields", async () => {
  const { client } = fixture.env;
  await fixture.createApplication("drift");
  const deployment = await fixture.untilDeployment("drift");
  if (!deployment) throw new Error("the Deployment is gone");

  await client.patch(deployment, {
    type: "strategic",
    body: {
      metadata: { labels: { app: "other" }, annotations: { "example.com/note": "mine" } },
      spec: {
        replicas: 3,
        minReadySeconds: 7,
        template: { spec: { containers: [{ name: "drift", image: "other" }] } },
      },
    },
  });
  const restored = await fixture.until(
    Deployment,
    "app-drift",
    (found) => found?.spec?.minReadySeconds === 7 && found.spec.replicas === 1,
  );

  expect(restored?.metadata).toMatchObject({ labels: { app: "drift" }, annotations: { "example.com/note": "mine" } });
  expect(restored?.spec?.template.spec?.containers).toMatchObject([{ name: "drift", image: "nginx:1.22" }]);
});

test("a Deployment that an earlier version wrote with updates is adopted, without the fields that are no longer applied", async () => {
  const { client } = fixture.env;
  await operator.stop();
  const application = await fixture.createApplication("adopted");
  const { spec, metadata } = deploymentFor(application);
  const earlier = client.withOptions({ fieldManager: "application" }); // The name of the controller.
  const before = await earlier.create(Deployment, {
    metadata: { ...metadata, ownerReferences: [ownerReferenceTo(application)] },
    spec: { ...(spec as NonNullable<Deployment["spec"]>), minReadySeconds: 7 },
  });

  operator = await fixture.startOperator();
  const after = await fixture.until(Deployment, "app-adopted", (found) => found?.spec?.minReadySeconds === undefined);
  await fixture.setReadyReplicas("adopted", 1);
  await fixture.untilReady("adopted", true);

  expect(after?.metadata.uid).toBe(before.metadata.uid);
  expect(after?.spec?.template).toEqual(before.spec?.template);
  const ours = after?.metadata.managedFields?.filter(({ manager }) => manager === "application");
  expect(ours?.map(({ operation }) => operation)).toEqual(["Apply"]);
});

test("an Application creates its Deployment again if another client deletes it", async () => {
  await fixture.createApplication("deleted");
  const first = await fixture.untilDeployment("deleted");
  if (!first) throw new Error("the Deployment is gone");

  await fixture.env.client.delete(first);
  const second = await fixture.until(
    Deployment,
    "app-deleted",
    (found) => found !== undefined && found.metadata.uid !== first.metadata.uid,
  );

  expect(second).toBeDefined();
});

test("an Application whose name is taken by a Deployment of another owner has an Event, and the Deployment is not changed", async () => {
  const { client } = fixture.env;
  const other = await client.create(Deployment, {
    metadata: { namespace: fixture.namespace, name: "app-taken" },
    spec: {
      selector: { matchLabels: { other: "yes" } },
      template: {
        metadata: { labels: { other: "yes" } },
        spec: { containers: [{ name: "other", image: "other" }] },
      },
    },
  });
  await client.patchStatus(other, { replicas: 1, readyReplicas: 1 });
  const before = await client.get(Deployment, { namespace: fixture.namespace, name: "app-taken" });

  const application = await fixture.createApplication("taken");
  expect(await fixture.eventReasons(application, "NameTaken")).toContain("NameTaken");
  await fixture.untilReady("taken", false);
  await fixture.changeApplication("taken", { enabled: false });
  await untilQueueIsProcessed();
  await client.delete(application);
  await fixture.until(Application, "taken", (found) => found === undefined);

  expect(await client.get(Deployment, { namespace: fixture.namespace, name: "app-taken" })).toEqual(before);
});

test("an invalid Application has an Event with the reason, and others are reconciled", async () => {
  const withBadImage = await fixture.createApplication("bad-image", { enabled: true, image: "Nginx:1.22" });
  const withoutImage = await fixture.createApplication("no-image", { enabled: true });
  const withBadName = await fixture.createApplication("bad.name");

  for (const application of [withBadImage, withoutImage, withBadName]) {
    expect(await fixture.eventReasons(application, "InvalidApplication")).toContain("InvalidApplication");
  }
  await fixture.changeApplication("bad-image", { image: "nginx:1.22" });

  await expect(fixture.untilDeployment("bad-image")).resolves.toBeDefined();
});

test("an Application keeps its finalizer until the Deployment no longer exists", async () => {
  const { client } = fixture.env;
  const application = await fixture.createApplication("waiting");
  const deployment = await fixture.untilDeployment("waiting");
  if (!deployment) throw new Error("the Deployment is gone");
  const held = await client.patch(deployment, {
    type: "merge",
    body: { metadata: { finalizers: ["example.com/hold"] } },
  });

  await client.delete(application);
  await fixture.until(Deployment, "app-waiting", (found) => found !== undefined && isTerminating(found));
  await untilQueueIsProcessed();
  const waiting = await client.get(Application, { namespace: fixture.namespace, name: "waiting" });
  await client.patch(held, { type: "merge", body: { metadata: { finalizers: null } } });

  expect(waiting?.metadata.finalizers).toEqual(["lixueduan.com/application"]);
  await expect(fixture.until(Application, "waiting", (found) => found === undefined)).resolves.toBeUndefined();
});

test("an Application under deletion gets neither finalizer nor Deployment", async () => {
  const { client } = fixture.env;
  await operator.stop();
  const application = await fixture.createApplication("going");
  const held = await client.patch(application, {
    type: "merge",
    body: { metadata: { finalizers: ["example.com/hold"] } },
  });
  await client.delete(held);

  operator = await fixture.startOperator();
  await untilQueueIsProcessed();

  const key = { namespace: fixture.namespace, name: "going" };
  expect((await client.get(Application, key))?.metadata.finalizers).toEqual(["example.com/hold"]);
  await expect(client.get(Deployment, { ...key, name: "app-going" })).resolves.toBeUndefined();
  await client.patch(Application, key, { type: "merge", body: { metadata: { finalizers: null } } });
});

test("an Application that was deleted while no operator ran is cleaned up when one starts", async () => {
  const application = await fixture.createApplication("while-stopped");
  await fixture.untilDeployment("while-stopped");
  await fixture.untilReady("while-stopped", false);
  await operator.stop();
  await fixture.env.client.delete(application);

  operator = await fixture.startOperator();
  await fixture.until(Application, "while-stopped", (found) => found === undefined);

  await expect(
    fixture.env.client.get(Deployment, { namespace: fixture.namespace, name: "app-while-stopped" }),
  ).resolves.toBeUndefined();
});

test("an operator that restarts writes nothing for a ready Application", async () => {
  await fixture.createApplication("at-rest");
  await fixture.setReadyReplicas("at-rest", 1);
  await fixture.untilReady("at-rest", true);
  await operator.stop();
  const from = fixture.writes.length;

  operator = await fixture.startOperator();
  await untilQueueIsProcessed();

  expect(fixture.writes.slice(from).filter((write) => write.includes("at-rest"))).toEqual([]);
});

/** Creates an Application and waits for its status: there is one worker, so all earlier requests have been processed. */
async function untilQueueIsProcessed(): Promise<void> {
  const name = `marker-${fixture.writes.length}`;
  await fixture.createApplication(name);
  await fixture.untilReady(name, false);
}
