// Bodies in YAML with many items are accepted.
import { afterAll, beforeAll, expect, test } from "vitest";
import { readText } from "@kubewright/transport";
import { startServerUnderTest } from "../server-under-test.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

let server: ServerUnderTest;

beforeAll(async () => {
  server = await startServerUnderTest();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

test.for<[string, string]>([
  ["60,000 block items", `extra:\n${"- 1\n".repeat(60_000)}`],
  ["95,000 flow items", `extra: [${"1,".repeat(94_999)}1]\n`],
])("a body with %s is accepted, with a warning about the unknown field", async ([, body]) => {
  const response = await server.transport.request({
    method: "POST",
    path: "/apis/authentication.k8s.io/v1/selfsubjectreviews",
    headers: { "content-type": "application/yaml" },
    body,
  });

  expect([response.status, response.headers["warning"]].flat()).toEqual([201, '299 - "unknown field \\"extra\\""']);
  await readText(response);
});
