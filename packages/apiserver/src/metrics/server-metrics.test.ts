import assert from "node:assert/strict";
import { test } from "vitest";
import { startCluster } from "../kinds/testdata/cluster.ts";

test("objects are counted by kind when the metrics are read", async () => {
  const { sendOk } = startCluster();
  await sendOk("POST", "/api/v1/namespaces", { metadata: { name: "n" } });

  const lines = (await sendOk<string>("GET", "/metrics")).split("\n");

  for (const line of [
    'apiserver_storage_objects{resource="namespaces"} 5',
    'apiserver_storage_objects{resource="flowschemas.flowcontrol.apiserver.k8s.io"} 11',
    'apiserver_resource_objects{group="",resource="namespaces"} 5',
    'apiserver_resource_objects{group="apps",resource="deployments"} 0',
    "process_start_time_seconds 1795176000",
  ]) {
    assert.ok(lines.includes(line), line);
  }
});

test("unknown methods and subresources get no series", async () => {
  const { sendOk, send } = startCluster();
  await send("BREW", "/livez");
  await send("GET", "/api/v1/namespaces/default/configmaps/c/made-up");

  const text = await sendOk<string>("GET", "/metrics");

  assert.ok(text.includes('subresource="/livez",scope="",component="",code="200"'), text);
  assert.ok(text.includes('verb="OTHER"'));
  assert.ok(!text.includes("BREW") && !text.includes("made-up"));
});

test.for(["/debug/pprof", "/debug/pprof/", "/debug/pprof/heap", "/metrics/", "/metrics/none"])(
  "%s is answered with 404, as by a kube-apiserver with --profiling=false",
  async (path) => {
    const { status, body } = await startCluster().send("GET", path);

    assert.deepEqual([status, body], [404, "404 page not found\n"]);
  },
);
