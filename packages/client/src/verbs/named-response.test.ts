import { isProtocolError } from "../errors.ts";
import type { Client } from "../client/client.ts";
import { answerText } from "../testdata/fake-transport.ts";
import { createFixture, key, MyJob, path, stored } from "../testdata/fixture.ts";
import { expect, test } from "vitest";

const calls: readonly (readonly [request: string, call: (client: Client) => Promise<unknown>])[] = [
  [`GET ${path}/pi`, (client) => client.get(MyJob, key)],
  [
    `PATCH ${path}/pi/scale`,
    (client) => client.patch(MyJob, key, { type: "merge", body: {} }, { subresource: "scale" }),
  ],
  [`GET ${path}`, (client) => Array.fromAsync(client.list(MyJob, { namespace: key.namespace }))],
  [`GET ${path}`, (client) => Array.fromAsync(client.watch(MyJob, { namespace: key.namespace }))],
  [`POST ${path}`, (client) => client.create(MyJob, stored)],
  [`PUT ${path}/pi`, (client) => client.update(MyJob, stored)],
  [`PATCH ${path}/pi`, (client) => client.patch(MyJob, key, { type: "merge", body: {} })],
  [`DELETE ${path}`, (client) => client.deleteAllOf(MyJob, { namespace: key.namespace })],
];

test.each(calls)("the error about a response to %s that is not JSON names the request", async (request, call) => {
  const { client } = createFixture(() => answerText("<html>Log in</html>"));

  const error: unknown = await call(client).catch((caught: unknown) => caught);

  expect(isProtocolError(error)).toBe(true);
  expect(String(error)).toMatch(/^ProtocolError: Cannot read [^:]*: (?:invalid character '<'|found "?<)/u);
  expect(String(error)).toContain(` (${request})`);
});

test("the error about an item of a list that is not JSON, or about an object without a name, names the request", async () => {
  const list = createFixture(() => answerText('{"metadata":{},"items":[{"metadata":{"name":tru}}]}'));
  const object = createFixture(() => answerText('{"kind":"Status"}'));

  const [item, unnamed] = await Promise.all([
    Array.fromAsync(list.client.list(MyJob, { namespace: key.namespace })).catch(String),
    object.client.get(MyJob, key).catch(String),
  ]);

  expect(item).toContain(
    `Cannot read the response: invalid character '}' in literal true (expecting 'e') (GET ${path})`,
  );
  expect(unnamed).toBe(
    `ProtocolError: Cannot read MyJob: the server's response is not an object with a name (GET ${path}/pi)`,
  );
});
