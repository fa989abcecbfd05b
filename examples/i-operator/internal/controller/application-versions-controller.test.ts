// Applications of v1beta1 beside the operator, which uses v1: on an API server that calls the conversions, embedded by default, a real one with
// KUBEWRIGHT_TEST_SERVER=real.
import { Deployment } from "@kubewright/api/apps/v1";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Application } from "../../api/v1/zz_generated.application.ts";
import { Application as ApplicationV1beta1 } from "../../api/v1beta1/zz_generated.application.ts";
import { conversions } from "../webhook/webhooks.ts";
import { startFixture } from "./application-fixture.ts";
import type { Fixture } from "./application-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture({ conversions });
  await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const apiVersion = "core.crd.lixueduan.com/v1beta1";

test("an Application of v1beta1 has its Deployment, and each version shows the writes of the other", async () => {
  const { env, namespace } = fixture;
  const { client } = env;
  const key = { namespace, name: "old" };
  await client.create(ApplicationV1beta1, {
    apiVersion,
    kind: "Application",
    metadata: key,
    spec: { state: "Enabled", containerImage: "nginx:1.22" },
  });

  const deployment = await fixture.untilDeployment("old");
  await fixture.setReadyReplicas("old", 1);
  const newer = await fixture.untilReady("old", true);
  const older = await client.get(ApplicationV1beta1, key);
  await fixture.changeApplication("old", { enabled: false });
  await fixture.until(Deployment, "app-old", (found) => found === undefined);
  const disabled = await client.get(ApplicationV1beta1, key);

  expect(deployment?.spec?.template.spec?.containers[0]?.image).toBe("nginx:1.22");
  expect(newer?.spec).toEqual({ enabled: true, image: "nginx:1.22" });
  expect([older?.spec, older?.status]).toEqual([{ state: "Enabled", containerImage: "nginx:1.22" }, { ready: true }]);
  expect(disabled?.spec).toEqual({ state: "Disabled", containerImage: "nginx:1.22" });
});

test("a watch of v1beta1 shows the changes of v1, and a deletion through v1beta1 removes the Deployment", async () => {
  const { env, namespace } = fixture;
  const { client } = env;
  const states: unknown[] = [];
  await fixture.createApplication("watched");
  await fixture.untilDeployment("watched");
  const options = { namespace, fieldSelector: "metadata.name=watched" };

  for await (const { type, object } of client.watch(ApplicationV1beta1, options)) {
    if (states.at(-1) !== object.spec?.state) states.push(object.spec?.state);
    if (type === "DELETED") break;
    if (object.spec?.state === "Enabled" && states.length === 1)
      await fixture.changeApplication("watched", { enabled: false });
    if (object.spec?.state === "Disabled") await client.delete(ApplicationV1beta1, { namespace, name: "watched" });
  }

  await fixture.until(Application, "watched", (found) => found === undefined);
  await fixture.until(Deployment, "app-watched", (found) => found === undefined);
  expect(states).toEqual(["Enabled", "Disabled"]);
});
