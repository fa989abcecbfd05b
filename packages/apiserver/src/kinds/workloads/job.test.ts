import assert from "node:assert/strict";
import type { Job } from "@kubewright/api/batch/v1";
import { test } from "vitest";
import type { Cluster } from "../testdata/cluster.ts";
import { startCluster } from "../testdata/cluster.ts";

const jobs = "/apis/batch/v1/namespaces/default/jobs";
const warning =
  "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them " +
  "or set propagationPolicy=Orphan to suppress this warning";

async function withJob(): Promise<Cluster> {
  const cluster = startCluster();
  const template = { spec: { restartPolicy: "Never", containers: [{ name: "c", image: "i" }] } };
  await cluster.sendOk("POST", jobs, { metadata: { name: "j" }, spec: { template } });
  return cluster;
}

test("a delete of a Job without a propagation policy orphans its Pods, with a warning", async () => {
  const cluster = await withJob();

  const { status, body, warnings } = await cluster.send("DELETE", `${jobs}/j`);

  assert.deepEqual([status, warnings], [200, [warning]]);
  assert.deepEqual((body as Job).metadata?.finalizers, ["orphan"]);
});

test.for([
  ["in a collection", jobs, undefined, [warning]],
  ["in a dry run", `${jobs}/j?dryRun=All`, undefined, [warning]],
  ["that does not exist", `${jobs}/other`, undefined, [warning]],
  ["with a grace period", `${jobs}/j`, { gracePeriodSeconds: 3 }, [warning]],
  ["with the policy Background", `${jobs}/j`, { propagationPolicy: "Background" }, []],
  ["with `orphanDependents=false`", `${jobs}/j?orphanDependents=false`, undefined, []],
  ["with the policy Orphan", `${jobs}/j`, { propagationPolicy: "Orphan" }, []],
] as const)("a delete of a Job %s warns only without a propagation policy", async ([, path, body, expected]) => {
  const cluster = await withJob();

  assert.deepEqual((await cluster.send("DELETE", path, body)).warnings, expected);
});

test("Jobs can be selected by `status.successful`, and by no other field", async () => {
  const cluster = await withJob();
  const names = async (selector: string): Promise<readonly unknown[]> =>
    (await cluster.table(`${jobs}?fieldSelector=${selector}`)).map(([name]) => name);

  assert.deepEqual([await names("status.successful=0"), await names("status.successful=1")], [["j"], []]);
  const { status, message } = await cluster.send("GET", `${jobs}?fieldSelector=x=y`);
  assert.deepEqual([status, message], [400, 'field label "x" not supported for Job']);
});
