import assert from "node:assert/strict";
import type { Pod } from "@kubewright/api/core/v1";
import { test } from "vitest";
import type { Cluster } from "../testdata/cluster.ts";
import { startCluster } from "../testdata/cluster.ts";

const namespace = "/api/v1/namespaces/default";
const bindings = `${namespace}/bindings`;

async function withPod(): Promise<Cluster> {
  const cluster = startCluster();
  const containers = [{ name: "c", image: "i" }];
  await cluster.sendOk("POST", `${namespace}/pods`, { metadata: { name: "p" }, spec: { containers } });
  return cluster;
}

function binding(metadata: object): object {
  return { apiVersion: "v1", kind: "Binding", metadata, target: { kind: "Node", name: "n1" } };
}

async function nodeOf(cluster: Cluster): Promise<string | undefined> {
  return (await cluster.sendOk<Pod>("GET", `${namespace}/pods/p`)).spec?.nodeName;
}

test("a binding that is posted to bindings binds the Pod with its name to a node, once", async () => {
  const cluster = await withPod();

  const tried = await cluster.send("POST", `${bindings}?dryRun=All`, binding({ name: "p" }));
  assert.deepEqual([tried.status, await nodeOf(cluster)], [201, undefined]);

  const bound = await cluster.send("POST", bindings, binding({ name: "p" }));
  assert.deepEqual([bound.status, await nodeOf(cluster)], [201, "n1"]);
  assert.deepEqual(bound.body, { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success", code: 201 });

  const again = await cluster.send("POST", bindings, binding({ name: "p" }));
  assert.equal(again.status, 409);
  assert.equal(
    again.message,
    'Operation cannot be fulfilled on pods/binding "p": pod p is already assigned to node "n1"',
  );
});

test.for([
  ["POST", bindings, {}, 400, "Name parameter required."],
  ["POST", bindings, { name: "other" }, 404, 'pods "other" not found'],
  ["POST", "/api/v1/namespaces/none/bindings", { name: "p" }, 404, 'namespaces "none" not found'],
  ["POST", "/api/v1/bindings", { name: "p" }, 404, "the server could not find the requested resource"],
  ["GET", `${bindings}/p`, undefined, 404, "the server could not find the requested resource"],
  ["GET", bindings, undefined, 405, "the server does not allow this method on the requested resource"],
  ["DELETE", bindings, undefined, 405, "the server does not allow this method on the requested resource"],
] as const)("%s %s of %j is answered with %i: %s", async ([method, path, metadata, expected, text]) => {
  const cluster = await withPod();
  const { status, message } = await cluster.send(method, path, metadata && binding(metadata));

  assert.deepEqual([status, message], [expected, text]);
});

test.for([
  [{ name: "p", uid: "other" }, "UID in precondition: other, UID in object meta: "],
  [{ name: "p", resourceVersion: "1" }, "ResourceVersion in precondition: 1, ResourceVersion in object meta: "],
] as const)("a binding of another uid or version of its Pod is rejected: %j", async ([metadata, text]) => {
  const cluster = await withPod();

  const { status, message = "" } = await cluster.send("POST", `${namespace}/pods/p/binding`, binding(metadata));

  assert.equal(status, 409);
  assert.ok(
    message.startsWith(
      'Operation cannot be fulfilled on pods "p": StorageError: invalid object, Code: 4, Key: /registry/pods/default/p, ',
    ),
  );
  assert.ok(message.includes(text), message);
  assert.equal(await nodeOf(cluster), undefined);
});

test("discovery lists bindings with the verb create only", async () => {
  const { resources } = await startCluster().sendOk<{ resources: readonly { name: string }[] }>("GET", "/api/v1");

  assert.deepEqual(resources[0], {
    name: "bindings",
    singularName: "binding",
    namespaced: true,
    kind: "Binding",
    verbs: ["create"],
  });
});
