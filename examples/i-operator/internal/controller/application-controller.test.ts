// The operator on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real. No controllers run around it, so the
// tests say in a Deployment's status what its controller would.
import { Deployment } from "@kubewright/api/apps/v1";
import { isControlledBy, isTerminating } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { startWorld } from "./application-world.ts";
import type { World } from "./application-world.ts";

let world: World;
let operator: AsyncDisposable;

beforeAll(async () => {
  world = await startWorld();
  operator = world.startOperator();
}, 180_000);

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test("an Application goes its whole way: finalizer, Deployment, ready, another image, disabled, enabled, deleted", async () => {
  const { client } = world.env;
  const created = await world.createApplication("whole-way");

  const deployment = await world.untilDeployment("whole-way");
  const held = await client.get(Application, { namespace: world.namespace, name: "whole-way" });
  await world.setReadyReplicas("whole-way", 1);
  await world.untilReady("whole-way", true);
  await world.changeApplication("whole-way", { image: "nginx:1.23" });
  const changed = await world.until(
    Deployment,
    "app-whole-way",
    (found) => found?.spec?.template.spec?.containers[0]?.image === "nginx:1.23",
  );
  await world.changeApplication("whole-way", { enabled: false });
  await world.until(Deployment, "app-whole-way", (found) => found === undefined);
  await world.untilReady("whole-way", false);
  await world.changeApplication("whole-way", { enabled: true });
  const again = await world.untilDeployment("whole-way");
  await client.delete(created);
  await world.until(Application, "whole-way", (found) => found === undefined);

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
  await expect(client.get(Deployment, { namespace: world.namespace, name: "app-whole-way" })).resolves.toBeUndefined();
  expect([...new Set(await world.eventReasons(created, "RemoveFinalizer"))]).toEqual([
    "AddFinalizer",
    "UpdateStatus",
    "RemoveFinalizer",
  ]);
});

test("an Application writes as little as can be, and in this order: finalizer, Deployment, status", async () => {
  const from = world.writes.length;
  const application = await world.createApplication("few-writes");

  await world.setReadyReplicas("few-writes", 1);
  await world.untilReady("few-writes", true);
  await world.env.client.delete(application);
  await world.until(Application, "few-writes", (found) => found === undefined);

  const inNamespace = (group: string): string => `/apis/${group}/namespaces/${world.namespace}`;
  const applicationPath = `${inNamespace("core.crd.lixueduan.com/v1")}/applications/few-writes`;
  expect(world.writes.slice(from).filter((write) => /few-writes|\/deployments$/.test(write))).toEqual([
    `PATCH ${applicationPath}`,
    `POST ${inNamespace("apps/v1")}/deployments`,
    `PATCH ${applicationPath}/status`,
    `PATCH ${applicationPath}/status`,
    `DELETE ${inNamespace("apps/v1")}/deployments/app-few-writes`,
    `PATCH ${applicationPath}`,
  ]);
});

test("an Application that is not enabled has no Deployment and is not ready", async () => {
  await world.createApplication("disabled", { image: "nginx" });

  await world.untilReady("disabled", false);

  await expect(
    world.env.client.get(Deployment, { namespace: world.namespace, name: "app-disabled" }),
  ).resolves.toBeUndefined();
});

test("an Application is no longer ready when its last replica is not", async () => {
  await world.createApplication("flapping");
  await world.setReadyReplicas("flapping", 1);
  await world.untilReady("flapping", true);

  await world.setReadyReplicas("flapping", 0);

  await expect(world.untilReady("flapping", false)).resolves.toBeDefined();
});

test("an Application puts right what others change in its Deployment, and leaves what it has no opinion of", async () => {
  const { client } = world.env;
  await world.createApplication("meddled");
  const deployment = await world.untilDeployment("meddled");
  if (!deployment) throw new Error("the Deployment is gone");

  await client.patch(deployment, {
    type: "strategic",
    body: {
      metadata: { labels: { app: "other" }, annotations: { "example.com/note": "mine" } },
      spec: {
        replicas: 3,
        minReadySeconds: 7,
        template: { spec: { containers: [{ name: "meddled", image: "other" }] } },
      },
    },
  });
  const mended = await world.until(
    Deployment,
    "app-meddled",
    (found) => found?.spec?.minReadySeconds === 7 && found.spec.replicas === 1,
  );

  expect(mended?.metadata).toMatchObject({ labels: { app: "meddled" }, annotations: { "example.com/note": "mine" } });
  expect(mended?.spec?.template.spec?.containers).toMatchObject([{ name: "meddled", image: "nginx:1.22" }]);
});

test("an Application makes its Deployment again when somebody deletes it", async () => {
  await world.createApplication("deleted");
  const first = await world.untilDeployment("deleted");
  if (!first) throw new Error("the Deployment is gone");

  await world.env.client.delete(first);
  const second = await world.until(
    Deployment,
    "app-deleted",
    (found) => found !== undefined && found.metadata.uid !== first.metadata.uid,
  );

  expect(second).toBeDefined();
});

test("an Application whose name is taken by somebody else's Deployment says so and never touches that", async () => {
  const { client } = world.env;
  const stranger = await client.create<Deployment>({
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: world.namespace, name: "app-taken" },
    spec: {
      selector: { matchLabels: { stranger: "yes" } },
      template: {
        metadata: { labels: { stranger: "yes" } },
        spec: { containers: [{ name: "stranger", image: "stranger" }] },
      },
    },
  });
  await client.patchStatus(stranger, { replicas: 1, readyReplicas: 1 });
  const before = await client.get(Deployment, { namespace: world.namespace, name: "app-taken" });

  const application = await world.createApplication("taken");
  expect(await world.eventReasons(application, "NameTaken")).toContain("NameTaken");
  await world.untilReady("taken", false);
  await world.changeApplication("taken", { enabled: false });
  await untilOperatorHasSeenEverything();
  await client.delete(application);
  await world.until(Application, "taken", (found) => found === undefined);

  expect(await client.get(Deployment, { namespace: world.namespace, name: "app-taken" })).toEqual(before);
});

test("an Application that no Deployment can be made of says why, and the operator goes on", async () => {
  const withBadImage = await world.createApplication("bad-image", { enabled: true, image: "Nginx:1.22" });
  const withoutImage = await world.createApplication("no-image", { enabled: true });
  const withBadName = await world.createApplication("bad.name");

  for (const application of [withBadImage, withoutImage, withBadName]) {
    expect(await world.eventReasons(application, "InvalidApplication")).toContain("InvalidApplication");
  }
  await world.changeApplication("bad-image", { image: "nginx:1.22" });

  await expect(world.untilDeployment("bad-image")).resolves.toBeDefined();
});

test("an Application waits with its finalizer until the Deployment is really gone", async () => {
  const { client } = world.env;
  const application = await world.createApplication("waiting");
  const deployment = await world.untilDeployment("waiting");
  if (!deployment) throw new Error("the Deployment is gone");
  const held = await client.patch(deployment, {
    type: "merge",
    body: { metadata: { finalizers: ["example.com/hold"] } },
  });

  await client.delete(application);
  await world.until(Deployment, "app-waiting", (found) => found !== undefined && isTerminating(found));
  await untilOperatorHasSeenEverything();
  const waiting = await client.get(Application, { namespace: world.namespace, name: "waiting" });
  await client.patch(held, { type: "merge", body: { metadata: { finalizers: null } } });

  expect(waiting?.metadata.finalizers).toEqual(["lixueduan.com/application"]);
  await expect(world.until(Application, "waiting", (found) => found === undefined)).resolves.toBeUndefined();
});

test("an Application under deletion gets neither finalizer nor Deployment", async () => {
  const { client } = world.env;
  await operator[Symbol.asyncDispose]();
  const application = await world.createApplication("going");
  const held = await client.patch(application, {
    type: "merge",
    body: { metadata: { finalizers: ["example.com/hold"] } },
  });
  await client.delete(held);

  operator = world.startOperator();
  await untilOperatorHasSeenEverything();

  const key = { namespace: world.namespace, name: "going" };
  expect((await client.get(Application, key))?.metadata.finalizers).toEqual(["example.com/hold"]);
  await expect(client.get(Deployment, { ...key, name: "app-going" })).resolves.toBeUndefined();
  await client.patchKey(Application, key, { type: "merge", body: { metadata: { finalizers: null } } });
});

test("an Application that was deleted while no operator ran is cleaned up when one starts", async () => {
  const application = await world.createApplication("overslept");
  await world.untilDeployment("overslept");
  await world.untilReady("overslept", false);
  await operator[Symbol.asyncDispose]();
  await world.env.client.delete(application);

  operator = world.startOperator();
  await world.until(Application, "overslept", (found) => found === undefined);

  await expect(
    world.env.client.get(Deployment, { namespace: world.namespace, name: "app-overslept" }),
  ).resolves.toBeUndefined();
});

test("an operator that starts again where everything is done writes nothing", async () => {
  await world.createApplication("at-rest");
  await world.setReadyReplicas("at-rest", 1);
  await world.untilReady("at-rest", true);
  await operator[Symbol.asyncDispose]();
  const from = world.writes.length;

  operator = world.startOperator();
  await untilOperatorHasSeenEverything();

  expect(world.writes.slice(from).filter((write) => write.includes("at-rest"))).toEqual([]);
});

/** An Application that is made now and gets its Deployment says that everything before it has been looked at: there is one worker. */
async function untilOperatorHasSeenEverything(): Promise<void> {
  const name = `marker-${world.writes.length}`;
  await world.createApplication(name);
  await world.untilReady(name, false);
}
