import assert from "node:assert/strict";

import { createVirtualClock } from "@kubewright/async";
import type { VirtualClock } from "@kubewright/async";
import { bodyOf, isTransportError } from "@kubewright/transport";
import type { Transport, TransportRequest, TransportResponse } from "@kubewright/transport";
import { test } from "vitest";

import type { Client } from "../client/client.ts";
import { createClient } from "../client/create-client.ts";
import { answerJson } from "../testdata/fake-transport.ts";
import { key, MyJob, path, stored } from "../testdata/fixture.ts";

test("a request without a response fails after 65 s and names method, path and limit", async () => {
  const { client, clock } = clientOf(silent);

  const failed = client.get(MyJob, key).catch((error: unknown) => error);
  await clock.advance(64_999);
  assert.equal(clock.pendingTimers, 1);
  await clock.advance(1);
  const error = await failed;

  assert.ok(isTransportError(error));
  assert.equal(
    error.message,
    `Cannot get MyJob "default/pi": the server did not complete its response to GET "${path}/pi" within 65000 ms`,
  );
  assert.deepEqual([error.kind, error.mayHaveBeenProcessed], ["timeout", true]);
  assert.equal(clock.pendingTimers, 0);
});

test.each([
  ["get", (client: Client) => client.get(MyJob, key)],
  ["list", (client: Client) => Array.fromAsync(client.list(MyJob))],
  ["create", (client: Client) => client.create(MyJob, { metadata: { ...key, name: "new" } })],
  ["update", (client: Client) => client.update(MyJob, stored)],
  ["patch", (client: Client) => client.patch(stored, { type: "merge", body: {} })],
  ["delete", (client: Client) => client.delete(stored)],
  ["deleteAllOf", (client: Client) => client.deleteAllOf(MyJob, { namespace: "default" })],
])("%s has the limit of the client, also if the body of the response stops", async (_verb, send) => {
  for (const answer of [silent, stopsWithinBody]) {
    const { client, clock } = clientOf(answer, { requestTimeoutMs: 5_000 });

    const failed = send(client).catch((error: unknown) => error);
    await clock.advance(5_000);

    assert.match(String(await failed), /within 5000 ms/u);
    assert.equal(clock.pendingTimers, 0);
  }
});

test("a call may have its own limit, or none", async () => {
  const { client, clock } = clientOf(silent);
  const settled: string[] = [];

  client.get(MyJob, key, { timeoutMs: 100_000 }).catch(() => settled.push("100 s"));
  client.get(MyJob, key, { timeoutMs: 0 }).catch(() => settled.push("none"));
  await clock.advance(99_999);
  assert.deepEqual(settled, []);
  await clock.advance(1_000_000);

  assert.deepEqual(settled, ["100 s"]);
  await assert.rejects(client.get(MyJob, key, { timeoutMs: Number.NaN }), /timeoutMs is NaN/u);
});

test("a list may take any time at its reader: only waits for the server count", async () => {
  const items = Array.from({ length: 3 }, (_, index) => ({
    ...stored,
    metadata: { ...stored.metadata, name: `${index}` },
  }));
  const { client, clock } = clientOf(async () => ({
    status: 200,
    headers: {},
    body: inParts(JSON.stringify({ metadata: { resourceVersion: "9" }, items }), clock),
  }));

  const names: string[] = [];
  const reading = (async () => {
    for await (const { metadata } of client.list(MyJob)) {
      names.push(metadata.name);
      await clock.sleep(600_000);
    }
  })();
  await clock.advance(3_600_000);
  await reading;

  assert.deepEqual(names, ["0", "1", "2"]);
  assert.equal(clock.pendingTimers, 0);
});

test("a watch ends 30 s after the time at which the server should have ended it, without an error", async () => {
  const { client, clock } = clientOf(stopsWithinBody);
  let ended = false;

  const reading = Array.fromAsync(client.raw.watch(MyJob, { timeoutSeconds: 300 })).finally(() => (ended = true));
  await clock.advance(329_999);
  assert.equal(ended, false);
  await clock.advance(1);

  assert.deepEqual(await reading, []);
  assert.equal(clock.pendingTimers, 0);
});

test("a watch whose response does not begin fails at the same time", async () => {
  const { client, clock } = clientOf(silent);

  const failed = Array.fromAsync(client.watch(MyJob, { timeoutSeconds: 300 })).catch((error: unknown) => error);
  await clock.advance(330_000);

  assert.match(String(await failed), /Cannot watch myjobs: .* within 330000 ms/u);
});

test("raw.send has no limit unless the call sets one", async () => {
  const { client, clock } = clientOf(silent);

  void client.raw.send({ method: "GET", path: "/logs" }).catch(() => {});
  await clock.advance(3_600_000);
  assert.equal(clock.pendingTimers, 0);
  const failed = client.raw.send({ method: "GET", path: "/logs", timeoutMs: 10 }).catch((error: unknown) => error);
  await clock.advance(10);

  assert.match(String(await failed), /GET "\/logs" within 10 ms/u);
});

function clientOf(
  answer: (request: TransportRequest) => Promise<TransportResponse>,
  options: { readonly requestTimeoutMs?: number } = {},
): { readonly client: Client; readonly clock: VirtualClock } {
  const clock = createVirtualClock();
  const transport: Transport = {
    request: answer,
    upgrade: () => Promise.reject(new Error("no upgrades")),
    [Symbol.asyncDispose]: async () => {},
  };
  return { client: createClient({ transport, clock, types: [MyJob], ...options }), clock };
}

async function silent({ signal }: TransportRequest): Promise<TransportResponse> {
  return await untilAborted(signal);
}

async function stopsWithinBody({ signal }: TransportRequest): Promise<TransportResponse> {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode("{");
    await untilAborted(signal);
  }
  return { ...answerJson({}), body: body() };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

async function* inParts(text: string, clock: VirtualClock): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 100) {
    await clock.sleep(60_000);
    yield* bodyOf(text.slice(at, at + 100));
  }
}
