// Requests that are rejected before their body is read: the response does not wait for the body. Over HTTP/1.1 a kube-apiserver keeps the response until
// up to 256 KiB of the body have arrived, so these tests use HTTP/2.
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

const json = { "content-type": "application/json" };

test.for<[string, string, string, Readonly<Record<string, string>>, number]>([
  ["an unknown token", "POST", "", { ...json, "impersonate-user": "jane", authorization: "Bearer unknown" }, 401],
  ["a user without rights", "POST", "", { ...json, "impersonate-user": "jane" }, 403],
  ["an update by a user without rights", "PUT", "/a", { ...json, "impersonate-user": "jane" }, 403],
  ["a media type that is not accepted", "POST", "", { "content-type": "text/plain" }, 415],
  ["a method without a route", "PUT", "", json, 405],
  ["an unknown subresource", "PUT", "/a/nothing", json, 404],
])("%s is rejected before the body has arrived", async ([title, method, suffix, headers, expected]) => {
  // A client certificate of a kube-apiserver's client authenticates before a token.
  if (title === "an unknown token" && server.apiServer === undefined) return;

  const { status } = await client.sendRequest({
    protocol: "h2",
    method,
    path: configMaps + suffix,
    headers,
    body: Buffer.from('{"metadata":{'),
    endsAfterAnswer: true,
  });

  expect(status).toBe(expected);
});
