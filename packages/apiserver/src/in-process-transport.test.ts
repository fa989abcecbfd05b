import { expect, test } from "vitest";
import { createInProcessTransport } from "./in-process-transport.ts";
import { startTestServer } from "./testdata/test-server.ts";
import type { TestServer } from "./testdata/test-server.ts";

const watchPath = "/api/v1/namespaces/default/configmaps?watch=1";
const admin = { name: "admin", groups: ["system:masters"] };

/** The number of open watches. */
async function openWatches({ send }: TestServer): Promise<number> {
  const { text } = await send("GET", "/metrics");
  const samples = text.matchAll(/^apiserver_longrunning_requests\{.*\} (\d+)$/gmu);
  return [...samples].reduce((sum, [, value]) => sum + Number(value), 0);
}

test("a watch ends if its request is aborted before the response arrives", async () => {
  const server = startTestServer();
  const abort = new AbortController();

  const response = server.transport.request({ method: "GET", path: watchPath, signal: abort.signal });
  abort.abort(new Error("aborted by the test"));

  await expect(response).rejects.toThrow("aborted by the test");
  expect(await openWatches(server)).toBe(0);
});

test("a watch ends if its request is aborted and its body is not read", async () => {
  const server = startTestServer();
  const abort = new AbortController();
  const { body } = await server.transport.request({ method: "GET", path: watchPath, signal: abort.signal });
  expect(await openWatches(server)).toBe(1);

  abort.abort(new Error("aborted by the test"));

  expect(await openWatches(server)).toBe(0);
  await expect(body[Symbol.asyncIterator]().next()).rejects.toThrow("aborted by the test");
});

test("disposing the transport rejects requests without a response, and ends their watches", async () => {
  const server = startTestServer();
  const transport = createInProcessTransport(server.server.handle, admin);

  const response = transport.request({ method: "GET", path: watchPath });
  await transport[Symbol.asyncDispose]();

  await expect(response).rejects.toMatchObject({ kind: "closed", mayHaveBeenProcessed: true });
  expect(await openWatches(server)).toBe(0);
});

test("disposing the transport does not report the failure of a connection that has ended", async () => {
  const upgrade = (): Promise<void> => Promise.reject(new Error("broken"));
  const handle = async () => ({ status: 101, headers: {}, body: new Uint8Array(), upgrade });
  const transport = createInProcessTransport(handle, admin);
  const connection = await transport.upgrade({ path: "/exec" });
  expect(await Array.fromAsync(connection.incoming)).toEqual([]);

  await transport[Symbol.asyncDispose]();
});

test("a body ends once if its request is aborted while the response is returned", async () => {
  for (let turn = 0; turn < 12; turn++) {
    const abort = new AbortController();
    let ended = 0;
    const next = (): Promise<never> => Promise.withResolvers<never>().promise;
    const end = async () => ({ done: true as const, value: void ended++ });
    const body = { [Symbol.asyncIterator]: () => ({ next, return: end }) };
    const transport = createInProcessTransport(async () => ({ status: 200, headers: {}, body }), admin);

    const response = transport.request({ method: "GET", path: watchPath, signal: abort.signal }).catch(() => undefined);
    for (let count = 0; count < turn; count++) await Promise.resolve();
    abort.abort(new Error("aborted by the test"));
    await response;
    await transport[Symbol.asyncDispose]();

    expect([turn, ended]).toEqual([turn, 1]);
  }
});
