// How long a request waits for webhooks that do not respond. The times and messages are those of kube-apiserver 1.36, measured with three webhooks of
// `timeoutSeconds: 30` in a row.
import { readText } from "@kubewright/transport";
import type { TransportResponse } from "@kubewright/transport";
import { expect, test } from "vitest";
import { configure, startWebhookServer, webhook } from "./testdata/webhook-server.ts";
import type { WebhookServer } from "./testdata/webhook-server.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const byWrite = "Timeout: request did not complete within requested timeout - context deadline exceeded";
const byFilter = "Timeout: request did not complete within the allotted timeout";

/** A server with an object `kept` whose webhooks never respond. */
async function startSlowServer(): Promise<WebhookServer> {
  const server = startWebhookServer();
  await server.send("POST", configMaps, { metadata: { name: "kept" } });
  const slow = { timeoutSeconds: 30, failurePolicy: "Ignore" };
  await configure(server, "Mutating", "m", webhook("one", slow), webhook("two", slow), webhook("three", slow));
  for (const path of ["/one", "/two", "/three"]) server.respond(path, () => Promise.withResolvers<never>().promise);
  return server;
}

interface Timed {
  readonly seconds: number;
  readonly response: TransportResponse;
  readonly text: string;
}

async function send(
  { server, clock }: WebhookServer,
  method: string,
  path: string,
  contentType = "application/json",
): Promise<Timed> {
  const startedAt = clock.now();
  const name = path.includes("kept") ? "kept" : "new";
  const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { a: "b" } });
  const request = { method, path, headers: { "content-type": contentType }, ...(method !== "DELETE" && { body }) };
  const response = await clock.runUntilSettled(server.transport().request(request));
  return { seconds: (clock.now() - startedAt) / 1000, response, text: await readText(response) };
}

const merge = "application/merge-patch+json";
const apply = "application/apply-patch+yaml";

test.for([
  ["POST", "", "application/json", ""],
  ["PUT", "/kept", "application/json", ""],
  ["PATCH", "/kept", merge, ""],
  ["PATCH", "/kept", apply, "?fieldManager=a"],
  ["DELETE", "/kept", "application/json", ""],
  ["POST", "", "application/json", "?timeout=34001ms"],
  ["POST", "", "application/json", "?timeout=2m"],
  ["POST", "", "application/json", "?timeout=0s"],
  ["POST", "", "application/json", "?timeout=-1s"],
] as const)("%s %s of %s with %j ends after 34 s", async ([method, path, contentType, query]) => {
  await using server = await startSlowServer();

  const { seconds, response, text } = await send(server, method, `${configMaps}${path}${query}`, contentType);

  expect([seconds, response.status, response.headers["content-type"]]).toEqual([34, 504, "application/json"]);
  expect(response.headers["x-kubernetes-pf-flowschema-uid"]).toBeDefined();
  expect(JSON.parse(text)).toEqual({
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message: byWrite,
    reason: "Timeout",
    details: {},
    code: 504,
  });
  expect(server.calls.map(({ path }) => path)).toEqual(["/one?timeout=30s", "/two?timeout=4s"]);
});

test.for([
  ["POST", "", "?timeout=1500ms", 1.5],
  ["POST", "", "?timeout=34s", 34],
  ["DELETE", "/kept", "?timeout=33s", 33],
  ["DELETE", "", "", 60],
  ["DELETE", "", "?timeout=50s", 50],
] as const)("%s %s with %j ends after %d s by the filter around the server", async ([method, path, query, limit]) => {
  await using server = await startSlowServer();

  const { seconds, response, text } = await send(server, method, `${configMaps}${path}${query}`);

  expect([seconds, response.status]).toEqual([limit, 504]);
  expect(text).toBe(
    `{"metadata":{},"status":"Failure","message":"${byFilter}","reason":"Timeout","details":{},"code":504}\n`,
  );
  const { "audit-id": _, ...headers } = response.headers;
  expect(headers).toEqual({
    "cache-control": "no-cache, private",
    "content-type": "text/plain; charset=utf-8",
  });
  expect(server.clock.pendingTimers).toBe(0);
});
