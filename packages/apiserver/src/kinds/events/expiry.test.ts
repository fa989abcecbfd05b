// Events of a server that keeps its objects in a directory, in virtual time.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { VirtualClock } from "@kubewright/async";
import { createSeededRandom, createVirtualClock } from "@kubewright/async";
import { discardBody } from "@kubewright/transport";
import { onTestFinished, test } from "vitest";
import type { ApiServer } from "../../api-server.ts";
import { openApiServer } from "../../open-api-server.ts";

const events = "/api/v1/namespaces/default/events";
const minute = 60_000;

interface DurableServer {
  readonly server: ApiServer;
  readonly clock: VirtualClock;
}

async function temporaryDirectory(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "kubewright-events-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return path.join(folder, "data");
}

async function start(directory: string, startTime: string): Promise<DurableServer> {
  const clock = createVirtualClock({ startTime: Date.parse(startTime) });
  return { clock, server: await openApiServer({ directory, clock, random: createSeededRandom("events") }) };
}

async function statusOf({ server }: DurableServer, name: string): Promise<number> {
  const response = await server.transport().request({ method: "GET", path: `${events}/${name}` });
  await discardBody(response);
  return response.status;
}

async function write({ server }: DurableServer, method: string, requestPath: string, body: object): Promise<void> {
  const response = await server.transport().request({
    method,
    path: requestPath,
    headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json" },
    body: JSON.stringify(body),
  });
  await discardBody(response);
  assert.ok(response.status < 300, String(response.status));
}

function create(durable: DurableServer, name: string): Promise<void> {
  const involvedObject = { namespace: "default", name: "x" };
  return write(durable, "POST", events, { metadata: { name }, involvedObject, message: "hello", count: 1 });
}

function patch(durable: DurableServer, name: string, body: object): Promise<void> {
  return write(durable, "PATCH", `${events}/${name}`, body);
}

test("an event expires at its original time after a restart from a directory", async () => {
  const directory = await temporaryDirectory();
  const first = await start(directory, "2026-11-20T12:00:00.900Z");
  await create(first, "e");
  await first.server[Symbol.asyncDispose]();

  const second = await start(directory, "2026-11-20T12:59:00.900Z");
  await second.clock.advance(minute - 1);
  const before = await statusOf(second, "e");
  await second.clock.advance(1);
  const after = await statusOf(second, "e");
  await second.server[Symbol.asyncDispose]();

  assert.deepEqual([before, after], [200, 404]);
});

test("an event that expired while no server was running does not exist after the restart", async () => {
  const directory = await temporaryDirectory();
  const first = await start(directory, "2026-11-20T12:00:00Z");
  await create(first, "expired");
  await first.clock.advance(minute);
  await create(first, "left");
  await first.server[Symbol.asyncDispose]();

  const second = await start(directory, "2026-11-20T13:00:00Z");
  const statuses = [await statusOf(second, "expired"), await statusOf(second, "left")];
  await second.server[Symbol.asyncDispose]();
  const third = await start(directory, "2026-11-20T12:30:00Z"); // After the wall clock was set back.
  const removed = await statusOf(third, "expired");
  await third.server[Symbol.asyncDispose]();

  assert.deepEqual(statuses, [404, 200]);
  assert.equal(removed, 404);
});

test("an update that removes a field restarts the lifetime, and an update that changes nothing does not", async () => {
  const directory = await temporaryDirectory();
  const first = await start(directory, "2026-11-20T12:00:00Z");
  await create(first, "changed");
  await create(first, "unchanged");
  await first.clock.advance(30 * minute);
  await patch(first, "changed", { message: null });
  await patch(first, "unchanged", { count: 1 });
  await first.server[Symbol.asyncDispose]();

  const second = await start(directory, "2026-11-20T13:00:00Z");
  const atOne = [await statusOf(second, "changed"), await statusOf(second, "unchanged")];
  await second.clock.advance(30 * minute);
  const atHalfPastOne = await statusOf(second, "changed");
  await second.server[Symbol.asyncDispose]();

  assert.deepEqual(atOne, [200, 404]);
  assert.equal(atHalfPastOne, 404);
});

test("managed fields of a client do not move the expiry of an event", async () => {
  const directory = await temporaryDirectory();
  const first = await start(directory, "2026-11-20T12:00:00Z");
  await create(first, "e");
  await first.clock.advance(30 * minute);
  await patch(first, "e", { count: 2, metadata: { managedFields: [] } });
  await first.server[Symbol.asyncDispose]();

  const second = await start(directory, "2026-11-20T13:00:00Z");
  await second.clock.advance(29 * minute);
  const before = await statusOf(second, "e");
  await second.clock.advance(minute);
  const after = await statusOf(second, "e");
  await second.server[Symbol.asyncDispose]();

  assert.deepEqual([before, after], [200, 404]);
});

test("an event whose deletion waits for finalizers does not expire, as in a kube-apiserver", async () => {
  const directory = await temporaryDirectory();
  const first = await start(directory, "2026-11-20T12:00:00Z");
  await create(first, "e");
  await patch(first, "e", { metadata: { finalizers: ["x.io/held"] } });
  await write(first, "DELETE", `${events}/e`, {});
  await first.clock.advance(2 * 60 * minute);
  const before = await statusOf(first, "e");
  await first.server[Symbol.asyncDispose]();

  const second = await start(directory, "2026-11-20T15:00:00Z");
  await second.clock.advance(2 * 60 * minute);
  const after = await statusOf(second, "e");
  await patch(second, "e", { metadata: { finalizers: null } });
  const released = await statusOf(second, "e");
  await second.server[Symbol.asyncDispose]();

  assert.deepEqual([before, after, released], [200, 200, 404]);
});
