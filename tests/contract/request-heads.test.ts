// Heads of requests over HTTP/1.1 that clients send rarely: a client that waits before its body, upgrades to other protocols, and whole URLs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";
import { createRawClient } from "./raw-client.ts";
import type { RawClient } from "./raw-client.ts";

let server: ServerUnderTest;
let client: RawClient;
let configMaps: string;

beforeAll(async () => {
  server = await startServerUnderTest();
  client = await createRawClient(server);
  configMaps = `/api/v1/namespaces/${await server.createNamespace()}/configmaps`;
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

/** The status lines of the responses to a head, whose body is sent after a status of 100. */
function statusesOf(
  method: string,
  target: string,
  headers: readonly string[],
  name: string,
): Promise<readonly number[]> {
  const body = JSON.stringify({ metadata: { name } });
  return client.sendText(
    [`${method} ${target} HTTP/1.1`, "Content-Type: application/json", `Content-Length: ${body.length}`, ...headers],
    body,
  );
}

test("a client that waits gets 100 once the body is wanted", async () => {
  expect(await statusesOf("POST", configMaps, ["Expect: 100-continue"], "waits")).toEqual([100, 201]);
});

test("a client without rights that waits gets no 100", async () => {
  const headers = ["Expect: 100-continue", "Impersonate-User: jane"];

  expect(await statusesOf("POST", configMaps, headers, "forbidden")).toEqual([403]);
});

test("an upgrade to an unknown protocol is ignored, and the body is read", async () => {
  const headers = ["Connection: Upgrade", "Upgrade: h2c", "Expect: 100-continue"];

  expect(await statusesOf("POST", configMaps, headers, "upgrade")).toEqual([100, 201]);
});

test("the target of a request may be the whole URL", async () => {
  const target = `${client.url}${configMaps}?dryRun=All`;

  expect(await statusesOf("POST", target, ["Expect: 100-continue"], "url")).toEqual([100, 201]);
});
