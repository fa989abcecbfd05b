// Objects in a version that their definition no longer has: a user has removed it from `status.storedVersions` and from the spec without migrating
// them. The messages are those of kube-apiserver 1.36.
import { expect, test } from "vitest";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";
import type { Cluster } from "../kinds/testdata/cluster.ts";

const definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const gadgets = "/apis/x.io/v1/namespaces/default/gadgets";

function definition(storage: string, ...names: readonly string[]): object {
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  const versions = names.map((name) => ({ name, served: true, storage: name === storage, schema }));
  const metadata = { name: "gadgets.x.io" };
  return {
    metadata,
    spec: { group: "x.io", scope: "Namespaced", names: { plural: "gadgets", kind: "Gadget" }, versions },
  };
}

async function removeVersion(cluster: Cluster, removed: string, ...kept: readonly string[]): Promise<void> {
  const path = `${definitions}/gadgets.x.io`;
  const patches: readonly (readonly [string, object])[] = [
    [path, definition("v1", ...kept, removed)],
    [`${path}/status`, { status: { storedVersions: ["v1"] } }],
    [path, definition("v1", ...kept)],
  ];
  for (const [to, patch] of patches) expect((await cluster.send("PATCH", to, patch, mergePatch)).status).toBe(200);
}

async function startWithRemoved(count: number, ...kept: readonly string[]): Promise<Cluster> {
  const cluster = startCluster();
  await cluster.sendOk("POST", definitions, definition("v2", ...kept, "v2"));
  for (let index = 0; index < count; index++) {
    const body = { apiVersion: "x.io/v2", kind: "Gadget", metadata: { name: `g-${index}` } };
    await cluster.sendOk("POST", gadgets.replace("v1", "v2"), body);
  }
  await removeVersion(cluster, "v2", ...kept);
  return cluster;
}

const invalid = "request to convert CR from an invalid group/version: x.io/v2";

test.for([[["v1"]], [["v1", "v3"]]])(
  "objects of a removed version cannot be read, with the versions %j",
  async ([kept = []]) => {
    const cluster = await startWithRemoved(1, ...kept);
    const reads = [
      await cluster.send("GET", `${gadgets}/g-0`),
      await cluster.send("PATCH", `${gadgets}/g-0`, { spec: {} }, mergePatch),
      await cluster.send("DELETE", `${gadgets}/g-0`),
      await cluster.send("DELETE", gadgets),
    ];
    const lists = [await cluster.send("GET", gadgets), await cluster.send("GET", `${gadgets}?watch=1`)];

    expect(reads.map(({ status, body }) => [status, body])).toEqual(
      reads.map(() => [
        500,
        { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message: invalid, code: 500 },
      ]),
    );
    const message = `storage is (re)initializing: failed to list x.io/v1, Kind=Gadget: ${invalid}`;
    expect(lists.map(({ status, body }) => [status, body])).toMatchObject(lists.map(() => [429, { message }]));
  },
);

test("other objects can be read, and the objects of the removed version once it is defined again", async () => {
  const cluster = await startWithRemoved(1, "v1");
  const other = { apiVersion: "x.io/v1", kind: "Gadget", metadata: { name: "other" } };
  await cluster.sendOk("POST", gadgets, other);
  expect((await cluster.send("GET", `${gadgets}/other`)).status).toBe(200);

  await cluster.send("PATCH", `${definitions}/gadgets.x.io`, definition("v1", "v1", "v2"), mergePatch);

  const { items } = await cluster.sendOk<{ items: readonly { metadata: object }[] }>("GET", gadgets);
  expect(items.map(({ metadata }) => metadata)).toMatchObject([{ name: "g-0" }, { name: "other" }]);
});

test("a definition is deleted with any number of objects of a removed version", async () => {
  const cluster = await startWithRemoved(300, "v1");

  expect((await cluster.send("DELETE", `${definitions}/gadgets.x.io`)).status).toBe(200);
  await cluster.clock.advance(1000);

  expect((await cluster.send("GET", `${definitions}/gadgets.x.io`)).status).toBe(404);
});
