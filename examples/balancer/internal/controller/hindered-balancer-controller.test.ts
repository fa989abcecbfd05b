// What others do to a Balancer's objects, and what its users get wrong; on the server that the run has chosen, as in
// balancer-controller.test.ts.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Namespace, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType, Stored } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Balancer } from "../../api/v1alpha1/zz_generated.balancer.ts";
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

test.each<{
  what: string;
  type: ResourceType;
  name: string;
  patch: object;
  isRepaired: (found: KubernetesObject) => boolean;
}>([
  {
    what: "selector of the front Service",
    type: Service,
    name: "drift",
    patch: { spec: { selector: { app: "stranger" } } },
    isRepaired: (found) => (found as Service).spec?.selector?.["app"] === undefined,
  },
  {
    what: "port of a backend's Service",
    type: Service,
    name: "drift-v1-backend",
    patch: { spec: { ports: [{ name: "http", port: 81 }] } },
    isRepaired: (found) => (found as Service).spec?.ports?.[0]?.port === 80,
  },
  {
    what: "label of a backend's Service",
    type: Service,
    name: "drift-v2-backend",
    patch: { metadata: { labels: { "balancer.exposer.hliangzhao.io/balancer-name": "stranger" } } },
    isRepaired: ({ metadata }) => metadata?.labels?.["balancer.exposer.hliangzhao.io/balancer-name"] === "drift",
  },
  {
    what: "text of the configuration",
    type: ConfigMap,
    name: "drift-proxy-configmap",
    patch: { data: { "nginx.conf": "events {}", other: "x" } },
    isRepaired: (found) =>
      Object.keys((found as ConfigMap).data ?? {}).length === 1 &&
      (found as ConfigMap).data?.["nginx.conf"] !== "events {}",
  },
  {
    what: "image of the proxy",
    type: Deployment,
    name: "driftproxy",
    patch: { spec: { replicas: 0, template: { spec: { containers: [{ name: "nginx", image: "stranger" }] } } } },
    isRepaired: (found) =>
      (found as Deployment).spec?.replicas === 1 &&
      (found as Deployment).spec?.template.spec?.containers[0]?.image === "nginx:1.15.9",
  },
])("a changed $what is put right", async ({ type, name, patch, isRepaired }) => {
  if (!(await get(Balancer, "drift"))) await readyBalancer("drift");

  await fixture.env.client.patch(type, { namespace: fixture.namespace, name }, { type: "merge", body: patch });
  const found = await fixture.until(type, name, (each) => each !== undefined && isRepaired(each));

  expect(found).toBeDefined();
});

test.each<{ type: ResourceType; kind: string; name: string }>([
  { type: Service, kind: "Service", name: "gone" },
  { type: Service, kind: "Service", name: "gone-v1-backend" },
  { type: ConfigMap, kind: "ConfigMap", name: "gone-proxy-configmap" },
  { type: Deployment, kind: "Deployment", name: "goneproxy" },
])("a $kind $name that is deleted is made again", async ({ type, name }) => {
  if (!(await get(Balancer, "gone"))) await readyBalancer("gone");
  const before = await get(type, name);

  await fixture.env.client.delete(type, { namespace: fixture.namespace, name }, { propagationPolicy: "Background" });
  const after = await fixture.until(
    type,
    name,
    (found) => found !== undefined && found.metadata.uid !== before?.metadata.uid,
  );

  expect(after).toBeDefined();
});

test("a name that is taken by somebody else's object is said in the condition and an Event, and the object is left alone", async () => {
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
    "a port that is taken twice",
    {
      ports: [
        { name: "a", port: 80 },
        { name: "b", port: 80 },
      ],
    },
    'Ports "a" and "b" are both TCP 80',
  ],
  [
    "a target port that is none",
    { ports: [{ name: "a", port: 80, targetPort: "not a port" }] },
    "spec.ports[0].targetPort",
  ],
  ["a label that is none", { selector: { app: "not a label!" } }, "spec.selector"],
])("%s is said in the condition and an Event", async (what, spec, message) => {
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

test("Balancers of the same name in two namespaces know nothing of each other's Services", async () => {
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
  expect(await get(Service, "twin-old-backend")).toBeDefined(); // Labelled so, but nobody's.
});
