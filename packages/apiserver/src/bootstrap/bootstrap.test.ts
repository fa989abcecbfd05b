import assert from "node:assert/strict";
import type { APIService } from "@kubewright/api/apiregistration.k8s.io/v1";
import type { ConfigMap, Service } from "@kubewright/api/core/v1";
import type { ClusterRole, ClusterRoleBinding } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import type { KubernetesObject } from "@kubewright/apimachinery";
import { createSystemClock } from "@kubewright/async";
import { test } from "vitest";
import { startCluster, startTime } from "../kinds/testdata/cluster.ts";

interface List {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

const rbac = "/apis/rbac.authorization.k8s.io/v1";

test.for([
  ["/api/v1/namespaces", ["default", "kube-node-lease", "kube-public", "kube-system"]],
  ["/apis/scheduling.k8s.io/v1/priorityclasses", ["system-cluster-critical", "system-node-critical"]],
  ["/api/v1/endpoints", ["kubernetes"]],
  ["/apis/discovery.k8s.io/v1/endpointslices", ["kubernetes"]],
  ["/apis/networking.k8s.io/v1/ipaddresses", ["10.0.0.1"]],
  ["/apis/networking.k8s.io/v1/servicecidrs", ["kubernetes"]],
  ["/api/v1/configmaps", ["kube-apiserver-legacy-service-account-token-tracking"]],
  [
    "/apis/flowcontrol.apiserver.k8s.io/v1/prioritylevelconfigurations",
    [
      "catch-all",
      "exempt",
      "global-default",
      "leader-election",
      "node-high",
      "system",
      "workload-high",
      "workload-low",
    ],
  ],
] as const)("a fresh cluster has %s: %j", async ([path, names]) => {
  const { items } = await startCluster().sendOk<List>("GET", path);

  assert.deepEqual(
    items.map(({ metadata }) => metadata.name),
    names,
  );
});

test("a fresh cluster has the roles of a kube-apiserver", async () => {
  const cluster = startCluster();
  const admin = await cluster.sendOk<ClusterRole>("GET", `${rbac}/clusterroles/cluster-admin`);
  const binding = await cluster.sendOk<ClusterRoleBinding>("GET", `${rbac}/clusterrolebindings/cluster-admin`);
  const edit = await cluster.sendOk<ClusterRole>("GET", `${rbac}/clusterroles/edit`);

  assert.deepEqual(admin.rules, [
    { verbs: ["*"], apiGroups: ["*"], resources: ["*"] },
    { verbs: ["*"], nonResourceURLs: ["*"] },
  ]);
  assert.deepEqual(binding.subjects, [
    { kind: "Group", apiGroup: "rbac.authorization.k8s.io", name: "system:masters" },
  ]);
  assert.notEqual(edit.aggregationRule, undefined);
});

test("the Service kubernetes has the first address of the range, and no other Service gets it", async () => {
  const cluster = startCluster({ serviceClusterIpRange: "10.96.0.0/12" });
  const services = "/api/v1/namespaces/default/services";

  assert.equal((await cluster.sendOk<Service>("GET", `${services}/kubernetes`)).spec?.clusterIP, "10.96.0.1");
  const spec = { clusterIP: "10.96.0.1", ports: [{ port: 80 }] };
  assert.equal((await cluster.send("POST", services, { metadata: { name: "s" }, spec })).status, 422);
});

test("built-in groups have APIServices that are available", async () => {
  const path = "/apis/apiregistration.k8s.io/v1/apiservices/v2.autoscaling";
  const { spec, status } = await startCluster().sendOk<APIService>("GET", path);

  assert.deepEqual(spec, { group: "autoscaling", version: "v2", groupPriorityMinimum: 17500, versionPriority: 30 });
  assert.deepEqual(status?.conditions, [
    {
      type: "Available",
      status: "True",
      lastTransitionTime: startTime,
      reason: "Local",
      message: "Local APIServices are always available",
    },
  ]);
});

test("a server publishes the authorities of its client certificates when it listens", async () => {
  const path = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
  const { server, send, sendOk } = startCluster({ clock: createSystemClock() });
  await using _server = server;

  const before = await send("GET", path);
  const first = await server.listen();
  const second = await server.listen();
  const { data } = await sendOk<ConfigMap>("GET", path);

  assert.equal(before.status, 404);
  assert.deepEqual(data, { "client-ca-file": `${first.caCertificate}${second.caCertificate}` });
});

test.for([
  [
    "/api/v1/namespaces/default/services",
    "kubernetes",
    { clusterIP: "10.0.0.9", clusterIPs: undefined, ipFamilies: undefined },
  ],
  ["/api/v1/namespaces/default/endpoints", "kubernetes", {}],
  ["/apis/discovery.k8s.io/v1/namespaces/default/endpointslices", "kubernetes", {}],
  ["/api/v1/namespaces/kube-system/configmaps", "kube-apiserver-legacy-service-account-token-tracking", {}],
  ["/apis/coordination.k8s.io/v1/namespaces/kube-system/leases", "apiserver-l2yubf4cvcl5c7a3wrubrwqdve", {}],
  ["/apis/networking.k8s.io/v1/ipaddresses", "10.0.0.1", {}, "10.0.0.2"],
] as const)(
  "the server manages the same fields of %s/%s as a client that creates a copy",
  async ([path, name, changed, copyName = "copy"]) => {
    const { sendOk } = startCluster();
    const { metadata, spec, ...fields } = await sendOk<KubernetesObject & { readonly spec?: object }>(
      "GET",
      `${path}/${name}`,
    );

    const copy = await sendOk<KubernetesObject>("POST", path, {
      ...fields,
      ...(spec && { spec: { ...spec, ...changed } }),
      metadata: { name: copyName, labels: metadata?.labels },
    });

    const [own] = metadata?.managedFields ?? [];
    assert.equal(own?.manager, "kube-apiserver");
    assert.deepEqual(own?.fieldsV1, copy.metadata?.managedFields?.[0]?.fieldsV1);
  },
);

test("a fork writes no bootstrap object that exists", () => {
  const { server } = startCluster();

  assert.equal(server.fork().revision, server.revision);
});

test.for(["10.0.0.0", "10.0.0.0/31", "fd00::/64", "10.0.0.256/24"])(
  "the range %s is rejected",
  (serviceClusterIpRange) => {
    assert.throws(() => startCluster({ serviceClusterIpRange }), RangeError);
  },
);
