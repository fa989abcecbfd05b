// Quotas and hostile amounts. tests/differential and tests/contract compare quotas with a kube-apiserver.
import assert from "node:assert/strict";
import { test } from "vitest";
import { mergePatch, startCluster } from "../../../kinds/testdata/cluster.ts";
import type { Cluster } from "../../../kinds/testdata/cluster.ts";

const core = "/api/v1/namespaces/default";

async function withQuota(hard: Readonly<Record<string, string>>, used: object): Promise<Cluster> {
  const cluster = startCluster();
  await cluster.sendOk("POST", `${core}/resourcequotas`, { metadata: { name: "q" }, spec: { hard } });
  await cluster.sendOk("PATCH", `${core}/resourcequotas/q/status`, { status: { hard, used } }, mergePatch);
  return cluster;
}

function pod(...cpus: readonly string[]): object {
  const containers = cpus.map((cpu, index) => ({ name: `c${index}`, image: "i", resources: { requests: { cpu } } }));
  return { metadata: { name: "p" }, spec: { containers } };
}

test("requests that are too large to be added are rejected without an internal error", async () => {
  const cluster = await withQuota({ cpu: "5" }, { cpu: "250m" });

  const { status, message } = await cluster.send("POST", `${core}/pods`, pod("1e5000"));

  assert.equal(status, 403);
  const why = "Cannot add quantities: exponents are -3 and 4998, expected at most 1000 apart";
  assert.equal(message, `pods "p" is forbidden: ${why}`);
});

test("limits that are too large to be added are rejected without an internal error", async () => {
  const cluster = startCluster();
  const limits = [{ type: "Pod", min: { cpu: "1" } }];
  await cluster.sendOk("POST", `${core}/limitranges`, { metadata: { name: "l" }, spec: { limits } });

  const { status } = await cluster.send("POST", `${core}/pods`, pod("1", "1e1000000000"));

  assert.equal(status, 403);
});

test("a disabled plugin changes no usage", async () => {
  const cluster = startCluster({ disableAdmissionPlugins: ["ResourceQuota", "ServiceAccount"] });
  await cluster.sendOk("POST", `${core}/resourcequotas`, { metadata: { name: "q" }, spec: { hard: { secrets: "0" } } });
  const status = { hard: { secrets: "0" }, used: { secrets: "0" } };
  await cluster.sendOk("PATCH", `${core}/resourcequotas/q/status`, { status }, mergePatch);

  assert.equal((await cluster.send("POST", `${core}/secrets`, { metadata: { name: "s" } })).status, 201);
});
