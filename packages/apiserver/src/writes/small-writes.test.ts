// Small writes are most of the requests of a cluster, and a generator costs about a microsecond of their time. Only long work may use generators.
import { expect, test } from "vitest";
import type { Cluster } from "../kinds/testdata/cluster.ts";
import { mergePatch, startCluster } from "../kinds/testdata/cluster.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const jsonPatch = "application/json-patch+json";
const apply = "application/apply-patch+yaml";

function map(name: string, a = "1"): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, labels: { app: "x" } }, data: { a } };
}

/** The number of generators that begin to run during a request. */
async function generatorsOf(cluster: Cluster, ...request: Parameters<Cluster["sendOk"]>): Promise<number> {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf((function* () {})())) as Generator;
  const { next } = prototype;
  const begun = new WeakSet<object>();
  let count = 0;
  prototype.next = function (...values) {
    if (!begun.has(this)) count++;
    begun.add(this);
    return next.apply(this, values);
  };
  try {
    await cluster.sendOk(...request);
  } finally {
    prototype.next = next;
  }
  return count;
}

test.for<[string, ...Parameters<Cluster["sendOk"]>]>([
  ["create", "POST", maps, map("new")],
  ["update", "PUT", `${maps}/old`, map("old", "2")],
  ["merge patch", "PATCH", `${maps}/old`, { data: { a: "2" } }, mergePatch],
  ["JSON patch", "PATCH", `${maps}/old`, [{ op: "replace", path: "/data/a", value: "2" }], jsonPatch],
  ["apply", "PATCH", `${maps}/applied?fieldManager=a`, map("applied", "2"), apply],
])("a small %s runs no generator", async ([, ...request]) => {
  const cluster = startCluster();
  await cluster.sendOk("POST", maps, map("old"));
  await cluster.sendOk("PATCH", `${maps}/applied?fieldManager=a`, map("applied"), apply);

  expect(await generatorsOf(cluster, ...request)).toBe(0);
});
