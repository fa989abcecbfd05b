// Plugins that are off by default. tests/real/admission-plugins.test.ts compares them with a kube-apiserver.
import assert from "node:assert/strict";
import type { Pod } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { mergePatch, startCluster } from "../../kinds/testdata/cluster.ts";
import type { Cluster } from "../../kinds/testdata/cluster.ts";

const pods = "/api/v1/namespaces/default/pods";

function enabling(...enableAdmissionPlugins: readonly string[]): Cluster {
  return startCluster({ enableAdmissionPlugins });
}

function pod(spec: object = {}): object {
  return { metadata: { name: "p" }, spec: { containers: [{ name: "c", image: "i:1" }], ...spec } };
}

test("plugins that are off by default do nothing unless they are enabled", async () => {
  const cluster = startCluster();
  const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }], externalIPs: ["192.0.2.1"] } };

  assert.equal((await cluster.send("POST", "/api/v1/namespaces/default/services", service)).status, 201);
  assert.equal((await cluster.sendOk<Pod>("POST", pods, pod())).spec?.containers?.[0]?.imagePullPolicy, "IfNotPresent");
  assert.equal((await cluster.send("POST", "/api/v1/namespaces/nowhere/pods", pod())).status, 404);
});

test("AlwaysPullImages makes containers pull their image on each start", async () => {
  const created = await enabling("AlwaysPullImages").sendOk<Pod>("POST", pods, pod());

  assert.equal(created.spec?.containers?.[0]?.imagePullPolicy, "Always");
});

test("DenyServiceExternalIPs rejects addresses that a Service did not have", async () => {
  const cluster = enabling("DenyServiceExternalIPs");
  const services = "/api/v1/namespaces/default/services";
  const service = { metadata: { name: "s" }, spec: { ports: [{ port: 80 }] } };
  await cluster.sendOk("POST", services, service);

  const { message } = await cluster.send(
    "PATCH",
    `${services}/s`,
    { spec: { externalIPs: ["192.0.2.1"] } },
    mergePatch,
  );

  assert.equal(message, 'services "s" is forbidden: Use of external IPs is denied by admission control');
});

test("ExtendedResourceToleration tolerates the taints of the extended resources of a Pod", async () => {
  const containers = [{ name: "c", image: "i", resources: { limits: { "example.com/gpu": "1" } } }];
  const created = await enabling("ExtendedResourceToleration").sendOk<Pod>("POST", pods, pod({ containers }));

  const toleration = { key: "example.com/gpu", operator: "Exists", effect: "NoSchedule" };
  assert.deepEqual(created.spec?.tolerations?.at(-1), toleration);
});

test("LimitPodHardAntiAffinityTopology rejects required anti-affinity over other topologies than the node", async () => {
  const required = [{ topologyKey: "zone", labelSelector: {} }];
  const affinity = { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
  const { message } = await enabling("LimitPodHardAntiAffinityTopology").send("POST", pods, pod({ affinity }));

  const why = "has TopologyKey zone but only key kubernetes.io/hostname is allowed";
  assert.equal(message, `pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling ${why}`);
});

test("NamespaceAutoProvision creates a namespace once, also for several writers", async () => {
  const cluster = enabling("NamespaceAutoProvision");
  const path = "/api/v1/namespaces/new/configmaps";
  const writes = ["a", "b", "c"].map((name) => cluster.send("POST", path, { metadata: { name } }));

  assert.deepEqual(
    (await Promise.all(writes)).map(({ status }) => status),
    [201, 201, 201],
  );
  assert.equal((await cluster.send("GET", "/api/v1/namespaces/new")).status, 200);
});

test("PodNodeSelector adds the selector of the namespace and rejects a Pod that contradicts it", async () => {
  const cluster = enabling("PodNodeSelector");
  const annotations = { "scheduler.alpha.kubernetes.io/node-selector": "disk=ssd" };
  await cluster.sendOk("PATCH", "/api/v1/namespaces/default", { metadata: { annotations } }, mergePatch);

  assert.deepEqual((await cluster.sendOk<Pod>("POST", pods, pod())).spec?.nodeSelector, { disk: "ssd" });
  const { message } = await cluster.send("POST", pods, pod({ nodeSelector: { disk: "hdd" } }));
  const why = "pod node label selector conflicts with its namespace node label selector";
  assert.equal(message, `pods "p" is forbidden: ${why}`);
});

test("OwnerReferencesPermissionEnforcement rejects the owner of a kind that is not served", async () => {
  const cluster = enabling("OwnerReferencesPermissionEnforcement");
  const uid = "1d9c43c7-7b1b-4b8e-8f0e-2f6f6c0f7a11";
  const reference = { apiVersion: "v1", kind: "Nothing", name: "n", uid, blockOwnerDeletion: true };
  const transport = cluster.server.transport({ name: "jane", groups: ["system:authenticated"] });
  await cluster.sendOk("POST", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings", {
    metadata: { name: "jane" },
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "edit" },
    subjects: [{ apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "jane" }],
  });
  await cluster.sendOk(
    "PATCH",
    "/apis/rbac.authorization.k8s.io/v1/clusterroles/edit",
    { rules: [{ apiGroups: [""], resources: ["secrets"], verbs: ["*"] }] },
    mergePatch,
  );

  const body = JSON.stringify({ metadata: { name: "s", ownerReferences: [reference] } });
  const response = await transport.request({ method: "POST", path: "/api/v1/namespaces/default/secrets", body });

  assert.equal(response.status, 403);
});

test("NamespaceExists rejects writes in a namespace that does not exist, also without NamespaceLifecycle", async () => {
  const disableAdmissionPlugins = ["NamespaceLifecycle"];
  const without = startCluster({ disableAdmissionPlugins });
  const cluster = startCluster({ disableAdmissionPlugins, enableAdmissionPlugins: ["NamespaceExists"] });
  const path = "/api/v1/namespaces/nowhere/configmaps";

  assert.equal((await without.send("POST", path, { metadata: { name: "a" } })).status, 201);
  const { status, message } = await cluster.send("POST", path, { metadata: { name: "a" } });
  assert.deepEqual([status, message], [404, 'namespaces "nowhere" not found']);
});

test("AlwaysAdmit does not overrule another plugin", async () => {
  const cluster = enabling("AlwaysAdmit", "AlwaysDeny");

  assert.equal((await cluster.send("POST", pods, pod())).status, 403);
  assert.equal((await enabling("AlwaysAdmit").send("POST", pods, pod())).status, 201);
});

test("AlwaysDeny rejects every write", async () => {
  const { status, message } = await enabling("AlwaysDeny").send("POST", pods, pod());

  assert.equal(status, 403);
  assert.equal(message, 'pods "p" is forbidden: admission control is denying all modifications');
});
