// Drift: another client changes each field that links the children to the Balancer or to each other, or deletes a child. On the embedded server or
// a real one, as in balancer-controller.test.ts.
import { Deployment } from "@kubewright/api/apps/v1";
import { ConfigMap, Service } from "@kubewright/api/core/v1";
import type { KubernetesObject, ResourceType } from "@kubewright/apimachinery";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startFixture } from "./balancer-fixture.ts";
import type { Fixture } from "./balancer-fixture.ts";

const label = "balancer.exposer.hliangzhao.io/balancer-name";
const hashAnnotation = "balancer.exposer.hliangzhao.io/configmap-hash";

let fixture: Fixture;

beforeAll(async () => {
  fixture = await startFixture();
  await fixture.startOperator();
  await fixture.createBalancer("b");
  await fixture.makeAvailable("b");
  await fixture.untilReason("b", "ProxyAvailable");
}, 180_000);

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

const children: readonly { readonly type: ResourceType; readonly name: string }[] = [
  { type: Service, name: "b" },
  { type: Service, name: "b-v1-backend" },
  { type: Service, name: "b-v2-backend" },
  { type: Service, name: "b-v3-backend" },
  { type: ConfigMap, name: "b-proxy-configmap" },
  { type: Deployment, name: "bproxy" },
];

test.each(children)("the label of $name is restored", async ({ type, name }) => {
  await patch(type, name, { metadata: { labels: { [label]: "stranger" } } });
  const repaired = await fixture.until(type, name, (found) => found?.metadata.labels?.[label] === "b");

  expect(repaired).toBeDefined();
});

test.each(children)(
  "$name without its owner reference is not changed, and the condition has the reason NameTaken until the reference is restored",
  async (child) => {
    const { type, name } = child;
    const owned = await fixture.env.client.get(type, { namespace: fixture.namespace, name });
    const ownerReferences = owned?.metadata.ownerReferences;

    await patch(type, name, { metadata: { ownerReferences: null } });
    const taken = await fixture.untilReason("b", "NameTaken");
    await patch(type, name, { metadata: { ownerReferences } });
    await fixture.makeAvailable("b");
    const ready = await fixture.untilReason("b", "ProxyAvailable");

    expect(ownerReferences).toHaveLength(1);
    expect(taken?.status?.conditions?.[0]?.message).toContain(`"${name}" exists and does not belong to this Balancer`);
    expect(ready?.status?.activeBackendsNum).toBe(3);
  },
);

test.each<{
  what: string;
  type: ResourceType;
  name: string;
  change: object;
  isRight: (found: KubernetesObject) => boolean;
}>([
  {
    what: "type of the front-end Service",
    type: Service,
    name: "b",
    change: { spec: { type: "NodePort" } },
    isRight: (found) => specOf<Service>(found)?.type === "ClusterIP",
  },
  {
    what: "target port of the front-end Service",
    type: Service,
    name: "b",
    change: { spec: { ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 5678 }] } },
    isRight: (found) => specOf<Service>(found)?.ports?.[0]?.targetPort === 80,
  },
  {
    what: "selector of a backend's Service",
    type: Service,
    name: "b-v1-backend",
    change: { spec: { selector: { version: "v2" } } },
    isRight: (found) => specOf<Service>(found)?.selector?.["version"] === "v1",
  },
  {
    what: "selector with a further label",
    type: Service,
    name: "b-v1-backend",
    change: { spec: { selector: { more: "yes" } } },
    isRight: (found) => specOf<Service>(found)?.selector?.["more"] === undefined,
  },
  {
    what: "target port of a backend's Service",
    type: Service,
    name: "b-v2-backend",
    change: { spec: { ports: [{ name: "http", protocol: "TCP", port: 80, targetPort: 80 }] } },
    isRight: (found) => specOf<Service>(found)?.ports?.[0]?.targetPort === 5678,
  },
  {
    what: "type of a backend's Service",
    type: Service,
    name: "b-v3-backend",
    change: { spec: { type: "ExternalName", externalName: "stranger.example" } },
    isRight: (found) => specOf<Service>(found)?.type === "ClusterIP" && specOf<Service>(found)?.clusterIP !== undefined,
  },
  {
    what: "hash of the configuration",
    type: Deployment,
    name: "bproxy",
    change: { spec: { template: { metadata: { annotations: { [hashAnnotation]: "stranger" } } } } },
    isRight: (found) => specOf<Deployment>(found)?.template.metadata?.annotations?.[hashAnnotation] !== "stranger",
  },
  {
    what: "ConfigMap that the proxy mounts",
    type: Deployment,
    name: "bproxy",
    change: { spec: { template: { spec: { volumes: [{ name: "nginx-config", configMap: { name: "stranger" } }] } } } },
    isRight: (found) => specOf<Deployment>(found)?.template.spec?.volumes?.[0]?.configMap?.name === "b-proxy-configmap",
  },
  {
    what: "selector of the front-end Service",
    type: Service,
    name: "b",
    change: { spec: { selector: { app: "stranger" } } },
    isRight: (found) => specOf<Service>(found)?.selector?.["app"] === undefined,
  },
  {
    what: "port number of a backend's Service",
    type: Service,
    name: "b-v1-backend",
    change: { spec: { ports: [{ name: "http", port: 81 }] } },
    isRight: (found) =>
      specOf<Service>(found)
        ?.ports?.map(({ port }) => port)
        .join() === "80",
  },
  {
    what: "configuration",
    type: ConfigMap,
    name: "b-proxy-configmap",
    change: { data: { "nginx.conf": "events {}" } },
    isRight: (found) => (found as ConfigMap).data?.["nginx.conf"] !== "events {}",
  },
  {
    what: "image of the proxy",
    type: Deployment,
    name: "bproxy",
    change: { spec: { template: { spec: { containers: [{ name: "nginx", image: "stranger" }] } } } },
    isRight: (found) => specOf<Deployment>(found)?.template.spec?.containers[0]?.image === "nginx:1.15.9",
  },
  {
    what: "number of proxies",
    type: Deployment,
    name: "bproxy",
    change: { spec: { replicas: 3 } },
    isRight: (found) => specOf<Deployment>(found)?.replicas === 1,
  },
  {
    what: "container of the proxy",
    type: Deployment,
    name: "bproxy",
    change: { spec: { template: { spec: { containers: [{ name: "stranger", image: "stranger" }] } } } },
    isRight: (found) =>
      specOf<Deployment>(found)?.template.spec?.containers.some(({ image }) => image === "nginx:1.15.9") === true,
  },
])("the $what is restored", async ({ type, name, change, isRight }) => {
  const before = await fixture.env.client.get(type, { namespace: fixture.namespace, name });

  await patch(type, name, change);
  const after = await fixture.until(type, name, (found) => {
    const isLater = found?.metadata.resourceVersion !== before?.metadata.resourceVersion;
    return found !== undefined && isLater && isRight(found);
  });

  expect(after?.metadata.uid).toBe(before?.metadata.uid);
});

test.each(children)("$name is created again if another client deletes it", async ({ type, name }) => {
  const key = { namespace: fixture.namespace, name };
  const before = await fixture.env.client.get(type, key);

  await fixture.env.client.delete(type, key, { propagationPolicy: "Background" });
  const after = await fixture.until(
    type,
    name,
    (found) => found !== undefined && found.metadata.uid !== before?.metadata.uid,
  );

  expect(after).toBeDefined();
});

test("the labels that select the Pods of the proxy cannot be removed from its template", async () => {
  const change = { spec: { template: { metadata: { labels: { [label]: "stranger" } } } } };

  await expect(patch(Deployment, "bproxy", change)).rejects.toThrow("`selector` does not match template `labels`");
});

async function patch(type: ResourceType, name: string, body: object): Promise<void> {
  await fixture.env.client.patch(type, { namespace: fixture.namespace, name }, { type: "merge", body });
}

function specOf<T extends { readonly spec?: unknown }>(object: KubernetesObject): T["spec"] {
  return (object as T).spec;
}
