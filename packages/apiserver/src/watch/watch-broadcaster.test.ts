// Watches that share a broadcaster, or read the same events with different selections and at different speeds.
import assert from "node:assert/strict";
import { test } from "vitest";
import { openWatch } from "../testdata/open-watch.ts";
import { startTestServer } from "../testdata/test-server.ts";

const path = "/api/v1/namespaces/default/configmaps";
const mergePatch = { "content-type": "application/merge-patch+json" };

function configMap(name: string, labels: object, data: object = {}): object {
  return { metadata: { name, labels }, data };
}

test("an event is encoded once for watches with the same version, selection and media type", async () => {
  const server = startTestServer();
  const body = async (query: string): Promise<AsyncIterator<Uint8Array>> => {
    const response = await server.transport.request({ method: "GET", path: `${path}?watch=1${query}` });
    return response.body[Symbol.asyncIterator]();
  };
  const watches = [await body(""), await body(""), await body("&labelSelector=app")];

  const chunks = watches.map(async (watch) => watch.next());
  await server.send("POST", path, configMap("a", { app: "web" }));
  const [first, second, selecting] = await Promise.all(chunks);

  assert.ok(first?.value instanceof Uint8Array);
  assert.equal(first.value, second?.value);
  assert.notEqual(first.value, selecting?.value);
  assert.deepEqual(first.value, selecting?.value);
});

test("watches with different selections receive their own events, also after more events than the server keeps encoded", async () => {
  const server = startTestServer();
  const all = await openWatch(server, `${path}?watch=1`);
  const slow = await openWatch(server, `${path}?watch=1`);
  const even = await openWatch(server, `${path}?watch=1&labelSelector=parity=even`);
  const numbers = Array.from({ length: 700 }, (_, index) => index);

  const seen: string[] = [];
  for (const number of numbers) {
    await server.send("POST", path, configMap(`c${number}`, { parity: number % 2 === 0 ? "even" : "odd" }));
    seen.push(...(await all.take(1)));
  }

  const expected = numbers.map((number) => `ADDED c${number}@${number + 2}`);
  assert.deepEqual(seen, expected);
  assert.deepEqual(await slow.take(700), expected);
  assert.deepEqual(
    await even.take(350),
    expected.filter((_, index) => index % 2 === 0),
  );
});

test("a watch that closes when it receives an event does not take the event from watches with the same broadcaster", async () => {
  const server = startTestServer();
  const [first, second, third] = [
    await openWatch(server, `${path}?watch=1`),
    await openWatch(server, `${path}?watch=1`),
    await openWatch(server, `${path}?watch=1`),
  ];
  const closing = first.take(1).then(async (events) => {
    await Promise.all([first.close(), second.close()]);
    return events;
  });
  const receiving = third.take(2);

  await server.send("POST", path, configMap("a", {}));
  await closing;
  await server.send("POST", path, configMap("b", {}));

  assert.deepEqual([await closing, await receiving], [["ADDED a@2"], ["ADDED a@2", "ADDED b@3"]]);
});

test("a watch that is opened after all watches of its broadcaster have ended receives events", async () => {
  const server = startTestServer();
  const first = await openWatch(server, `${path}?watch=1`);
  const waiting = first.take(1);
  await server.send("POST", path, configMap("a", {}));
  await waiting;
  await first.close();

  const second = await openWatch(server, `${path}?watch=1&resourceVersion=2`);
  const events = second.take(1);
  await server.send("POST", path, configMap("b", {}));

  assert.deepEqual(await events, ["ADDED b@3"]);
});

test("an object that is written while the initial objects are sent arrives as an event after them", async () => {
  const server = startTestServer();
  for (const name of ["a", "b", "c"])
    await server.send("POST", path, configMap(name, {}, { text: "x".repeat(50_000) }));
  const watch = await openWatch(server, `${path}?watch=1`);

  const initial = await watch.take(1);
  await server.send("PATCH", `${path}/c`, { data: { text: null } }, mergePatch);
  await server.send("DELETE", `${path}/a`);
  const rest = await watch.take(4);

  assert.deepEqual([...initial, ...rest], ["ADDED a@2", "ADDED b@3", "ADDED c@4", "MODIFIED c@5", "DELETED a@6"]);
});
