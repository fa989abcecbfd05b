import assert from "node:assert/strict";
import type { Lease } from "@kubewright/api/coordination.k8s.io/v1";
import { readText } from "@kubewright/transport";
import { test } from "vitest";
import { startCluster } from "../kinds/testdata/cluster.ts";

const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const minuteMs = 60_000;

async function renewTimes(cluster: ReturnType<typeof startCluster>): Promise<readonly (string | undefined)[]> {
  const { items } = await cluster.sendOk<{ readonly items: readonly Lease[] }>("GET", leases);
  return items.map(({ spec }) => spec?.renewTime);
}

test("a server has a Lease with the labels of its identity", async () => {
  const { items } = await startCluster().sendOk<{ readonly items: readonly Lease[] }>("GET", leases);

  const [lease] = items;
  assert.equal(items.length, 1);
  assert.deepEqual(lease?.metadata?.labels, {
    "apiserver.kubernetes.io/identity": "kube-apiserver",
    "kubernetes.io/hostname": "localhost",
  });
  assert.equal(lease?.spec?.leaseDurationSeconds, 3600);
  assert.match(lease?.spec?.holderIdentity ?? "", /^apiserver-[a-z2-7]{26}_[-0-9a-f]{36}$/u);
});

test("the first request after half of its duration renews the Lease", async () => {
  const cluster = startCluster();

  await cluster.clock.advance(29 * minuteMs);
  const early = await renewTimes(cluster);
  await cluster.clock.advance(minuteMs);
  const late = await renewTimes(cluster);

  assert.deepEqual(early, ["2026-11-20T12:00:00.000000Z"]);
  assert.deepEqual(late, ["2026-11-20T12:30:00.000000Z"]);
});

test("a server without requests sets no timer for its Lease", () => {
  assert.equal(startCluster().clock.pendingTimers, 0);
});

test("a fork keeps the Lease and renews it when it is due", async () => {
  const cluster = startCluster();
  await cluster.clock.advance(20 * minuteMs);
  await using fork = cluster.server.fork();
  const before = fork.revision;

  const get = { method: "GET", path: leases };
  await readText(await fork.transport().request(get));
  const unchanged = fork.revision;
  await cluster.clock.advance(10 * minuteMs);
  const text = await readText(await fork.transport().request(get));

  assert.equal(unchanged, before);
  assert.match(text, /"renewTime":"2026-11-20T12:30:00.000000Z"/u);
});
