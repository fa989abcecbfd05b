// Long writes pause between their steps. Another writer may change the object meanwhile, and neither of the two is lost.
import assert from "node:assert/strict";
import { beforeEach, test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";
import type { BusyClock } from "../testdata/busy-clock.ts";
import { createBusyClock } from "../testdata/busy-clock.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const strategicPatch = "application/strategic-merge-patch+json";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";

interface ConfigMap {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
  readonly data: Readonly<Record<string, string>>;
}

let cluster: Cluster;
let clock: BusyClock;

beforeEach(async () => {
  clock = createBusyClock();
  cluster = startCluster({ clock });
  await cluster.sendOk("POST", maps, map("m", { kept: "0" }));
  clock.readingMs = 11; // Each step takes longer than a slice.
});

function map(name: string, data: object): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data };
}

async function dataOf(name: string): Promise<unknown> {
  clock.readingMs = 0;
  return (await cluster.sendOk<ConfigMap>("GET", `${maps}/${name}`)).data;
}

function statusesOf(responses: readonly { readonly status: number }[]): readonly number[] {
  return responses.map(({ status }) => status).toSorted((a, b) => a - b);
}

test.for([
  ["merge patches", mergePatch, [{ data: { a: "1" } }, { data: { b: "2" } }]],
  ["strategic merge patches", strategicPatch, [{ data: { a: "1" } }, { data: { b: "2" } }]],
  [
    "JSON patches",
    jsonPatch,
    ["a", "b"].map((key, index) => [{ op: "add", path: `/data/${key}`, value: `${index + 1}` }]),
  ],
] as const)(
  "of two %s that pause at the same time, the second one changes the result of the first",
  async ([, type, bodies]) => {
    const responses = await Promise.all(bodies.map((body) => cluster.send("PATCH", `${maps}/m`, body, type)));

    assert.deepEqual(statusesOf(responses), [200, 200]);
    assert.ok(clock.turns > 10, `${clock.turns} turns`);
    assert.deepEqual(await dataOf("m"), { kept: "0", a: "1", b: "2" });
  },
);

test("of two applies of different managers that pause at the same time, both keep their fields", async () => {
  const responses = await Promise.all(
    ["a", "b"].map((key) => cluster.send("PATCH", `${maps}/m?fieldManager=${key}`, map("m", { [key]: "1" }), apply)),
  );

  assert.deepEqual(statusesOf(responses), [200, 200]);
  assert.deepEqual(await dataOf("m"), { kept: "0", a: "1", b: "1" });
});

test("of two applies of one field by different managers that pause at the same time, one conflicts", async () => {
  const responses = await Promise.all(
    ["a", "b"].map((key) => cluster.send("PATCH", `${maps}/m?fieldManager=${key}`, map("m", { x: key }), apply)),
  );

  assert.deepEqual(statusesOf(responses), [200, 409]);
});

test("of two updates of one version that pause at the same time, one conflicts", async () => {
  clock.readingMs = 0;
  const { metadata } = await cluster.sendOk<ConfigMap>("GET", `${maps}/m`);
  clock.readingMs = 11;

  const responses = await Promise.all(
    ["1", "2"].map((a) => cluster.send("PUT", `${maps}/m`, { ...map("m", { a }), metadata })),
  );

  assert.deepEqual(statusesOf(responses), [200, 409]);
});

test("of two creates of one name that pause at the same time, one is stored", async () => {
  const responses = await Promise.all(["1", "2"].map((a) => cluster.send("POST", maps, map("n", { a }))));

  assert.deepEqual(statusesOf(responses), [201, 409]);
});

test("two creates of different names that pause at the same time get different versions, which reads return", async () => {
  const names = ["n1", "n2", "n3"];
  const created = await Promise.all(names.map((name) => cluster.sendOk<ConfigMap>("POST", maps, map(name, {}))));
  clock.readingMs = 0;

  const read = await Promise.all(names.map((name) => cluster.sendOk<ConfigMap>("GET", `${maps}/${name}`)));

  assert.deepEqual(read, created);
  assert.equal(new Set(read.map(({ metadata }) => metadata.resourceVersion)).size, names.length);
});

test("a patch that pauses finds that its object has been deleted", async () => {
  const patching = cluster.send("PATCH", `${maps}/m`, { data: { a: "1" } }, mergePatch);
  const deleting = cluster.send("DELETE", `${maps}/m`);

  assert.deepEqual([(await deleting).status, (await patching).status], [200, 404]);
});

test.for([
  ["create", { method: "POST", path: maps, body: map("n", { a: "1" }) }, "n", undefined, { a: "1" }],
  ["PUT", { method: "PUT", path: `${maps}/m`, body: map("m", { a: "1" }) }, "m", { kept: "0" }, { a: "1" }],
  [
    "merge patch",
    { method: "PATCH", path: `${maps}/m`, body: { data: { a: "1" } }, type: mergePatch },
    "m",
    { kept: "0" },
    { kept: "0", a: "1" },
  ],
  [
    "apply",
    { method: "PATCH", path: `${maps}/m?fieldManager=f`, body: map("m", { a: "1" }), type: apply },
    "m",
    { kept: "0" },
    { kept: "0", a: "1" },
  ],
] as const)(
  "a client that disconnects in any pause of its %s leaves the object as it was, or with the whole write",
  async ([, { method, path, body, ...headers }, name, before, after]) => {
    const seen: unknown[] = [];
    for (let turn = 1; ; turn++) {
      await cluster.send("DELETE", `${maps}/${name}`);
      clock.readingMs = 0;
      if (before !== undefined) await cluster.sendOk("POST", maps, map(name, before));
      const client = new AbortController();
      clock.disconnectAt = { turn: clock.turns + turn, client };
      clock.readingMs = 11;
      const type = "type" in headers ? headers.type : "application/json";
      const request = {
        method,
        path,
        body: JSON.stringify(body),
        headers: { "content-type": type },
        signal: client.signal,
      };
      const isAnswered = await cluster.server
        .transport()
        .request(request)
        .then(
          () => true,
          () => false,
        );
      clock.disconnectAt = undefined;
      clock.readingMs = 0;
      const { status, body: found } = await cluster.send("GET", `${maps}/${name}`);
      seen.push(status === 404 ? undefined : (found as ConfigMap).data);
      if (isAnswered) break;
    }

    assert.ok(seen.length > 5, `${seen.length} pauses`);
    const stored = seen.findIndex((data) => JSON.stringify(data) === JSON.stringify(after));
    assert.deepEqual(seen.slice(0, stored), seen.slice(0, stored).fill(before));
    assert.deepEqual(seen.slice(stored), seen.slice(stored).fill(after));
  },
);
