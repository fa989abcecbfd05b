// The operator with its webhooks on an API server: embedded by default, a real one with KUBEWRIGHT_TEST_SERVER=real.
import { fileURLToPath } from "node:url";
import { Deployment } from "@kubewright/api/apps/v1";
import { Unstructured, isForbidden } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApplicationSpec } from "../../api/v1/application.ts";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { startFixture } from "../controller/application-fixture.ts";
import type { Fixture } from "../controller/application-fixture.ts";
import { createWebhooks } from "./webhooks.ts";

const manifests = fileURLToPath(new URL("../../config/webhook/manifests.yaml", import.meta.url));
const denied = 'admission webhook "vapplication-v1.lixueduan.com" denied the request: ';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ webhooks: { manifests: [manifests], handlers: createWebhooks() } });
  await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
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
])("the Application $name is denied with the reason", async ({ name, spec, why }) => {
  const outcome = await fixture.createApplication(name, spec).catch((error: unknown) => error);

  expect(isForbidden(outcome)).toBe(true);
  expect(isForbidden(outcome) && outcome.status.message).toContain(denied + why);
  await expect(fixture.env.client.get(Application, { namespace: fixture.namespace, name })).resolves.toBeUndefined();
});

test("an Application without enabled is stored with enabled: false", async () => {
  const created = await fixture.createApplication("quiet", { image: "nginx" });

  expect(created.spec).toEqual({ enabled: false, image: "nginx" });
});

test("an Application with generateName is accepted", async () => {
  const created = await fixture.env.client.create(Application, {
    metadata: { namespace: fixture.namespace, generateName: "made-" },
    spec: { image: "nginx" },
  });

  expect(created.metadata.name).toMatch(/^made-.{5}$/);
});

test("a dry run is denied as the request is", async () => {
  const bad: Application = {
    apiVersion: "core.crd.lixueduan.com/v1",
    kind: "Application",
    metadata: { namespace: fixture.namespace, name: "dry" },
    spec: { image: "Nginx" },
  };

  const outcome = await fixture.env.client.create(Unstructured, bad, { dryRun: true }).catch((error: unknown) => error);

  expect(isForbidden(outcome)).toBe(true);
});

test("the lifecycle of an Application with webhooks, which deny an invalid image", async () => {
  const { client } = fixture.env;
  const created = await fixture.createApplication("demo");
  await fixture.untilDeployment("demo");
  await fixture.setReadyReplicas("demo", 1);
  await fixture.untilReady("demo", true);

  const outcome = await fixture.changeApplication("demo", { image: "nginx:" }).catch((error: unknown) => error);
  await fixture.changeApplication("demo", { image: "nginx:1.23" });
  const changed = await fixture.until(
    Deployment,
    "app-demo",
    (found) => found?.spec?.template.spec?.containers[0]?.image === "nginx:1.23",
  );
  await client.delete(created);
  await fixture.until(Application, "demo", (found) => found === undefined);

  expect(isForbidden(outcome) && outcome.status.message).toBe(
    `${denied}invalid image name: "nginx:": expected a tag (a letter, a digit or _ first) at character 7, found the end`,
  );
  expect(changed).toBeDefined();
  await expect(client.get(Deployment, { namespace: fixture.namespace, name: "app-demo" })).resolves.toBeUndefined();
});
