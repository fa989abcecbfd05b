import assert from "node:assert/strict";
import type { Event as CoreEvent } from "@kubewright/api/core/v1";
import type { Event } from "@kubewright/api/events.k8s.io/v1";
import { test } from "vitest";
import { startCluster } from "../testdata/cluster.ts";

const coreEvents = "/api/v1/namespaces/default/events";
const newEvents = "/apis/events.k8s.io/v1/namespaces/default/events";
const aboutNothing = { metadata: { name: "e" }, involvedObject: { namespace: "default", name: "x" }, message: "hello" };

test("an event that is written in one view is read in the other", async () => {
  const cluster = startCluster();
  const { metadata } = await cluster.sendOk<CoreEvent>("POST", coreEvents, aboutNothing);
  const event = await cluster.sendOk<Event>("GET", `${newEvents}/e`);

  assert.equal(event.metadata?.uid, metadata?.uid);
  assert.equal(event.note, "hello");
  assert.deepEqual(event.regarding, { namespace: "default", name: "x" });
});

test("an event expires an hour after its last write", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", coreEvents, aboutNothing);
  await cluster.clock.advance(30 * 60_000);
  await cluster.sendOk("PATCH", `${coreEvents}/e`, { count: 2 }, "application/merge-patch+json");
  await cluster.sendOk("POST", coreEvents, { ...aboutNothing, metadata: { name: "later" } });

  await cluster.clock.advance(59 * 60_000);
  assert.equal((await cluster.send("GET", `${coreEvents}/e`)).status, 200);
  await cluster.clock.advance(60_000);
  assert.equal((await cluster.send("GET", `${coreEvents}/e`)).status, 404);
  assert.equal((await cluster.send("GET", `${newEvents}/later`)).status, 404);
});

test("events of a fork expire, too", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", coreEvents, aboutNothing);
  const fork = cluster.server.fork();

  await cluster.clock.advance(3600_000);
  const response = await fork.transport().request({ method: "GET", path: `${coreEvents}/e` });
  assert.equal(response.status, 404);
});

test("a server that is disposed leaves no timer behind", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", coreEvents, aboutNothing);
  await cluster.server[Symbol.asyncDispose]();

  assert.equal(cluster.clock.pendingTimers, 0);
});

test("restored events expire an hour after their last write, not after the restart", async () => {
  const cluster = startCluster();
  await cluster.sendOk("POST", coreEvents, aboutNothing);
  await cluster.sendOk("POST", coreEvents, { ...aboutNothing, metadata: { name: "rewritten" } });
  await cluster.clock.advance(20 * 60_000);
  await cluster.sendOk("PATCH", `${coreEvents}/rewritten`, { count: 2 }, "application/merge-patch+json");
  await cluster.clock.advance(20 * 60_000);
  const restarted = cluster.server.fork();
  const statusOf = async (name: string): Promise<number> =>
    (await restarted.transport().request({ method: "GET", path: `${coreEvents}/${name}` })).status;

  await cluster.clock.advance(20 * 60_000);
  assert.deepEqual([await statusOf("e"), await statusOf("rewritten")], [404, 200]);
  await cluster.clock.advance(20 * 60_000);
  assert.equal(await statusOf("rewritten"), 404);
});
