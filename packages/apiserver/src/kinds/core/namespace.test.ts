import assert from "node:assert/strict";
import type { Namespace } from "@kubewright/api/core/v1";
import { test } from "vitest";
import { mergePatch, startCluster } from "../testdata/cluster.ts";

const namespaces = "/api/v1/namespaces";

test("a deleted namespace rejects creates, and is removed when it is finalized", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", namespaces, { metadata: { name: "n1" } });
  await cluster.sendOk("POST", `${namespaces}/n1/configmaps`, { metadata: { name: "old" } });
  const deleted = await cluster.sendOk<Namespace>("DELETE", `${namespaces}/n1`);

  assert.equal(deleted.status?.phase, "Terminating");
  assert.equal(deleted.metadata?.deletionGracePeriodSeconds, undefined);
  const rejected = await cluster.send("POST", `${namespaces}/n1/configmaps`, { metadata: { name: "y" } });
  assert.equal(rejected.status, 403);
  assert.equal(
    rejected.message,
    'configmaps "y" is forbidden: unable to create new content in namespace n1 because it is being terminated',
  );
  await cluster.sendOk("PATCH", `${namespaces}/n1/configmaps/old`, { data: { a: "b" } }, mergePatch);
  await cluster.sendOk("DELETE", `${namespaces}/n1/configmaps/old`);
  assert.equal((await cluster.send("GET", `${namespaces}/n1`)).status, 200);

  await cluster.sendOk("PUT", `${namespaces}/n1/finalize`, { metadata: { name: "n1" }, spec: {} });
  assert.equal((await cluster.send("GET", `${namespaces}/n1`)).status, 404);
});

test.for([
  ["has no options", undefined],
  ["has the propagation policy Foreground", { propagationPolicy: "Foreground" }],
  ["has a grace period", { gracePeriodSeconds: 5 }],
] as const)("another delete that %s does not change a terminating namespace", async ([, body]) => {
  const cluster = startCluster();
  await cluster.sendOk("POST", namespaces, { metadata: { name: "n1" } });
  const first = await cluster.sendOk<Namespace>("DELETE", `${namespaces}/n1`);
  await cluster.clock.advance(5000);

  const again = await cluster.send("DELETE", `${namespaces}/n1`, body);

  assert.equal(again.status, 200);
  assert.deepEqual(again.body, first);
  assert.deepEqual((await cluster.send("GET", `${namespaces}/n1`)).body, first);
});

test("a finalized namespace with a finalizer in its metadata waits for this finalizer", async () => {
  const cluster = startCluster();
  const metadata = { name: "n1", finalizers: ["x.io/y"] };
  await cluster.sendOk("POST", namespaces, { metadata });
  await cluster.sendOk("DELETE", `${namespaces}/n1`);
  await cluster.sendOk("PUT", `${namespaces}/n1/finalize`, { metadata, spec: {} });
  assert.equal((await cluster.send("GET", `${namespaces}/n1`)).status, 200);

  await cluster.sendOk("PATCH", `${namespaces}/n1`, { metadata: { finalizers: null } }, mergePatch);
  assert.equal((await cluster.send("GET", `${namespaces}/n1`)).status, 404);
});

test.for(["default", "kube-system", "kube-public"])("the namespace %s may not be deleted", async (name) => {
  const response = await startCluster().send("DELETE", `${namespaces}/${name}`);

  assert.equal(response.status, 403);
  assert.equal(response.message, `namespaces "${name}" is forbidden: this namespace may not be deleted`);
});
