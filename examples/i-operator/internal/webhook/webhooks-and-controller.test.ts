// The operator behind its webhooks, on an API server that asks them: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { isForbidden } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { startWorld } from "../controller/application-world.ts";
import type { World } from "../controller/application-world.ts";
import { createWebhooks } from "./webhooks.ts";

const manifests = fileURLToPath(new URL("../../config/webhook/manifests.yaml", import.meta.url));
const denied = 'admission webhook "vapplication-v1.lixueduan.com" denied the request: ';

let world: World;
let operator: AsyncDisposable;

beforeAll(async () => {
  world = await startWorld({ webhooks: { manifests: [manifests], handlers: createWebhooks() } });
  operator = world.startOperator();
}, 180_000);

afterAll(async () => {
  await operator[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

test.each<{ name: string; spec: ApplicationSpec; why: string }>([
  {
    name: "empty-image",
    spec: { enabled: true, image: "" },
    why: 'invalid image name: "": expected the name of an image, found nothing',
  },
  {
    name: "no-image",
    spec: { enabled: true },
    why: 'invalid image name: "": expected the name of an image, found nothing',
  },
  {
    name: "bad-image",
    spec: { enabled: true, image: "nginx:1.22:2" },
    why: 'invalid image name: "nginx:1.22:2": expected a tag of letters, digits and _ . - at character 11, found ":"',
  },
  {
    name: "bad.name",
    spec: { enabled: true, image: "nginx" },
    why: "invalid application name: \"bad.name\" is to be a container's name and a label's value: must ",
  },
])("the Application $name is refused with the reason that the user reads", async ({ name, spec, why }) => {
  const outcome = await world.createApplication(name, spec).catch((error: unknown) => error);

  expect(isForbidden(outcome)).toBe(true);
  expect(isForbidden(outcome) && outcome.status.message).toContain(denied + why);
  await expect(world.env.client.get(Application, { namespace: world.namespace, name })).resolves.toBeUndefined();
});

test("an Application that does not say whether it is enabled is stored as not enabled", async () => {
  const created = await world.createApplication("quiet", { image: "nginx" });

  expect(created.spec).toEqual({ enabled: false, image: "nginx" });
});

test("an Application whose name the server makes is accepted", async () => {
  const created = await world.env.client.create<Application>({
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { namespace: world.namespace, generateName: "made-" },
    spec: { image: "nginx" },
  });

  expect(created.metadata.name).toMatch(/^made-.{5}$/);
});

test("a dry run is refused as the request itself would be", async () => {
  const bad: Application = {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { namespace: world.namespace, name: "dry" },
    spec: { image: "Nginx" },
  };

  const outcome = await world.env.client.create(bad, { dryRun: true }).catch((error: unknown) => error);

  expect(isForbidden(outcome)).toBe(true);
});

test("an Application lives its whole life behind the webhooks, and a wrong image does not get in", async () => {
  const { client } = world.env;
  const created = await world.createApplication("demo");
  await world.untilDeployment("demo");
  await world.setReadyReplicas("demo", 1);
  await world.untilReady("demo", true);

  const outcome = await world.changeApplication("demo", { image: "nginx:" }).catch((error: unknown) => error);
  await world.changeApplication("demo", { image: "nginx:1.23" });
  const changed = await world.until(
    Deployment,
    "app-demo",
    (found) => found?.spec?.template.spec?.containers[0]?.image === "nginx:1.23",
  );
  await client.delete(created);
  await world.until(Application, "demo", (found) => found === undefined);

  expect(isForbidden(outcome) && outcome.status.message).toBe(
    `${denied}invalid image name: "nginx:": expected a tag (a letter, a digit or _ first) at character 7, found the end`,
  );
  expect(changed).toBeDefined();
  await expect(client.get(Deployment, { namespace: world.namespace, name: "app-demo" })).resolves.toBeUndefined();
});
