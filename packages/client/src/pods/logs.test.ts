import assert from "node:assert/strict";

import { isApiError } from "@kubewright/apimachinery";
import { bodyOf } from "@kubewright/transport";
import { test } from "vitest";

import { createFixture } from "../testdata/fixture.ts";
import { startPodServer } from "../testdata/pod-server.ts";
import { logBytes, logs } from "./logs.ts";

const key = { namespace: "default", name: "web" };
const lines = ["one", "two", "three"].map((text) => ({ timeMs: Date.parse("2026-11-20T11:59:00Z"), text }));

test("logs() yields the lines that the options select, from the container that they name", async () => {
  await using pod = await startPodServer({
    logs: ({ container }, { previous }) => ({
      lines: previous ? [{ timeMs: 0, text: "before" }] : container === "main" ? lines : [],
    }),
  });
  const read = (options: object) => Array.fromAsync(logs(pod.client, key, { container: "main", ...options }));

  assert.deepEqual(await read({}), ["one", "two", "three"]);
  assert.deepEqual(await read({ tailLines: 1, timestamps: true }), ["2026-11-20T11:59:00.000000000Z three"]);
  assert.deepEqual(await read({ tailLines: 0 }), []);
  assert.deepEqual(await read({ previous: true }), ["before"]);
  assert.deepEqual(await read({ limitBytes: 5 }), ["one", "t"]);
  assert.deepEqual(await read({ sinceTime: "2030-01-01T00:00:00Z" }), []);
  assert.deepEqual(await read({ container: "side" }), []);
});

test("leaving the loop over a followed log ends the request on the server", async () => {
  const ended = Promise.withResolvers<void>();
  await using pod = await startPodServer({
    logs: () => ({
      lines,
      follow: async function* () {
        try {
          yield { timeMs: 0, text: "four" };
          await ended.promise;
        } finally {
          ended.resolve();
        }
      },
    }),
  });
  const read: string[] = [];

  for await (const line of logs(pod.client, key, { container: "main", follow: true, tailLines: 1 })) {
    read.push(line);
    if (read.length === 2) break;
  }

  assert.deepEqual(read, ["three", "four"]);
  await ended.promise;
});

test("an abort ends a followed log with its reason", async () => {
  await using pod = await startPodServer({
    logs: ({ ended }) => ({
      lines,
      follow: async function* (signal) {
        await ended(signal);
        yield* [];
      },
    }),
  });
  const end = new AbortController();
  const reason = new Error("enough");
  const reading = logs(pod.client, key, { container: "main", follow: true, signal: end.signal });
  for (const _ of lines) await reading.next();
  const next = reading.next();

  end.abort(reason);

  await assert.rejects(next, (error) => error === reason);
});

test("a container that does not exist is an ApiError, and two starts of the log are a TypeError", async () => {
  await using pod = await startPodServer({ logs: () => ({ lines }) });

  await assert.rejects(
    logs(pod.client, key, { container: "none" }).next(),
    (error) => isApiError(error) && error.message.endsWith("container none is not valid for pod web"),
  );
  await assert.rejects(logs(pod.client, key, { sinceSeconds: 1, sinceTime: "2026-01-01T00:00:00Z" }).next(), {
    name: "TypeError",
    message: `Cannot read the log of Pod "default/web": sinceSeconds is 1 and sinceTime is "2026-01-01T00:00:00Z", only one may be set`,
  });
});

test("lines are complete, however their bytes are split into chunks, and a line break at the end adds no line", async () => {
  const text = Buffer.from("größe\r\n\nlast\n");
  const chunks = Array.from(text, (byte) => Uint8Array.of(byte));
  const { client, requests } = createFixture(() => ({ status: 200, headers: {}, body: bodyOf(...chunks) }));

  assert.deepEqual(await Array.fromAsync(logs(client, key)), ["größe", "", "last"]);
  assert.deepEqual(Buffer.concat(await Array.fromAsync(logBytes(client, key))), text);
  assert.equal(requests[0]?.path, "/api/v1/namespaces/default/pods/web/log");
});

test("a line without an end is split after 1 MiB", async () => {
  const chunk = "x".repeat(64 * 1024);
  const body = bodyOf(...Array.from({ length: 40 }, () => chunk));
  const { client } = createFixture(() => ({ status: 200, headers: {}, body }));

  const lengths = (await Array.fromAsync(logs(client, key))).map(({ length }) => length);

  assert.deepEqual(lengths, [1024 * 1024, 1024 * 1024, 512 * 1024]);
});
