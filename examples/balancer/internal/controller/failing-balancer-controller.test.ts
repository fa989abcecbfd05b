// Balancers with an invalid spec or with a name that is taken, on the embedded server or a real one, as in balancer-controller.test.ts.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
import { startFixture } from "./balancer-fixture.ts";
import type { Fixture } from "./balancer-fixture.ts";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await fixture.startOperator();
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

async function get<T extends KubernetesObject>(type: ResourceType<T>, name: string): Promise<Stored<T> | undefined> {
  return await fixture.env.client.get(type, { namespace: fixture.namespace, name });
}

async function readyBalancer(
  name: string,
  spec: Parameters<Fixture["createBalancer"]>[1] = {},
): Promise<Stored<Balancer>> {
  const balancer = await fixture.createBalancer(name, spec);
  await fixture.makeAvailable(name);
  await fixture.untilReason(name, "ProxyAvailable");
  return balancer;
}

test("a name that is taken by an object of another owner is in the condition and an Event, and the object is not changed", async () => {
  const foreign: ConfigMap = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { namespace: fixture.namespace, name: "taken-proxy-configmap" },
    data: { mine: "yes" },
  };
  await fixture.env.client.create(ConfigMap, foreign);

  const balancer = await fixture.createBalancer("taken");
  const found = await fixture.untilReason("taken", "NameTaken");

  expect(found?.status?.activeBackendsNum).toBe(3);
  expect(found?.status?.conditions?.[0]?.message).toBe(
    'ConfigMap "taken-proxy-configmap" exists and does not belong to this Balancer: delete it, or create the Balancer under another name',
  );
  expect(await fixture.eventReasons(balancer, "NameTaken")).toContain("NameTaken");
  expect((await get(ConfigMap, "taken-proxy-configmap"))?.data).toEqual({ mine: "yes" });
  expect(await get(Deployment, "takenproxy")).toBeUndefined();
});

test.each([
  [
    "a name that becomes too long",
    { backends: [{ name: "b".repeat(63), weight: 1 }] },
    "characters, at most 63 are possible",
  ],
  [
    "a duplicate port",
    {
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 80 },
      ],
    },
    'Ports "a" and "b" are both TCP 80',
  ],
  [
    "an invalid target port",
    { ports: [{ name: "a", port: 80, targetPort: "not a port" }] },
    "spec.ports[0].targetPort",
  ],
  ["an invalid label", { selector: { app: "not a label!" } }, "spec.selector"],
])("%s is in the condition and an Event", async (what, spec, message) => {
  const name = `bad-${what.replaceAll(" ", "-").slice(0, 20)}0`;

  const balancer = await fixture.createBalancer(name, spec);
  const found = await fixture.untilReason(name, "InvalidSpec");

  expect(found?.status?.conditions?.[0]?.message).toContain(message);
  expect(await fixture.eventReasons(balancer, "InvalidSpec")).toContain("InvalidSpec");
});

test("a Balancer becomes ready once its invalid spec is corrected", async () => {
  await fixture.createBalancer("fixed", {
    ports: [
      { name: "a", port: 80 },
      { name: "b", port: 80 },
    ],
  });
  await fixture.untilReason("fixed", "InvalidSpec");

  await fixture.changeBalancer("fixed", { ports: [{ name: "a", port: 80 }] });
  await fixture.makeAvailable("fixed");
  const found = await fixture.untilReason("fixed", "ProxyAvailable");

  expect(found?.status?.activeBackendsNum).toBe(3);
});

test("Balancers of the same name in two namespaces do not delete each other's Services", async () => {
  const namespace = `${fixture.namespace}-other`;
  await fixture.env.client.create(Namespace, { metadata: { name: namespace } });
  const labels = { "balancer.exposer.hliangzhao.io/balancer-name": "twin" };
  const ports = [{ port: 80 }];
  await fixture.env.client.create(Service, {
    metadata: { namespace, name: "twin-old-backend", labels },
    spec: { ports },
  });
  await fixture.env.client.create(Service, {
    metadata: { namespace: fixture.namespace, name: "twin-old-backend", labels },
    spec: { ports },
  });

  await readyBalancer("twin");

  expect(await fixture.env.client.get(Service, { namespace, name: "twin-old-backend" })).toBeDefined();
  expect(await get(Service, "twin-old-backend")).toBeDefined(); // It has the label, and no owner.
});
