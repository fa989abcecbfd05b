// Garbage collection on an embedded server, on virtual time.
// https://kubernetes.io/docs/concepts/architecture/garbage-collection/
import { ConfigMap, Namespace } from "@kubewright/api/core/v1";
import { Event } from "@kubewright/api/events.k8s.io/v1";
import { ClusterRole } from "@kubewright/api/rbac.authorization.k8s.io/v1";
import { CustomResourceDefinition } from "@kubewright/api/apiextensions.k8s.io/v1";
import type { KubernetesObject, OwnerReference, ResourceType, Stored } from "@kubewright/apimachinery";
import { Unstructured } from "@kubewright/apimachinery";
import { expect, test } from "vitest";
import { startTestCluster } from "../testdata/cluster.ts";
import type { TestCluster } from "../testdata/cluster.ts";

const collector = ["garbage-collector-controller"];
const Widget: ResourceType = {
  group: "example.dev",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  namespaced: true,
};

test("a background delete removes the owner immediately, then its dependents and their dependents", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");
  const child = await configMap(cluster, "child", [refTo(owner)]);
  await configMap(cluster, "grandchild", [refTo(child)]);

  await cluster.client.delete(owner);

  await expect(cluster.client.get(ConfigMap, key("owner"))).resolves.toBeUndefined();
  await cluster.untilGone(ConfigMap, key("child"));
  await cluster.untilGone(ConfigMap, key("grandchild"));
});

test("a foreground delete keeps the owner until its blocking dependents are gone", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");
  await configMap(cluster, "child", [{ ...refTo(owner), blockOwnerDeletion: true }], ["example.com/hold"]);

  await cluster.client.delete(owner, { propagationPolicy: "Foreground" });
  await cluster.until(ConfigMap, key("child"), (child) => child?.metadata.deletionTimestamp !== undefined);
  await cluster.clock.advance(10_000);
  const held = await cluster.client.get(ConfigMap, key("owner"));
  await removeFinalizers(cluster, "child");

  expect(held?.metadata.finalizers).toEqual(["foregroundDeletion"]);
  await cluster.untilGone(ConfigMap, key("owner"));
  await cluster.untilGone(ConfigMap, key("child"));
});

test("a foreground delete does not wait for a dependent without blockOwnerDeletion", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");
  await configMap(cluster, "child", [{ ...refTo(owner), blockOwnerDeletion: false }], ["example.com/hold"]);

  await cluster.client.delete(owner, { propagationPolicy: "Foreground" });

  await cluster.untilGone(ConfigMap, key("owner"));
  const child = await cluster.until(ConfigMap, key("child"), (found) => Boolean(found?.metadata.deletionTimestamp));
  expect(child?.metadata.finalizers).toEqual(["example.com/hold"]);
});

test("a foreground delete of circular owners completes", async () => {
  await using cluster = await startTestCluster(collector);
  const a = await configMap(cluster, "a");
  const b = await configMap(cluster, "b", [{ ...refTo(a), blockOwnerDeletion: true }]);
  const ownerReferences = [{ ...refTo(b), blockOwnerDeletion: true }];
  await cluster.client.patch(a, { type: "merge", body: { metadata: { ownerReferences } } });

  await cluster.client.delete(a, { propagationPolicy: "Foreground" });

  await cluster.untilGone(ConfigMap, key("a"));
  await cluster.untilGone(ConfigMap, key("b"));
});

test("an orphaning delete removes the owner references of the dependents, also the empty list", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");
  await configMap(cluster, "child", [refTo(owner)]);

  await cluster.client.delete(owner, { propagationPolicy: "Orphan" });
  await cluster.untilGone(ConfigMap, key("owner"));
  await cluster.clock.advance(10_000);

  const child = await cluster.client.get(ConfigMap, key("child"));
  expect(child?.metadata).toMatchObject({ name: "child" });
  expect(child?.metadata).not.toHaveProperty("ownerReferences");
});

test("an object with one remaining owner loses the reference to the deleted one", async () => {
  await using cluster = await startTestCluster(collector);
  const [gone, kept] = [await configMap(cluster, "gone"), await configMap(cluster, "kept")];
  await configMap(cluster, "child", [refTo(gone), refTo(kept)]);

  await cluster.client.delete(gone);

  const child = await cluster.until(ConfigMap, key("child"), (found) => found?.metadata.ownerReferences?.length === 1);
  expect(child?.metadata.ownerReferences).toEqual([refTo(kept)]);
});

test("an object is collected if the uid of its owner does not exist, even if another object has the name", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");

  await configMap(cluster, "child", [{ ...refTo(owner), uid: "of-nobody" }]);

  await cluster.untilGone(ConfigMap, key("child"));
});

test("an owner in another namespace counts as absent", async () => {
  await using cluster = await startTestCluster(collector);
  await cluster.client.create(Namespace, { metadata: { name: "other" } });
  const owner = await configMap(cluster, "owner", [], [], "other");

  await configMap(cluster, "child", [refTo(owner)]);

  await cluster.untilGone(ConfigMap, key("child"));
  await cluster.clock.advance(10_000);
  const events = await Array.fromAsync(cluster.client.list(Event, { namespace: "default" }));
  const { uid } = owner.metadata;
  expect(events.map(({ type, reason, note }) => [type, reason, note])).toEqual([
    [
      "Warning",
      "OwnerRefInvalidNamespace",
      `ownerRef [v1/ConfigMap, namespace: default, name: owner, uid: ${uid}] does not exist in namespace "default"`,
    ],
  ]);
});

test("a cluster-scoped owner can own namespaced objects", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await clusterRole(cluster, "owner");
  await configMap(cluster, "child", [refTo(owner)]);
  await cluster.clock.advance(60_000);
  const before = await cluster.client.get(ConfigMap, key("child"));

  await cluster.client.delete(owner);

  expect(before).toBeDefined();
  await cluster.untilGone(ConfigMap, key("child"));
});

test("a cluster-scoped object with a namespaced owner is never collected, because the namespace of the owner is unknown", async () => {
  await using cluster = await startTestCluster(collector);
  const owner = await configMap(cluster, "owner");
  await clusterRole(cluster, "child", [refTo(owner)]);

  await cluster.client.delete(owner);
  await cluster.clock.advance(600_000);

  await expect(cluster.client.get(ClusterRole, { name: "child" })).resolves.toBeDefined();
});

test("the dependents of a custom resource are collected, also when its definition is deleted", async () => {
  await using cluster = await startTestCluster(collector);
  await cluster.client.create(CustomResourceDefinition, widgetCrd);
  cluster.client.mapper.register(Widget);
  const one = await cluster.client.create(Unstructured, widget("one"));
  const two = await cluster.client.create(Unstructured, widget("two"));
  await configMap(cluster, "of-one", [refTo(one)]);
  await configMap(cluster, "of-two", [refTo(two)]);
  await cluster.clock.advance(1_000);

  await cluster.client.delete(one);
  await cluster.untilGone(ConfigMap, key("of-one"));
  await cluster.client.delete(CustomResourceDefinition, { name: "widgets.example.dev" });

  await cluster.untilGone(ConfigMap, key("of-two"));
});

test("an object whose owner's kind is not served is kept until the kind is served, and collected if the owner does not exist then", async () => {
  await using cluster = await startTestCluster(collector);
  const reference = { apiVersion: "example.dev/v1", kind: "Widget", name: "never", uid: "never" };
  await configMap(cluster, "child", [reference]);
  await cluster.clock.advance(60_000);
  const before = await cluster.client.get(ConfigMap, key("child"));

  await cluster.client.create(CustomResourceDefinition, widgetCrd);

  expect(before).toBeDefined();
  await cluster.untilGone(ConfigMap, key("child"));
});

test("objects that lost their owner while no collector ran are collected by the next one", async () => {
  await using cluster = await startTestCluster([]);
  const owner = await configMap(cluster, "owner");
  await configMap(cluster, "child", [refTo(owner)]);
  await cluster.client.delete(owner);
  const before = await cluster.client.get(ConfigMap, key("child"));

  await using later = await startTestCluster(collector, { transport: cluster.server.transport() });
  await later.clock.advance(1_000);

  expect(before).toBeDefined();
  await expect(cluster.client.get(ConfigMap, key("child"))).resolves.toBeUndefined();
});

const widgetCrd: CustomResourceDefinition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.dev" },
  spec: {
    group: "example.dev",
    scope: "Namespaced",
    names: { plural: "widgets", singular: "widget", kind: "Widget", listKind: "WidgetList" },
    versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: { type: "object" } } }],
  },
};

function key(name: string): { readonly namespace: string; readonly name: string } {
  return { namespace: "default", name };
}

function widget(name: string): KubernetesObject {
  return { apiVersion: `${Widget.group}/${Widget.version}`, kind: Widget.kind, metadata: key(name) };
}

function refTo(owner: Stored<KubernetesObject>): OwnerReference {
  // Not of `ownerReferenceTo`: the client would reject the references to owners in other namespaces.
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid };
}

async function configMap(
  { client }: TestCluster,
  name: string,
  ownerReferences: readonly OwnerReference[] = [],
  finalizers: readonly string[] = [],
  namespace = "default",
): Promise<Stored<ConfigMap>> {
  const metadata = { namespace, name, ownerReferences, finalizers };
  return await client.create(ConfigMap, { metadata });
}

async function clusterRole(
  { client }: TestCluster,
  name: string,
  ownerReferences: readonly OwnerReference[] = [],
): Promise<Stored<ClusterRole>> {
  const apiVersion = "rbac.authorization.k8s.io/v1";
  return await client.create(ClusterRole, {
    apiVersion,
    metadata: { name, ownerReferences },
    rules: [],
  });
}

async function removeFinalizers({ client }: TestCluster, name: string): Promise<void> {
  await client.patch(ConfigMap, key(name), { type: "merge", body: { metadata: { finalizers: null } } });
}
